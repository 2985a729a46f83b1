import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { it } from 'vitest';
import { renew, sweep, type Chunk } from '../../../../src/service/lists/work/queue.js';
import { CHUNK_ROWS, queueLookups } from '../../../../src/service/lists/work/turns.js';
import type { Store } from '../../../../src/service/schema.js';
import { inTransaction } from '../../../../src/service/store/transaction.js';
import { whole } from '../../../support/whole.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { claimOne, readsOf } from './queue-support.js';
import { makeRich } from './support.js';

/** Nobody is busy. */
const NO_ONE = { receivers: [], accounts: [] };
const LEASE_MS = 60_000;
/** Chunks that wait for later: `WAITING=1000000` for a million. */
const WAITING = Number(process.env['WAITING'] ?? (whole ? 100_000 : 10_000));

/** Makes an account with a list that has chunks alone. */
const putChunks = async (store: Store, count: number): Promise<number> => {
  const accountId = await makeRich(store, 1);
  const id = await putList(store, [], { accountId });
  await inTransaction(store, (inside) => queueLookups(inside, { id, account_id: accountId }, count * CHUNK_ROWS));
  return id;
};

const claimLookUp = async (store: Store): Promise<Chunk> => {
  const chunk = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
  assert.ok(chunk);
  return chunk;
};

const claimAll = async (store: Store): Promise<Chunk[]> => {
  const chunks: Chunk[] = [];
  for (;;) {
    const chunk = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    if (chunk === null) return chunks;
    chunks.push(chunk);
  }
};

const passTime = async (store: Store): Promise<void> => {
  await sql`update batch_chunks set due_at = due_at - interval '1 hour' where due_at is not null`.execute(store.db);
};

onBothStores('the queue of chunks', ({ place, openStore }) => {
  it('cuts a long list into larger look-ups, which take as many turns as small ones would', async () => {
    const store = await openStore(await place());
    const cut = async (rows: number): Promise<{ chunks: number; rows: number; largest: number; turns: number }> => {
      const accountId = await makeRich(store, 1);
      const id = await putList(store, [], { accountId });
      await inTransaction(store, (inside) => queueLookups(inside, { id, account_id: accountId }, rows));
      const { rows: found } = await sql<Awaited<ReturnType<typeof cut>>>`
        select count(*)::integer as chunks, sum(last_row - first_row + 1)::integer as rows,
          max(last_row - first_row + 1) as largest, (max(turn) - min(turn))::integer as turns
        from batch_chunks where batch_id = ${id}`.execute(store.db);
      return found[0] ?? assert.fail();
    };
    assert.deepEqual(await cut(100_000), { chunks: 100, rows: 100_000, largest: 1000, turns: 99 });
    assert.deepEqual(await cut(250_001), { chunks: 100, rows: 250_001, largest: 2501, turns: 247 });
    assert.deepEqual(await cut(1_000_000), { chunks: 250, rows: 1_000_000, largest: 4000, turns: 996 });
  });

  it('gives accounts their turns one after the other, however much each has waiting', async () => {
    const store = await openStore(await place());
    const long = await putChunks(store, 20);
    const first: Chunk[] = [];
    for (let n = 0; n < 5; n += 1) first.push(await claimLookUp(store));
    assert.deepEqual([...new Set(first.map(({ batch_id }) => batch_id))], [long]);
    const two = await putChunks(store, 4);
    const three = await putChunks(store, 1);
    const next = (await claimAll(store)).map(({ batch_id }) => batch_id);
    assert.deepEqual(next.slice(0, 9), [long, two, three, long, two, long, two, long, two]);
    assert.equal(next.length, 20);
  });

  it('gives no account a second share for lists that it uploads side by side', async () => {
    const store = await openStore(await place());
    const accountId = await makeRich(store, 1);
    const ids = await Promise.all(Array.from({ length: 5 }, () => putList(store, [], { accountId })));
    await Promise.all(
      ids.map((id) =>
        inTransaction(store, (inside) => queueLookups(inside, { id, account_id: accountId }, 3 * CHUNK_ROWS)),
      ),
    );
    const other = await putChunks(store, 3);
    const order = (await claimAll(store)).map(({ batch_id }) => batch_id === other);
    assert.deepEqual(order.slice(0, 6).filter(Boolean).length, 3, 'the other one has every second turn');
  });

  it('gives each chunk to one of many that claim at once', async () => {
    const store = await openStore(await place());
    await putChunks(store, 30);
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claimAll(store)))).flat();
    assert.equal(claimed.length, 30);
    assert.equal(new Set(claimed.map(({ id }) => id)).size, 30);
  });

  it('takes back what is not renewed, and nothing else', async () => {
    const store = await openStore(await place());
    await putChunks(store, 2);
    const [lost, kept] = await claimAll(store);
    assert.ok(lost && kept);
    await passTime(store);
    assert.deepEqual(await renew(store, [kept.lease], LEASE_MS), new Set([kept.lease]));
    assert.equal(await sweep(store), 1);
    assert.deepEqual(await renew(store, [lost.lease, kept.lease], LEASE_MS), new Set([kept.lease]));
    const again = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.deepEqual([again?.id, again?.attempts], [lost.id, 2]);
    assert.notEqual(again?.lease, lost.lease);
    assert.equal(await sweep(store), 0);
  });

  it('reads a few rows for a claim, a renewal and a sweep when hundreds of thousands of chunks wait for later', async () => {
    const store = await openStore(await place());
    const id = await putChunks(store, 300);
    const { lease } = await claimLookUp(store);
    for (let step = 0; step < WAITING / 10_000; step += 1)
      await sql`insert into batch_chunks (batch_id, account_id, kind, receiver, due_at)
        select id, account_id, 'probe', ${`mx${step}.`} || n, now() + interval '1 hour'
        from batches, generate_series(1, 10000) as n where id = ${id}`.execute(store.db);
    const readAll = async (): Promise<number[]> => [
      await readsOf(store, (inside) => claimOne(inside, 'lookup', NO_ONE, LEASE_MS)),
      await readsOf(store, (inside) =>
        claimOne(inside, 'probe', { receivers: ['mx1', 'mx2'], accounts: [7] }, LEASE_MS),
      ),
      await readsOf(store, (inside) => renew(inside, [lease], LEASE_MS)),
      await readsOf(store, (inside) => sweep(inside)),
    ];
    // PostgreSQL does not know yet how many there are.
    const before = await readAll();
    await sql`analyze batch_chunks`.execute(store.db);
    const reads = [...before, ...(await readAll())];
    assert.ok(
      reads.every((count) => count <= 10),
      reads.join(', '),
    );
  });
});
