import { builtinModules } from 'node:module';
import { entryPoints, packages, serverEntryPoints } from './scripts/entry-points.mjs';

/** Each room of src, and the rooms on the floors below that it may import from. Nothing goes sideways or up. */
export const ROOMS = {
  util: [],
  protocol: ['util'],
  address: ['util', 'protocol'],
  verifier: ['util', 'protocol', 'address'],
  config: ['util', 'protocol', 'verifier'],
  element: ['util', 'protocol', 'address'],
  edge: ['util', 'protocol', 'address', 'verifier', 'config'],
  service: ['util', 'protocol', 'address', 'verifier', 'config'],
  react: ['util', 'protocol', 'element'],
  vue: ['util', 'protocol', 'element'],
  dashboard: ['util', 'protocol', 'address', 'element'],
  cli: ['util', 'protocol', 'address', 'verifier', 'config', 'edge', 'service'],
  php: [],
  wordpress: ['php'],
};

const floors = Object.entries(ROOMS).map(([room, below]) => ({
  name: `floor-of-${room}`,
  comment: `src/${room} may import from ${below.join(', ') || 'no other room'} only.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...below].join('|')})/` },
}));

const sourcesOf = (points) => points.map(({ source }) => `^${source}$`);

/** The entry points that are not for Node alone: for browsers, and for any runtime with Web standards. */
const portable = sourcesOf(entryPoints.filter(({ path }) => !['./verifier', './edge/node'].includes(path)));

/** A published module finds what its package.json names, and nothing else for certain. */
const named = (name, from) => {
  const { dependencies, peerDependencies } = packages[name].manifest;
  return {
    name: `${name}-names-what-it-imports`,
    comment: `A module of ${name} imports only what its package.json has in dependencies or peerDependencies.`,
    severity: 'error',
    from: { path: from },
    to: {
      path: '^node_modules/',
      pathNot: `^node_modules/(${Object.keys({ ...dependencies, ...peerDependencies }).join('|')})/`,
      reachable: true,
    },
  };
};

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = {
  forbidden: [
    ...floors,
    named('email-verify-element', sourcesOf(entryPoints)),
    named('email-verify-server', [...sourcesOf(serverEntryPoints), '^src/cli/main\\.ts$']),
    {
      name: 'settings-are-read-by-the-runtimes',
      comment: 'The edge takes options; only what starts it on a runtime reads an environment.',
      severity: 'error',
      from: { path: '^src/edge/(?!runtime/|index\\.ts)' },
      to: { path: '^src/config/' },
    },
    {
      name: 'portable-without-node',
      comment: 'What an entry point for browsers or for any runtime leads to imports nothing of Node.',
      severity: 'error',
      from: { path: portable },
      to: { path: `^(${builtinModules.join('|')})$`, reachable: true },
    },
    {
      name: 'lists-for-verifiers-only',
      comment:
        'The list of disposable domains is a megabyte: no page, and no edge or receipt check without a verifier, loads it.',
      severity: 'error',
      from: { path: '^src/(element|react|vue|dashboard)/|^src/edge/(index|receipt/[a-z]+)\\.ts$' },
      to: { path: '^src/address/lists/disposable', reachable: true },
    },
    {
      name: 'no-circles',
      comment: 'Imports of types count.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports, and that imports nothing.',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$|^src/wordpress/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};

export default configuration;
