/**
 * Measures lists on both stores: rows per second of a list, DNS alone, beside `verifyMany()` of the same addresses in
 * the same process. The database and the DNS server have their own processes. `npm run bench list-work`.
 */
import { join } from 'node:path';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { runBundled } from './bundled.js';
import { startDns } from './dns/server.js';

const postgres = await startPostgres({ durable: true });
const dns = await startDns();
const folder = temporaryFolder();
try {
  await runBundled('list-work/measure.ts', [
    await postgres.createDatabase(),
    join(folder.path, 'data'),
    String(dns.port),
  ]);
} finally {
  dns.end();
  await postgres.stop();
  folder.remove();
}
