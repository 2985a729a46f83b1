import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, it, vi } from 'vitest';
import { sql, type QueryExecutorProvider } from 'kysely';
import { openPGlite } from '../../../../src/service/store/embedded/pglite.js';
import { scheduleVacuum } from '../../../../src/service/store/embedded/vacuum.js';
import { eventually } from '../../../support/eventually.js';
import { useHarness } from '../../harness.js';
import { usePGlite } from '../../stores.js';
import { whole } from '../../../support/whole.js';

const run = (db: QueryExecutorProvider, statement: string) => sql.raw<{ value: number }>(statement).execute(db);
const valueOf = async (db: QueryExecutorProvider, expression: string): Promise<number> =>
  (await run(db, `select (${expression}) as value`)).rows[0]!.value;

const makeTable = async (db: QueryExecutorProvider, name: string): Promise<void> => {
  await run(db, `create table ${name} (n integer primary key, text text)`);
  await run(db, `insert into ${name} select n, repeat('x', 100) from generate_series(1, 3000) as n`);
};
/** Resolves to the number of times that a table was vacuumed. */
const vacuumsOf = (db: QueryExecutorProvider, name: string): Promise<number> =>
  valueOf(db, `pg_stat_get_vacuum_count('${name}'::regclass)`);
const aMinute = (): void => void vi.advanceTimersByTime(60_000);
/** Lets minutes pass until a table was vacuumed once more. */
const vacuumed = async (db: QueryExecutorProvider, name: string): Promise<void> => {
  const before = await vacuumsOf(db, name);
  await eventually(async () => {
    aMinute();
    return (await vacuumsOf(db, name)) > before;
  });
};

describe.runIf(whole)('the vacuum of the embedded store', () => {
  const { openStore } = useHarness();
  const place = usePGlite();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  it('lets no table grow whose rows are replaced again and again', async () => {
    const { db } = await openStore(await place());
    await makeTable(db, 'replaced');
    const sizes: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      await run(db, 'update replaced set n = -n');
      await vacuumed(db, 'replaced');
      sizes.push(await valueOf(db, `pg_table_size('replaced') + pg_indexes_size('replaced')`));
    }
    assert.equal(sizes.at(-1), sizes[3], sizes.join());
  });

  it('takes every table once after a start, and then those in which enough has changed', async () => {
    const { db } = await openStore(await place());
    await makeTable(db, 'quiet');
    await vacuumed(db, 'quiet');
    await run(db, 'delete from quiet where n <= 1000');
    const before = await vacuumsOf(db, 'quiet');
    // Tables are taken by name.
    await makeTable(db, 'well_changed');
    await vacuumed(db, 'well_changed');
    assert.equal(await vacuumsOf(db, 'quiet'), before);
    await run(db, 'delete from quiet where n <= 2000');
    await vacuumed(db, 'quiet');
  });

  it('leaves the database alone while a backup is made', async () => {
    const { db, backup } = await openStore(await place());
    const out = new PassThrough({ highWaterMark: 1 });
    const written = backup(out);
    await eventually(() => out.readableLength > 0);
    await makeTable(db, 'backed_up');
    aMinute();
    await sleep(200);
    assert.equal(await vacuumsOf(db, 'backed_up'), 0);
    out.resume();
    await written;
    await vacuumed(db, 'backed_up');
  });

  it('keeps transaction ids young, in every table and in every database', async () => {
    const { dataDir } = await place();
    const open = () => openPGlite<Record<string, never>>(dataDir, { ms: Infinity }, assert.ifError);
    const { db, maintained, waiting, close } = await open();
    const stop = scheduleVacuum(
      { db: maintained, waiting, isFree: () => Promise.resolve(true) },
      (error) => {
        assert.ifError(error);
      },
      500,
    );
    const oldest = (): Promise<number> =>
      valueOf(
        db,
        `select greatest((select max(age(datfrozenxid)) from pg_database),
          (select max(age(relfrozenxid)) from pg_class where relkind in ('r', 't', 'm')))`,
      );
    await makeTable(db, 'old');
    for (let n = 0; n < 1000; n += 1) await run(db, 'select pg_current_xact_id()');
    assert.ok((await oldest()) >= 1000);
    await eventually(async () => {
      aMinute();
      return (await oldest()) < 500;
    });
    stop();
    await close();
    const again = await open();
    assert.equal(await valueOf(again.db, 'select count(*) from old'), 3000);
    await again.close();
  });
});
