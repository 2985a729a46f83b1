import { join } from 'node:path';

/** Each room, and the rooms below it that it may import from. Nothing goes sideways or up. */
export const ROOMS = {
  util: [],
  protocol: [],
  util: [],
  address: ['protocol'],
  verifier: ['protocol', 'address', 'util'],
  config: ['protocol', 'util'],
  element: ['protocol', 'address'],
  edge: ['protocol', 'address', 'verifier', 'config', 'util'],
  service: ['protocol', 'address', 'verifier', 'config', 'util'],
  react: ['protocol', 'element'],
  vue: ['protocol', 'element'],
  cli: ['protocol', 'address', 'verifier', 'edge', 'service', 'config', 'util'],
};

/** The same as zones of `import-x/no-restricted-paths`. */
export const floors = (root) =>
  Object.entries(ROOMS).map(([room, below]) => ({
    target: join(root, 'src', room),
    from: join(root, 'src'),
    except: [room, ...below].map((name) => `./${name}`),
    message: `src/${room} may import from ${below.map((name) => `src/${name}`).join(', ') || 'no other room'} only.`,
  }));
