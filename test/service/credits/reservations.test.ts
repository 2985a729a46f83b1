import assert from 'node:assert/strict';
import { it } from 'vitest';
import { addCredits, FREE_CREDITS } from '../../../src/service/credits/credits.js';
import { release, reserve, spendReserved } from '../../../src/service/credits/reservations.js';
import { audit, left, makeCaller, payOnce, payTimes } from './ledger-support.js';
import { onBothStores } from '../stores.js';

onBothStores('a reservation', ({ place, openStore }) => {
  it('sets credits aside, spends them, and returns the rest', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    await addCredits(store, caller.accountId, 50);
    const id = await reserve(store, caller.accountId, 120);
    assert.ok(id !== null);
    assert.deepEqual(await left(store, caller), [0, 30, 120]);
    assert.deepEqual(await spendReserved(store, id, 100), [{ source: 'free', amount: 100 }]);
    assert.equal(await spendReserved(store, id, 21), null);
    assert.deepEqual(await spendReserved(store, id, 5), [{ source: 'purchase', amount: 5 }]);
    assert.deepEqual(await left(store, caller), [0, 30, 15]);
    assert.equal(await release(store, id), 15);
    assert.deepEqual(await left(store, caller), [0, 45, 0]);
    assert.deepEqual([await release(store, id), await spendReserved(store, id, 1)], [0, null]);
    await audit(store);
  });

  it('is refused if there are fewer credits, and takes none then', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    assert.equal(await reserve(store, caller.accountId, FREE_CREDITS + 1), null);
    assert.deepEqual(await left(store, caller), [FREE_CREDITS, 0, 0]);
    for (const count of [0, -1, 0.5, NaN]) await assert.rejects(reserve(store, caller.accountId, count), RangeError);
  });

  it('outlives the month of its credits, whose rest is lost with the month', async () => {
    let time = new Date('2026-01-31T23:00:00Z');
    const store = await openStore(await place(), { clock: () => time });
    const caller = await makeCaller(store);
    const id = await reserve(store, caller.accountId, 60);
    assert.ok(id !== null);
    time = new Date('2026-02-01T01:00:00Z');
    assert.deepEqual(await left(store, caller), [FREE_CREDITS, 0, 60]);
    assert.deepEqual(await spendReserved(store, id, 50), [{ source: 'free', amount: 50 }]);
    assert.equal(await release(store, id), 10);
    assert.deepEqual(await left(store, caller), [FREE_CREDITS, 0, 0]);
  });

  it('shares the credits with others at once, and no credit is in two', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    await addCredits(store, caller.accountId, 100);
    const [ids, paid] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => reserve(store, caller.accountId, 15))),
      payTimes(store, caller, 60),
    ]);
    const made = ids.filter((id) => id !== null);
    const [free = 0, bought = 0, reserved] = await left(store, caller);
    assert.equal(reserved, made.length * 15);
    assert.equal(free + bought + made.length * 15 + paid, 200);
    const spent = await Promise.all(
      made.flatMap((id) => [spendReserved(store, id, 10), spendReserved(store, id, 10), payOnce(store, caller)]),
    );
    assert.ok(spent.filter(Boolean).length >= made.length);
    await Promise.all(made.map((id) => release(store, id)));
    assert.equal((await left(store, caller))[2], 0);
    await audit(store);
  });
});
