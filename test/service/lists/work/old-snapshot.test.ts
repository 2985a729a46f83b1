/**
 * Work on lists while a transaction stays open, as that of a dump or of a forgotten psql: PostgreSQL removes no row
 * version that it might still read. `HELD_MS=600000` for ten minutes.
 */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, it } from 'vitest';
import type { Store } from '../../../../src/service/schema.js';
import { whole } from '../../../support/whole.js';
import { useHarness } from '../../harness.js';
import { usePostgres } from '../../stores.js';
import { putList } from '../support.js';
import { auditList, ended, makeRich, mixedCost, mixedRows, useBench } from './support.js';

const byHand = process.env['HELD_MS'] !== undefined;
const HELD_MS = Number(process.env['HELD_MS'] ?? 4000);
/** The interval of the figures that a run by hand prints, in ms. */
const SHOWN_MS = 60_000;
const LISTS = 8;
/** Of a list: many small ones are more work for the queue than a long one. */
const ROWS = 40;
/**
 * Row versions that a list may leave: of its chunk when it is claimed, renewed and deleted, of itself, and of its
 * credits.
 */
const MOST_DEAD = { batch_chunks: 3, batches: 4, credit_lots: 8, check_days: 8 };

type Table = keyof typeof MOST_DEAD;
const TABLES = Object.keys(MOST_DEAD) as Table[];

describe.runIf(whole || byHand)('work on lists beside a transaction that stays open', () => {
  const { openStore } = useHarness();
  const place = usePostgres();
  const { work } = useBench();

  /** Puts some lists at once, and waits for their ends. */
  const wave = async (store: Store, accountId: number): Promise<number[]> => {
    const ids = await Promise.all(Array.from({ length: LISTS }, () => putList(store, mixedRows(ROWS), { accountId })));
    for (const id of ids) await ended(store, id);
    return ids;
  };
  const sizes = async (client: pg.Client): Promise<Record<Table, number>> => {
    const { rows } = await client.query<{ name: Table; size: number }>(
      'select name, pg_relation_size(name::regclass)::int as size from unnest($1::text[]) as name',
      [TABLES],
    );
    return Object.fromEntries(rows.map(({ name, size }) => [name, size])) as Record<Table, number>;
  };
  /** The buffers that PostgreSQL reads to find the next chunk. */
  const buffersOfClaim = async (client: pg.Client): Promise<number> => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) select id from batch_chunks where kind = 'lookup' and turn is not null
        order by turn, id limit 1 for update skip locked`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  };

  it('leaves a few dead rows for each list, which are gone after it', { timeout: HELD_MS + 240_000 }, async () => {
    const { databaseUrl = '' } = await place();
    const store = await openStore({ dataDir: '', databaseUrl });
    const accountId = await makeRich(store, 50_000_000);
    work(store, { leaseMs: 20_000 });
    const [holder, observer] = [databaseUrl, databaseUrl].map((url) => new pg.Client({ connectionString: url }));
    assert.ok(holder && observer);
    await holder.connect();
    await observer.connect();
    await holder.query('begin isolation level repeatable read');
    await holder.query('select count(*) from batch_chunks');

    const started = performance.now();
    let ids: number[] = [];
    let shown = { at: started, lists: 0 };
    while (performance.now() - started < HELD_MS) {
      ids = [...ids, ...(await wave(store, accountId))];
      const seconds = (performance.now() - shown.at) / 1000;
      if (!byHand || seconds * 1000 < SHOWN_MS) continue;
      const perSecond = Math.round((ids.length - shown.lists) / seconds);
      console.log(
        `${ids.length} lists, ${perSecond} a second; a claim reads ${await buffersOfClaim(observer)} buffers`,
      );
      shown = { at: performance.now(), lists: ids.length };
    }
    const { rows: dead } = await sql<{ name: Table; dead: number }>`select relname as name, n_dead_tup as dead
      from pg_stat_user_tables where relname = any (${TABLES}::text[])`.execute(store.db);
    const grown = await sizes(observer);
    console.log(`${ids.length} lists: ${JSON.stringify({ dead, grown })}`);
    for (const { name, dead: count } of dead)
      assert.ok(count <= MOST_DEAD[name] * ids.length, `${name}: ${count} dead rows of ${ids.length} lists`);

    await holder.query('rollback');
    await holder.end();
    for (const table of TABLES) await observer.query(`vacuum ${table}`);
    const free = await sizes(observer);
    await wave(store, accountId);
    const after = await sizes(observer);
    // The room is used again.
    for (const table of TABLES)
      assert.ok(after[table] <= Math.max(free[table], grown[table]), `${table}: ${after[table]} bytes`);
    await observer.end();
    for (const id of ids) await auditList(store, id, mixedCost(ROWS));
  });
});
