import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { sql, type Kysely } from 'kysely';
import { PassThrough } from 'node:stream';
import { openPGlite } from '../../src/service/store/pglite.js';
import { scheduleVacuum } from '../../src/service/store/vacuum.js';
import { eventually } from '../support/eventually.js';
import { useHarness } from './harness.js';
import { usePGlite } from './stores.js';

const MINUTE_MS = 60_000;

const one = async <T, V>(db: Kysely<T>, expression: string): Promise<V> =>
  (await sql<{ value: V }>`select (${sql.raw(expression)}) as value`.execute(db)).rows[0]!.value;

const sizeOf = <T>(db: Kysely<T>): Promise<number> =>
  one(db, `select pg_table_size('numbers') + pg_indexes_size('numbers')`);
/** How often the table was vacuumed. */
const vacuumsOf = <T>(db: Kysely<T>): Promise<number> => one(db, `pg_stat_get_vacuum_count('numbers'::regclass)`);
const oldest = <T>(db: Kysely<T>): Promise<number> =>
  one(db, `select max(age(relfrozenxid)) from pg_class where relkind in ('r', 't')`);

describe('the vacuum of the embedded store', () => {
  const { openStore } = useHarness();
  const place = usePGlite();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** A table whose every row is replaced by `change`. */
  const makeNumbers = async <T>(db: Kysely<T>): Promise<() => Promise<void>> => {
    await sql`create table numbers (n integer primary key, text text)`.execute(db);
    await sql`insert into numbers select n, repeat('x', 100) from generate_series(1, 3000) as n`.execute(db);
    return async () => {
      await sql`update numbers set n = -n`.execute(db);
    };
  };
  const minuteOf = async <T>(db: Kysely<T>): Promise<void> => {
    const before = await vacuumsOf(db);
    vi.advanceTimersByTime(MINUTE_MS);
    await eventually(async () => (await vacuumsOf(db)) > before);
  };

  it('lets no table grow whose rows are replaced again and again', async () => {
    const { db } = await openStore(await place());
    const change = await makeNumbers(db);
    const sizes: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      await change();
      await minuteOf(db);
      sizes.push(await sizeOf(db));
    }
    assert.equal(sizes.at(-1), sizes[3], sizes.join());
  });

  it('leaves a table alone in which little has changed, but for the first time after a start', async () => {
    const { db } = await openStore(await place());
    await makeNumbers(db);
    await minuteOf(db);
    await sql`delete from numbers where n <= 1000`.execute(db);
    const vacuums = await vacuumsOf(db);
    vi.advanceTimersByTime(MINUTE_MS);
    // Another table is due; the tables are taken by name.
    await sql`create table others as select n from generate_series(1, 2000) as n`.execute(db);
    await eventually(async () => {
      vi.advanceTimersByTime(MINUTE_MS);
      return (await one<unknown, number>(db as never, `pg_stat_get_vacuum_count('others'::regclass)`)) > 0;
    });
    assert.equal(await vacuumsOf(db), vacuums);
  });

  it('leaves the database alone while a backup is made', async () => {
    const store = await openStore(await place());
    await makeNumbers(store.db);
    const out = new PassThrough({ highWaterMark: 1 });
    const written = store.backup(out);
    await eventually(() => out.readableLength > 0);
    vi.advanceTimersByTime(MINUTE_MS);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(await vacuumsOf(store.db), 0);
    out.resume();
    await written;
    await minuteOf(store.db);
  });

  it('keeps transaction ids young, in every table and in every database', async () => {
    const { dataDir } = await place();
    const opened = await openPGlite<Record<string, never>>(dataDir, { ms: Infinity }, assert.ifError);
    const { db, maintained, waiting } = opened;
    const stop = scheduleVacuum(
      { db: maintained, waiting, isFree: () => Promise.resolve(true) },
      (error) => assert.ifError(error),
      500,
    );
    try {
      await makeNumbers(db);
      await minuteOf(db);
      for (let n = 0; n < 1000; n += 1) await sql`select pg_current_xact_id()`.execute(db);
      assert.ok((await oldest(db)) >= 1000);
      vi.advanceTimersByTime(MINUTE_MS);
      const age = 'select max(age(datfrozenxid)) from pg_database';
      await eventually(async () => (await one<unknown, number>(db as never, age)) < 500);
      assert.ok((await oldest(db)) < 500);
    } finally {
      stop();
      await opened.close();
    }
    const again = await openPGlite<Record<string, never>>(dataDir, { ms: Infinity }, assert.ifError);
    assert.equal(await one(again.db, 'select count(*) from numbers'), 3000);
    await again.close();
  });
});
