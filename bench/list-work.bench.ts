/**
 * Measures lists on both stores: rows per second of a list, DNS alone, beside `verifyMany()` of the same addresses in the same
 * process. The database and the DNS server have their own processes. `npm run bench list-work`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { buildWorker } from '../test/support/pglite-worker.js';
import { startPostgres } from '../test/support/postgres.js';
import { startDns } from './dns/server.js';

/** Below node_modules, from where a bundle finds PGlite, which is not in it. */
const own = resolve('node_modules/.cache/email-verify', `list-work-${process.pid}`);
mkdirSync(own, { recursive: true });
await buildWorker(join(own, 'pglite-worker.js'));
await build({
  entryPoints: ['bench/list-work/measure.ts'],
  outfile: join(own, 'main.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['@electric-sql/pglite', 'pg-native', '@node-rs/xxhash'],
  banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
});
const postgres = await startPostgres({ durable: true });
const dns = await startDns();
const folder = temporaryFolder();
spawnSync(
  process.execPath,
  [join(own, 'main.mjs'), await postgres.createDatabase(), join(folder.path, 'data'), String(dns.port)],
  { stdio: 'inherit' },
);
dns.end();
await postgres.stop();
folder.remove();
rmSync(own, { recursive: true, force: true });
