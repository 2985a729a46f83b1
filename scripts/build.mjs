/** Builds everything into `dist`: bundles, declarations, the custom elements manifest and its derived files, and the demo. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeForAuthors } from './for-authors.mjs';
import { declareTypes, hideLit, lowerTypes, pruneTypes } from './types.mjs';
import { writeWordPress } from './wordpress.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

const run = (command) => {
  const { status } = spawnSync('npx', ['--no-install', ...command.split(' ')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status) process.exit(status);
};

// The site is built by `npm run docs`.
const old = existsSync(dist) ? readdirSync(dist).filter((name) => name !== 'site') : [];
for (const name of old) rmSync(join(dist, name), { recursive: true });
run('rollup --config --silent');
declareTypes(root);
run(
  'custom-elements-manifest analyze --litelement --quiet --globs src/element/{email-verify,options}-element.ts --outdir dist',
);
pruneTypes(root);
hideLit(root);
lowerTypes(root);
writeForAuthors(dist);
// The licences of the lists that the bundles hold.
cpSync(join(root, 'src/address/lists/SOURCES.md'), join(dist, 'address/lists/SOURCES.md'));
cpSync(join(root, 'demo'), join(dist, 'demo'), { recursive: true });
cpSync(join(root, 'src/dashboard/index.html'), join(dist, 'dashboard/index.html'));
run(
  'esbuild src/dashboard/styles/index.css --bundle --minify --log-level=warning --outfile=dist/dashboard/dashboard.css',
);
writeWordPress(root);
// The stamp marks a complete build; `npm start` repeats an interrupted one.
writeFileSync(join(dist, '.built'), '');
