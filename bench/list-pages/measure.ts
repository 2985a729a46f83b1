/** The measured process: see ../list-pages.bench.ts. Arguments: the URL of a PostgreSQL, a data folder. */
import { sql } from 'kysely';
import type { Status } from '../../src/protocol/index.js';
import { countBlocks } from '../../src/service/lists/blocks.js';
import { openStore, type Store } from '../../src/service/schema.js';
import { complete, openApp } from '../../test/service/lists/results/support.js';
import { putList } from '../../test/service/lists/support.js';
import { median, table } from '../table.js';

const ROWS = Number(process.env['ROWS'] ?? 200_000);
const ROUNDS = 7;
const LIMIT = 20;
/** Rows that one statement of the preparation inserts. */
const STEP = 100_000;

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);

/** Puts a list with its results into a store. @returns its id. */
const putMany = async (store: Store): Promise<number> => {
  const id = await putList(store, []);
  for (let from = 1; from <= ROWS; from += STEP) {
    const numbers = sql`generate_series(${from}::integer, ${Math.min(ROWS, from + STEP - 1)}::integer) as n`;
    await sql`insert into batch_rows (batch_id, row_no, cells, duplicate_of)
      select ${id}::bigint, n, json_build_array(n::text, 'Person ' || n, 'person.' || n || '@shared' || n % 5000 || '.org')::text,
        case when n % 10 = 0 then n - 9 end
      from ${numbers}`.execute(store.db);
    await sql`insert into batch_results (batch_id, row_no, status, quality, score, sub_status, mx_record, checked_at)
      select ${id}::bigint, n, case when n % 10000 = 1 then 'unknown' when n % 20 = 2 then 'invalid' else 'valid' end,
        'safe', 0.95, '{free_provider}', 'mx.example.org', now()
      from ${numbers} where n % 10 <> 0`.execute(store.db);
  }
  await countBlocks(store, id, ROWS);
  const all = { total: ROWS, duplicates: Math.floor(ROWS / 10), email_column: 2 };
  await store.db.updateTable('batches').set(all).where('id', '=', id).execute();
  await complete(store, id);
  return id;
};

const rows: (string | number)[][] = [];
const searches: (string | number)[][] = [];
for (const [name, place] of Object.entries({ PGlite: { dataDir }, PostgreSQL: { dataDir: '', databaseUrl } })) {
  const store = await openStore({ ...place, onError: console.error });
  const app = await openApp(
    { open: () => Promise.reject(new Error()), openStore: () => Promise.resolve(store) },
    place,
  );
  const id = await putMany(store);
  const ask = async (status: Status, page: number): Promise<{ ms: number; total: number; rows: number }> => {
    const started = performance.now();
    const answer = await app.ask(`/api/batch/${id}/results?format=json&status=${status}&page=${page}&limit=${LIMIT}`);
    const { total, data } = (await answer.json()) as { total: number; data: unknown[] };
    return { ms: performance.now() - started, total, rows: data.length };
  };
  for (const status of ['valid', 'invalid', 'unknown'] as const) {
    const { total, ms: cold } = await ask(status, 1);
    const last = Math.ceil(total / LIMIT);
    const pages = { first: 1, middle: Math.ceil(last / 2), last };
    const times: number[] = [];
    for (const page of Object.values(pages)) {
      const all: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { ms, rows } = await ask(status, page);
        if (rows === 0) throw new Error(`page ${page} of ${status} is empty`);
        all.push(ms);
      }
      times.push(median(all));
    }
    rows.push([`${name}: ${status}`, total, cold.toFixed(0), ...times.map((ms) => ms.toFixed(1))]);
    console.log(rows.at(-1)?.join('   '));
  }
  const search = async (query: Record<string, string>): Promise<void> => {
    const times: number[] = [];
    let found = 0;
    for (let after: number | null = 0; after !== null;) {
      const started = performance.now();
      // A plus in a query is a plus.
      const text = new URLSearchParams({ ...query, after: String(after) }).toString().replaceAll('+', '%20');
      const answer = await app.ask(`/api/batch/${id}/results/search?${text}`);
      const { data, next } = (await answer.json()) as { data: unknown[]; next: number | null };
      times.push(performance.now() - started);
      found += data.length;
      after = next;
    }
    const scene = Object.values(query).join(', ');
    const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000;
    searches.push([`${name}: ${scene}`, found, times.length, seconds.toFixed(1), Math.max(...times).toFixed(0)]);
    console.log(searches.at(-1)?.join('   '));
  };
  await search({ q: `person.${ROWS - 1}@` });
  await search({ q: 'nobody@example.org' });
  // In the name of each row, and in no address.
  await search({ q: 'person 1' });
  await search({ q: 'person', status: 'unknown' });
  await app.close();
  await store.close();
}
console.log(`\nA page of ${LIMIT} of ${ROWS.toLocaleString('en')} rows, ms`);
table(['', 'rows', 'the first time', 'first page', 'middle', 'last'], rows);
console.log('\nA search through all of them, until its last answer');
table(['', 'found', 'answers', 'all, s', 'the longest, ms'], searches);
