/**
 * Builds everything into `dist` and `server/dist`: modules, bundles, declarations, the custom elements manifest and its derived files,
 * and the demo.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeForAuthors } from './for-authors.mjs';
import { declareTypes } from './types.mjs';
import { writeWordPress } from './wordpress.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const server = join(root, 'server');

const run = (command) => {
  const { status } = spawnSync('npx', ['--no-install', ...command.split(' ')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status) process.exit(status);
};

// The site is built by `npm run docs`.
for (const folder of [dist, join(server, 'dist')])
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== 'site') rmSync(join(folder, name), { recursive: true });
run('rollup --config --silent');
declareTypes(root);
run(
  'custom-elements-manifest analyze --litelement --quiet --globs src/element/{email-verify,options}-element.ts --outdir dist',
);
writeForAuthors(dist);
// The licences of the lists that both packages hold.
for (const folder of ['dist/address/lists', 'server/dist'])
  cpSync(join(root, 'src/address/lists/SOURCES.md'), join(root, folder, 'SOURCES.md'));
run(
  'esbuild src/dashboard/styles/index.css --bundle --minify --log-level=warning --outfile=server/dist/dashboard/dashboard.css',
);
cpSync(join(root, 'src/dashboard/index.html'), join(server, 'dist/dashboard/index.html'));
cpSync(join(root, 'demo'), join(server, 'dist/demo'), { recursive: true });
// The script tag's files, which `serve` serves.
cpSync(join(dist, 'cdn'), join(server, 'dist/cdn'), { recursive: true, filter: (file) => !file.endsWith('.map') });
cpSync(join(root, 'LICENSE'), join(server, 'LICENSE'));
writeWordPress(root);
// The stamp marks a complete build; `npm start` repeats an interrupted one.
writeFileSync(join(dist, '.built'), '');
