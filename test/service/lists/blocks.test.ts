import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { sql } from 'kysely';
import { STATUSES, type Status } from '../../../src/protocol/index.js';
import { addToBlocks, BLOCK_ROWS, countBlocks, findRows, nextRun } from '../../../src/service/lists/blocks.js';
import { MIGRATIONS, type Store } from '../../../src/service/schema.js';
import { migrate } from '../../../src/service/store/migrate.js';
import { inTransaction } from '../../../src/service/store/transaction.js';
import { notePlans } from '../plans.js';
import { onBothStores } from '../stores.js';
import { putResults } from './results/support.js';
import { makeRich, useStore } from './work/support.js';
import { putList } from './support.js';

/** A row of a list: its status, the row whose result it shares, or nothing yet. */
type Row = Status | number | null;

const putRows = async (store: Store, rows: readonly Row[]): Promise<number> => {
  const cells = rows.map((_, n) => [`n${n}@example.org`]);
  const id = await putList(store, cells, { accountId: await makeRich(store) });
  const repeats = rows.flatMap((row, n) => (typeof row === 'number' ? { row_no: n + 1, first: row } : []));
  await sql`update batch_rows set duplicate_of = first
    from json_to_recordset(${JSON.stringify(repeats)}::json) as repeat (row_no integer, first integer)
    where batch_id = ${id} and batch_rows.row_no = repeat.row_no`.execute(store.db);
  return id;
};

const foundIn = (rows: readonly Row[]): Record<number, Status> =>
  Object.fromEntries(rows.flatMap((row, n) => (typeof row === 'string' ? [[n + 1, row] as const] : [])));

const statusAt = (rows: readonly Row[], n: number): Row => {
  const row = rows[n] ?? null;
  return typeof row === 'number' ? (rows[row - 1] ?? null) : row;
};

const blocksOf = ({ db }: Store, listId: number) =>
  db.selectFrom('batch_blocks').selectAll().where('batch_id', '=', listId).orderBy('block').execute();

onBothStores('the blocks of a list', ({ place, openStore }) => {
  const open = useStore({ place, openStore });

  it('find each page of the rows with certain results, whatever shares them, while the list goes on', async () => {
    const store = await open();
    const row = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...STATUSES) },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 400 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const lists = fc.array(row, { minLength: 1, maxLength: 1300, size: 'max' }).map((rows) => {
      // Only the first row has a result of its own; later ones share it.
      const isFirst = (n: number): boolean => typeof rows[n] !== 'number';
      return rows.map((one, n) => (typeof one === 'number' && (one > n || !isFirst(one - 1)) ? null : one));
    });
    const statuses = fc.subarray([...STATUSES], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(lists, statuses, fc.integer({ min: 60, max: 500 }), async (rows, wanted, limit) => {
        const listId = await putRows(store, rows);
        const found = Object.entries(foundIn(rows));
        const half = Math.ceil(found.length / 2);
        for (const part of [found.slice(half), found.slice(0, half)])
          if (part.length > 0) await putResults(store, listId, Object.fromEntries(part));
        const all = rows.flatMap((_, n) => (wanted.includes(statusAt(rows, n) as Status) ? [n + 1] : []));
        const inRuns: number[] = [];
        for (let at = 0, run; (run = await nextRun(store, { listId, statuses: wanted }, at)) !== null; at = run.upTo) {
          assert.ok(run.after >= at && run.upTo > run.after);
          inRuns.push(...all.filter((n) => n > run.after && n <= run.upTo));
        }
        assert.deepEqual(inRuns, all);
        const asked = { listId, statuses: wanted, hasRepeats: true };
        for (let offset = 0; offset <= all.length; offset += limit) {
          const { numbers, total } = await findRows(store, asked, { offset, limit });
          assert.deepEqual([numbers, total], [all.slice(offset, offset + limit), all.length]);
        }
        const before = await blocksOf(store, listId);
        const counted = await countBlocks(store, listId, rows.length);
        assert.deepEqual(await blocksOf(store, listId), before);
        const count = (status: Status): number => rows.filter((_, n) => statusAt(rows, n) === status).length;
        assert.deepEqual(counted, Object.fromEntries(STATUSES.map((status) => [status, count(status)])));
      }),
      { numRuns: 4 },
    );
  });

  it('are counted by a migration for the lists that are there', async () => {
    const store = await openStore(await place());
    const rows: Row[] = ['valid', 1, ...Array<Row>(BLOCK_ROWS).fill('risky'), 'invalid', 1];
    const listId = await putRows(store, rows);
    await putResults(store, listId, foundIn(rows));
    const before = await blocksOf(store, listId);
    await sql`drop table batch_blocks`.execute(store.db);
    await sql`delete from schema_version where version >= 13`.execute(store.db);
    await migrate(store.db, MIGRATIONS.slice(0, 13));
    assert.deepEqual(await blocksOf(store, listId), before);
    assert.deepEqual(
      before.map(({ block, valid, invalid, risky }) => [block, valid, invalid, risky]),
      [
        [0, 2, 0, BLOCK_ROWS - 2],
        [1, 1, 1, 2],
      ],
    );
  });

  it('lead to a page of rare rows in a long list without reading the rest', async () => {
    const store = await open();
    const [ROWS, EVERY] = [200_000, 10_000];
    const listId = await putRows(store, ['valid']);
    await sql`delete from batch_rows where batch_id = ${listId}`.execute(store.db);
    // In parts: a statement has a time limit.
    for (let last = EVERY; last <= ROWS; last += EVERY) {
      const rows = sql`generate_series(${last - EVERY + 1}::integer, ${last}::integer) as n`;
      await sql`insert into batch_rows (batch_id, row_no, cells) select ${listId}::bigint, n, '["a@example.org"]' from ${rows}`.execute(
        store.db,
      );
      await sql`insert into batch_results (batch_id, row_no, status, quality, score, sub_status, mx_record, checked_at)
        select ${listId}::bigint, n, case n when ${last} then 'invalid' else 'valid' end, 'safe', 0.9, '{}', '', now()
        from ${rows}`.execute(store.db);
    }
    await countBlocks(store, listId, ROWS);
    await sql`analyze`.execute(store.db);
    const { noted, plans } = notePlans(store);
    for (const offset of [0, 15]) {
      const page = await findRows(noted, { listId, statuses: ['invalid'], hasRepeats: true }, { offset, limit: 5 });
      assert.deepEqual(page, {
        numbers: Array.from({ length: 5 }, (_, n) => (offset + n + 1) * EVERY),
        total: ROWS / EVERY,
      });
    }
    const [, ofRows, ...others] = await plans();
    assert.match(ofRows ?? '', /Index (?:Only )?Scan using batch_results_pkey on batch_results own/);
    for (const plan of [ofRows, ...others]) assert.doesNotMatch(plan ?? '', /Seq Scan on batch_r/);
  });

  it('of a list stay as they are when a transaction is undone', async () => {
    const store = await open();
    const listId = await putRows(store, ['valid']);
    const undone = inTransaction(store, async (inside) => {
      await addToBlocks(inside, listId, [{ row: 1, status: 'valid' }], false);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual(await blocksOf(store, listId), []);
  });
});
