/**
 * One saturated receiver and a million waiting rows, on both stores: milliseconds of a claim, by a worker that has this
 * receiver already, and finds no other one or one behind it. `npm run bench list-claims`; `LISTS=5000 ROWS=1000000`, the
 * lists that wait and the rows in all of them, are the defaults.
 */
import { join } from 'node:path';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { runBundled } from './bundled.js';

const postgres = await startPostgres({ durable: true });
const folder = temporaryFolder();
try {
  await runBundled('list-claims/measure.ts', [await postgres.createDatabase(), join(folder.path, 'data')]);
} finally {
  await postgres.stop();
  folder.remove();
}
