/**
 * Builds everything into `dist` and `server/dist`: modules, bundles, declarations, the custom elements manifest and its
 * derived files, and the demo. `node scripts/build.mjs served` builds only what `serve` runs and serves.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeForAuthors } from './for-authors.mjs';
import { hashOfSources, stampOf } from './fresh.mjs';
import { writeNewDatabase } from './new-database.mjs';
import { declareTypes } from './types.mjs';
import { writeWordPress } from './wordpress.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const server = join(root, 'server');
const servedOnly = process.argv[2] === 'served';

/** Runs a program of a package in Node. */
const run = (...command) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('close', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });

/** Builds a part of rollup.config.mjs. With more room for what is short-lived, less time goes into collecting it. */
const bundle = (part) =>
  run(
    ...['--max-semi-space-size=64', 'node_modules/rollup/dist/bin/rollup'],
    ...['--config', '--silent', `--configPart=${part}`],
  );

/** Builds the server and the files that it serves. */
const buildServed = async () => {
  await Promise.all([bundle('server'), bundle('pages')]);
  buildSync({
    absWorkingDir: root,
    entryPoints: ['src/dashboard/styles/index.css'],
    bundle: true,
    minify: true,
    logLevel: 'warning',
    outfile: 'server/dist/dashboard/dashboard.css',
  });
  cpSync(join(root, 'src/dashboard/index.html'), join(server, 'dist/dashboard/index.html'));
  cpSync(join(root, 'demo'), join(server, 'dist/demo'), { recursive: true });
  // The script tag's files, which `serve` serves.
  cpSync(join(dist, 'cdn'), join(server, 'dist/cdn'), { recursive: true, filter: (file) => !file.endsWith('.map') });
};

/** Builds the modules that are imported, and their descriptions. */
const buildImported = async () => {
  await Promise.all([
    bundle('imported'),
    declareTypes(root),
    run(
      'node_modules/@custom-elements-manifest/analyzer/cem.js',
      ...['analyze', '--litelement', '--quiet', '--outdir', 'dist'],
      ...['--globs', 'src/element/{email-verify,options}-element.ts'],
    ),
  ]);
  writeForAuthors(dist);
};

// A change during the build is not in it.
const sources = hashOfSources();
// The site is built by `npm run docs`.
for (const folder of servedOnly ? [join(dist, 'cdn'), join(server, 'dist')] : [dist, join(server, 'dist')])
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== 'site') rmSync(join(folder, name), { recursive: true });
for (const folder of ['dist', 'server/dist']) rmSync(stampOf(folder), { force: true });

const buildServer = async () => {
  await buildServed();
  if (!servedOnly) await writeNewDatabase(server);
};
await Promise.all([buildServer(), servedOnly || buildImported()]);
if (!servedOnly) {
  cpSync(join(root, 'LICENSE'), join(server, 'LICENSE'));
  // The licences of the lists that both packages hold.
  for (const folder of ['dist/address/lists', 'server/dist'])
    cpSync(join(root, 'src/address/known-domains/SOURCES.md'), join(root, folder, 'SOURCES.md'));
  writeWordPress(root);
}
// The stamps mark a complete build; an interrupted one is repeated.
for (const folder of servedOnly ? ['server/dist'] : ['server/dist', 'dist']) writeFileSync(stampOf(folder), sources);
