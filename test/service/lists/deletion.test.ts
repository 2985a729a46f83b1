import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sql } from 'kysely';
import { addCredits } from '../../../src/service/credits/credits.js';
import { deleteOldLists, eraseLists, markDeleted } from '../../../src/service/lists/deletion.js';
import type { Store } from '../../../src/service/schema.js';
import { inTransaction } from '../../../src/service/store/transaction.js';
import { audit, left, makeCaller } from '../credits/ledger-support.js';
import { onBothStores } from '../stores.js';
import { complete, putResults } from './results/support.js';
import { putList } from './support.js';

const { signal } = new AbortController();
const ROWS = Array.from({ length: 5000 }, (_, n) => [`n${n}@example.org`]);

const countRows = async ({ db }: Store, listId: number): Promise<number[]> => {
  const counts = ['batch_rows', 'batch_results', 'batch_probes', 'batch_chunks'].map((table) =>
    sql<{ count: number }>`select count(*) from ${sql.table(table)} where batch_id = ${listId}`.execute(db),
  );
  return (await Promise.all(counts)).map(({ rows }) => rows[0]?.count ?? -1);
};

onBothStores('the deletion of lists', ({ place, openStore }) => {
  it('deletes the rows of lists past their time in steps; numbers and credits stay', async () => {
    let now = new Date('2026-01-10T12:00:00Z');
    const store = await openStore(await place(), { clock: () => now });
    const caller = await makeCaller(store);
    const { accountId } = caller;
    await addCredits(store, accountId, 20_000);
    const done = await putList(store, ROWS, { accountId });
    await putResults(store, done, { 1: 'valid', 3000: 'risky', 5000: 'unknown' });
    await complete(store, done);
    const running = await putList(store, ROWS.slice(0, 10), { accountId });
    await sql`insert into batch_probes (batch_id, row_no, receiver, question, due_at) values (${running}, 3, 'mx', '{}', now())`.execute(
      store.db,
    );
    now = new Date('2026-02-01T12:00:00Z');
    const young = await putList(store, ROWS.slice(0, 10), { accountId });
    assert.equal(await deleteOldLists(store, signal, 0), 0);

    now = new Date('2026-02-10T12:00:00Z');
    // A deletion that was begun is ended by the next run, here or in another process.
    assert.equal(await deleteOldLists(store, AbortSignal.abort(), 0), 0);
    await Promise.all([deleteOldLists(store, signal, 0), deleteOldLists(store, signal, 0)]);
    assert.deepEqual(await countRows(store, done), [0, 0, 0, 0]);
    assert.deepEqual(await countRows(store, running), [0, 0, 0, 0]);
    assert.deepEqual(await countRows(store, young), [10, 0, 0, 1]);
    assert.equal(await deleteOldLists(store, signal, 0), 0);
    const lists = await store.db
      .selectFrom('batches')
      .select(['id', 'status', 'total', 'deleted_at'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      lists.map(({ id, status, total, deleted_at }) => [id, status, total, deleted_at !== null]),
      [
        [done, 'completed', 5000, true],
        [running, 'cancelled', 10, true],
        [young, 'pending', 10, false],
      ],
    );
    assert.equal((await left(store, caller))[2], 10);
    await audit(store);
  });

  it('leaves nothing of an upload that broke off, and gives its credits back', async () => {
    let now = new Date('2026-01-10T12:00:00Z');
    const store = await openStore(await place(), { clock: () => now });
    const caller = await makeCaller(store);
    const id = await putList(store, ROWS.slice(0, 50), { accountId: caller.accountId });
    await store.db
      .updateTable('batches')
      .set({ status: 'uploading', idempotency_key: 'x', idempotency_hash: Buffer.from('x') })
      .where('id', '=', id)
      .execute();
    now = new Date('2026-01-10T12:59:59Z');
    assert.equal(await deleteOldLists(store, signal, 0), 0);
    now = new Date('2026-01-10T13:00:00Z');
    assert.equal(await deleteOldLists(store, signal, 0), 1);
    assert.deepEqual(await countRows(store, id), [0, 0, 0, 0]);
    assert.deepEqual(await store.db.selectFrom('batches').select('id').execute(), []);
    assert.deepEqual(await left(store, caller), [100, 0, 0]);
    await audit(store);
  });

  it('leaves no name of a file, neither with the list nor with its callbacks, which are sent all the same', async () => {
    const store = await openStore(await place());
    const { accountId } = await makeCaller(store);
    const callbackUrl = 'https://example.com/lists';
    const id = await putList(store, ROWS.slice(0, 10), { accountId, name: 'Anna Muster.csv', callbackUrl });
    assert.equal(await markDeleted(store, id), true);
    assert.equal(await markDeleted(store, id), false);
    const callbacks = await store.db.selectFrom('batch_callbacks').select(['payload', 'due_at']).execute();
    const [{ payload, due_at } = { payload: '', due_at: null }] = callbacks;
    const { type, data } = JSON.parse(payload) as { type: string; data: Record<string, unknown> };
    assert.deepEqual([type, data['name'], data['total']], ['batch.cancelled', '', 10]);
    assert(due_at !== null);
    await deleteOldLists(store, signal, 0);
    assert.deepEqual(await store.db.selectFrom('batches').select('name').execute(), [{ name: '' }]);
  });

  it('of an account leaves no name, no address and no place to call back', async () => {
    const store = await openStore(await place());
    const [caller, other] = [await makeCaller(store), await makeCaller(store)];
    const columns = ['Anna'];
    const callbackUrl = 'https://example.com/anna';
    const id = await putList(store, ROWS.slice(0, 10), { accountId: caller.accountId, columns, callbackUrl });
    const kept = await putList(store, ROWS.slice(0, 10), { accountId: other.accountId });
    await inTransaction(store, (inside) => eraseLists(inside, caller.accountId));
    const row = await store.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual([row.status, row.name, row.columns, row.callback_url], ['cancelled', '', null, null]);
    assert(row.deleted_at !== null);
    assert.equal((await left(store, caller))[2], 0);
    await deleteOldLists(store, signal, 0);
    assert.deepEqual(await countRows(store, id), [0, 0, 0, 0]);
    assert.deepEqual(await countRows(store, kept), [10, 0, 0, 1]);
    await audit(store);
  });
});
