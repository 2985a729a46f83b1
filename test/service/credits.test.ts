import assert from 'node:assert/strict';
import { it } from 'vitest';
import fc from 'fast-check';
import type { Caller } from '../../src/service/authenticate.js';
import { addCredits, FREE_CREDITS, pay, readCredits } from '../../src/service/credits.js';
import { createHashes } from '../../src/service/hashes.js';
import type { Store } from '../../src/service/store/tables.js';
import { check, problemOf } from './harness.js';
import { scriptedVerifier, SECRET } from './scripted.js';
import { onBothStores } from './stores.js';
import { eventually } from '../support/eventually.js';

const HASHES = createHashes(SECRET);

const makeCaller = async (store: Store): Promise<Caller> => {
  const { id } = await store.db
    .insertInto('accounts')
    .values({ plan: 'standard' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await store.db
    .insertInto('api_keys')
    .values({ account_id: id, hash: HASHES.key(`key ${id}`), prefix: 'key' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId: id, keyId: key.id, plan: 'standard' };
};

const rowsOf = (store: Store, { accountId }: Caller, pocket?: 'free' | 'bought'): Promise<number> =>
  store.db
    .selectFrom('checks')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('account_id', '=', accountId)
    .$if(pocket !== undefined, (query) => query.where('pocket', '=', pocket ?? 'free'))
    .executeTakeFirstOrThrow()
    .then(({ rows }) => rows);

const payOnce = (store: Store, caller: Caller): Promise<boolean> =>
  pay(store, { caller, subject: HASHES.subject('anna@example.org'), status: 'valid' });

onBothStores('credits', ({ place, open, openStore }) => {
  it('spends the free credits first, then the bought ones, and then refuses', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    await addCredits(store, caller.accountId, 2);
    for (let n = 0; n < FREE_CREDITS; n += 1) assert.equal(await payOnce(store, caller), true);
    assert.deepEqual(await readCredits(store, caller.accountId).then(({ free, bought }) => [free, bought]), [0, 2]);
    assert.deepEqual([await payOnce(store, caller), await payOnce(store, caller)], [true, true]);
    assert.equal(await payOnce(store, caller), false);
    assert.equal(await rowsOf(store, caller, 'free'), FREE_CREDITS);
    assert.equal(await rowsOf(store, caller, 'bought'), 2);
  });

  it('gives 100 free credits on the first of a month in UTC, which do not pile up', async () => {
    let time = new Date('2026-01-31T23:59:59Z');
    const store = await openStore(await place(), { clock: () => time });
    const caller = await makeCaller(store);
    for (let n = 0; n < 3; n += 1) await payOnce(store, caller);
    const january = await readCredits(store, caller.accountId);
    assert.deepEqual(january, { free: FREE_CREDITS - 3, bought: 0, nextFree: new Date('2026-02-01T00:00:00Z') });
    time = new Date('2026-02-01T00:00:00Z');
    assert.equal((await readCredits(store, caller.accountId)).free, FREE_CREDITS);
    await payOnce(store, caller);
    assert.equal((await readCredits(store, caller.accountId)).free, FREE_CREDITS - 1);
  });

  it('gives no free credits twice when the clock is set back', async () => {
    let time = new Date('2026-02-01T00:00:00Z');
    const store = await openStore(await place(), { clock: () => time });
    const caller = await makeCaller(store);
    await payOnce(store, caller);
    time = new Date('2026-01-31T00:00:00Z');
    await payOnce(store, caller);
    time = new Date('2026-02-01T00:00:01Z');
    assert.equal((await readCredits(store, caller.accountId)).free, FREE_CREDITS - 2);
  });

  it('adds none to an account that is not there, and no broken number of them', async () => {
    const store = await openStore(await place());
    const { accountId } = await makeCaller(store);
    await assert.rejects(addCredits(store, accountId + 1000, 1), RangeError);
    for (const count of [0, -1, 0.5, NaN, Infinity])
      await assert.rejects(addCredits(store, accountId, count), RangeError);
  });

  it('never falls below zero and loses none, in whatever order checks, grants and months come', async () => {
    let time = new Date('2026-01-01T00:00:00Z');
    const store = await openStore(await place(), { clock: () => time });
    type Step = { pay: number } | { grant: number } | 'next month';
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 4, arbitrary: fc.record({ pay: fc.integer({ min: 1, max: 70 }) }) },
      { weight: 2, arbitrary: fc.record({ grant: fc.integer({ min: 1, max: 40 }) }) },
      { weight: 1, arbitrary: fc.constant('next month' as const) },
    );
    const promise = fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const caller = await makeCaller(store);
      let bought = 0;
      let paidFree = 0;
      let paidBought = 0;
      let free = FREE_CREDITS;
      for (const one of steps) {
        if (one === 'next month') {
          time = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
          free = FREE_CREDITS;
        } else if ('grant' in one) {
          await addCredits(store, caller.accountId, one.grant);
          bought += one.grant;
        } else {
          const paid = await Promise.all(Array.from({ length: one.pay }, () => payOnce(store, caller)));
          const fromFree = Math.min(one.pay, free);
          const fromBought = Math.min(one.pay - fromFree, bought);
          assert.equal(paid.filter(Boolean).length, fromFree + fromBought);
          free -= fromFree;
          bought -= fromBought;
          paidFree += fromFree;
          paidBought += fromBought;
        }
        const left = await readCredits(store, caller.accountId);
        assert.deepEqual([left.free, left.bought], [free, bought]);
      }
      assert.equal(await rowsOf(store, caller, 'free'), paidFree);
      assert.equal(await rowsOf(store, caller, 'bought'), paidBought);
    });
    await fc.assert(promise, { numRuns: 10 });
  });

  it('answers 50 checks at once with 7 credits left as seven verdicts and 43 times 402', async () => {
    let hold = Promise.resolve();
    const verifier = scriptedVerifier(() => hold);
    const service = await open(await place(), { verifier });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    for (let n = 0; n < FREE_CREDITS - 7; n += 1) assert.equal((await check(service, `${n}@example.org`)).status, 200);
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    const answers = Array.from({ length: 50 }, (_, n) => check(service, `n${n}@example.org`));
    // All of them have found credits, and wait for their verdict.
    await eventually(() => verifier.waiting() === 50);
    release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 7);
    assert.equal(statuses.filter((status) => status === 402).length, 43);
    assert.equal((await problemOf(await check(service, 'one.more@example.org'))).code, 'out_of_credits');
  });
});
