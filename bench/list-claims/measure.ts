/** The measured process: see ../list-claims.bench.ts. Arguments: the URL of a PostgreSQL, a data folder. */
import { sql } from 'kysely';
import { claim } from '../../src/service/lists/work/queue.js';
import { openStore } from '../../src/service/schema.js';
import { makeCaller } from '../../test/service/credits/ledger-support.js';
import { putWaiting } from '../../test/service/lists/work/queue-support.js';
import { percentile } from '../load/probe.js';
import { table } from '../table.js';

const LISTS = Number(process.env['LISTS'] ?? 5000);
const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const ROUNDS = 200;
const LEASE_MS = 600_000;
/** Lists that one step of the preparation makes. */
const STEP = 500;

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const BUSY = { receivers: ['saturated'], accounts: [], most: 1 };

const rows: (string | number)[][] = [];
for (const [name, place] of Object.entries({ PGlite: { dataDir }, PostgreSQL: { dataDir: '', databaseUrl } })) {
  const store = await openStore({ ...place, onError: console.error });
  const { accountId } = await makeCaller(store);
  for (let put = 0; put < LISTS; put += STEP)
    await putWaiting(store, accountId, { receiver: 'saturated', lists: STEP, rows: Math.round(ROWS / LISTS) });
  const measure = async (scene: string, work: () => Promise<unknown>): Promise<void> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
    rows.push([`${name}: ${scene}`, ...[0.1, 0.5, 0.99].map((part) => percentile(times, part).toFixed(1))]);
    console.log(rows.at(-1)?.join('   '));
  };
  const claimOne = async (isFound: boolean): Promise<void> => {
    const [chunk] = await claim(store, 'probe', BUSY, LEASE_MS);
    if ((chunk !== undefined) !== isFound) throw new Error(`the claim has ${chunk?.receiver ?? 'nothing'}`);
  };
  await measure('the least that a query takes', () => sql`select 1`.execute(store.db));
  await measure('a claim, no other receiver', () => claimOne(false));
  for (let receiver = 0; receiver < ROUNDS; receiver += 1)
    await putWaiting(store, accountId, { receiver: `other${receiver}`, lists: 1, rows: 1 });
  await measure('a claim, others behind it', () => claimOne(true));
  await store.close();
}
console.log(`\nA claim with ${LISTS.toLocaleString('en')} lists and ${ROWS.toLocaleString('en')} rows waiting, ms`);
table(['', 'p10', 'p50', 'p99'], rows);
