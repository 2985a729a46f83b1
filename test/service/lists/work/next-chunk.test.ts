import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { it } from 'vitest';
import { claim, type Chunk } from '../../../../src/service/lists/work/queue.js';
import { whole } from '../../../support/whole.js';
import { notePlans } from '../../plans.js';
import { onBothStores } from '../../stores.js';
import { claimOne, putWaiting, readsOf } from './queue-support.js';
import { makeRich } from './support.js';

const LEASE_MS = 60_000;
/** Lists that wait for the busy receiver. */
const LISTS = Number(process.env['LISTS'] ?? (whole ? 20_000 : 5000));

onBothStores('the next chunk', ({ place, openStore }) => {
  it('is found behind any number of chunks of a busy receiver, by indexes alone', async () => {
    const store = await openStore(await place());
    const accountId = await makeRich(store, 1);
    await putWaiting(store, accountId, { receiver: 'busy', lists: LISTS });
    for (const receiver of ['a', 'b', 'z']) await putWaiting(store, accountId, { receiver, lists: 2 });
    const busy = { receivers: ['busy', 'other'], accounts: [] };
    const { noted, plans } = notePlans(store);
    const reads = await readsOf(store, (inside) => claimOne(inside, 'probe', busy, LEASE_MS));
    assert(reads < 5000, `${reads} rows were read`);
    await sql`analyze`.execute(store.db);
    const claimed = await claimOne(noted, 'probe', busy, LEASE_MS);
    assert.notEqual(claimed?.receiver, 'busy');
    for (const plan of await plans()) assert.doesNotMatch(plan, /Seq Scan on batch_chunks/);
    const rest: (string | null)[] = [];
    for (;;) {
      const chunk = await claimOne(store, 'probe', busy, LEASE_MS);
      if (chunk === null) break;
      rest.push(chunk.receiver);
    }
    assert.equal(rest.length + 2, 6);
    assert.equal((await claimOne(store, 'probe', { receivers: [], accounts: [] }, LEASE_MS))?.receiver, 'busy');
  });

  it('is claimed with those behind it by one statement, one of each receiver, and each by a claim of its own', async () => {
    const store = await openStore(await place());
    const accountId = await makeRich(store, 1);
    for (const receiver of ['b', 'a', 'c', 'd']) await putWaiting(store, accountId, { receiver, lists: 2 });
    const claimSome = (receivers: string[], most: number) =>
      claim(store, 'probe', { receivers, accounts: [], most }, LEASE_MS);
    const receiversOf = (chunks: readonly Chunk[]) => chunks.map(({ receiver }) => receiver).sort();
    const first = await claimSome([], 5);
    assert.deepEqual(receiversOf(first), ['a', 'b', 'c']);
    assert.equal(new Set(first.map(({ lease }) => lease)).size, 3);
    assert.deepEqual(receiversOf(await claimSome(['a', 'b', 'c'], 5)), ['d']);
    // Far behind a busy one.
    await putWaiting(store, accountId, { receiver: 'busy', lists: 1200 });
    for (const receiver of ['x', 'y', 'z']) await putWaiting(store, accountId, { receiver, lists: 2 });
    const busy = ['a', 'b', 'c', 'd', 'busy'];
    assert.deepEqual(receiversOf(await claimSome(busy, 2)), ['x', 'y']);
    assert.deepEqual(receiversOf(await claimSome([...busy, 'x', 'y'], 2)), ['z']);
  });

  it('is not one of an account that has its share, behind any number of chunks of a busy receiver', async () => {
    const store = await openStore(await place());
    const [one, other] = [await makeRich(store, 1), await makeRich(store, 1)];
    await putWaiting(store, one, { receiver: 'busy', lists: 500 });
    await putWaiting(store, one, { receiver: 'a', lists: 1 });
    await putWaiting(store, other, { receiver: 'b', lists: 1 });
    const chunk = await claimOne(store, 'probe', { receivers: ['busy'], accounts: [one] }, LEASE_MS);
    assert.deepEqual([chunk?.account_id, chunk?.receiver], [other, 'b']);
    assert.equal(await claimOne(store, 'probe', { receivers: ['busy'], accounts: [one] }, LEASE_MS), null);
  });
});
