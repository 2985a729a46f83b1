/**
 * The first, a middle and the last page of a long list's rows with one status, on both stores: milliseconds for a page of
 * 20 through the service's app. One row in 20 is invalid, one in 10,000 unknown, one in 10 shares the result of another.
 * Then searches through the whole list: how many answers they take, and how long.
 * `npm run bench list-pages`; `ROWS=200000` is the default.
 */
import { join } from 'node:path';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { runBundled } from './bundled.js';

const postgres = await startPostgres({ durable: true });
const folder = temporaryFolder();
try {
  await runBundled('list-pages/measure.ts', [await postgres.createDatabase(), join(folder.path, 'data')]);
} finally {
  await postgres.stop();
  folder.remove();
}
