import assert from 'node:assert/strict';
import { it } from 'vitest';
import { addCredits, FREE_CREDITS } from '../../../src/service/credits/credits.js';
import { createStandings } from '../../../src/service/credits/ledger.js';
import { createCharges } from '../../../src/service/credits/charges.js';
import { release, reserve } from '../../../src/service/credits/reservations.js';
import { audit, HASHES, left, makeCaller, payTimes } from './ledger-support.js';
import { onBothStores } from '../stores.js';
import { whole } from '../../support/whole.js';

onBothStores('charges that share statements', ({ place, openStore }) => {
  it('spend every credit of many lots once, from several processes', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    for (let n = 0; n < 40; n += 1) await addCredits(store, caller.accountId, 1 + (n % 3), { source: 'grant' });
    const credits = FREE_CREDITS + 14 + 13 * 2 + 13 * 3;
    const paid = await Promise.all([1, 2, 3].map(() => payTimes(store, caller, 80)));
    assert.equal(
      paid.reduce((sum, count) => sum + count, 0),
      credits,
    );
    assert.deepEqual(await left(store, caller), [0, 0, 0]);
    await audit(store);
  });

  it('see the credits as reservations that come and go beside them leave them', async () => {
    const store = await openStore(await place());
    for (let round = 0; round < (whole ? 4 : 1); round += 1) {
      const caller = await makeCaller(store);
      const { accountId } = caller;
      for (let n = 0; n < 20; n += 1) await addCredits(store, accountId, 10, { source: n % 2 ? 'grant' : 'purchase' });
      const reserving = Array.from({ length: 15 }, async () => {
        const id = await reserve(store, accountId, 20);
        if (id !== null) await release(store, id);
      });
      const [one, other] = await Promise.all([
        payTimes(store, caller, 100),
        payTimes(store, caller, 100),
        ...reserving,
      ]);
      const [free = 0, bought = 0] = await left(store, caller);
      assert.equal(free + bought + one + other, 300);
      await audit(store);
    }
  });

  it('fail for an account that was erased, and for no other', async () => {
    const store = await openStore(await place());
    const [caller, other] = [await makeCaller(store), await makeCaller(store)];
    const pay = createCharges(store);
    const subject = HASHES.subject('anna@example.org');
    const erased = { accountId: other.accountId + 1000, keyId: other.keyId };
    const paying = [erased, caller, other, erased].map((one) => pay({ caller: one, subject, status: 'valid' }));
    const results = await Promise.allSettled(paying);
    assert.deepEqual(
      results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { code: string }).code)),
      ['23503', true, true, '23503'],
    );
  });

  it('tell repeats of many addresses apart', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    const [pay, readStanding] = [createCharges(store), createStandings(store)];
    const subjects = Array.from({ length: 40 }, (_, n) => HASHES.subject(`${n}@example.org`));
    const isUnknown = (n: number): boolean => n < 30 && n % 3 === 0;
    await Promise.all(
      subjects.slice(0, 30).map((subject, n) => pay({ caller, subject, status: isUnknown(n) ? 'unknown' : 'valid' })),
    );
    const found = await Promise.all(subjects.map((subject) => readStanding(caller.accountId, subject)));
    assert.deepEqual(
      found.map(({ isRepeat }) => isRepeat),
      subjects.map((_, n) => isUnknown(n)),
    );
    assert.ok(found.every(({ free }) => free === FREE_CREDITS - 30));
  });
});
