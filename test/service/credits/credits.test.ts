import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { addCredits, FREE_CREDITS, readCredits } from '../../../src/service/credits/credits.js';
import { check, problemOf } from '../harness.js';
import { audit, checksBySource, left, makeCaller, payOnce, payTimes } from './ledger-support.js';
import { killHard, useProcesses } from '../process.js';
import { KEY, scriptedVerifier } from '../scripted.js';
import { onBothStores, usePostgres } from '../stores.js';
import { eventually } from '../../support/eventually.js';
import { whole } from '../../support/whole.js';

const countStatuses = (answers: Response[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

onBothStores('credits', ({ place, open, openStore }) => {
  it('spends what expires first, bought credits last, and then refuses', async () => {
    const time = new Date('2026-01-10T12:00:00Z');
    const store = await openStore(await place(), { clock: () => time });
    const caller = await makeCaller(store);
    await addCredits(store, caller.accountId, 2);
    await addCredits(store, caller.accountId, 3, { source: 'grant' });
    await addCredits(store, caller.accountId, 4, { source: 'grant', expiresAt: new Date('2026-01-20T00:00:00Z') });
    assert.equal(await payTimes(store, caller, 4), 4);
    assert.deepEqual(await left(store, caller), [FREE_CREDITS, 5, 0]);
    assert.equal(await payTimes(store, caller, FREE_CREDITS), FREE_CREDITS);
    assert.deepEqual(await left(store, caller), [0, 5, 0]);
    assert.equal(await payTimes(store, caller, 3), 3);
    assert.deepEqual(await checksBySource(store, caller), { free: FREE_CREDITS, grant: 7 });
    assert.equal(await payTimes(store, caller, 3), 2);
    assert.equal(await payOnce(store, caller), false);
    assert.deepEqual(await checksBySource(store, caller), { free: FREE_CREDITS, grant: 7, purchase: 2 });
    await audit(store);
  });

  it('gives 100 free credits on the first of a month in UTC, which do not pile up', async () => {
    let time = new Date('2026-01-31T23:59:59Z');
    const store = await openStore(await place(), { clock: () => time });
    const caller = await makeCaller(store);
    await payTimes(store, caller, 3);
    assert.deepEqual(await left(store, caller), [FREE_CREDITS - 3, 0, 0]);
    assert.deepEqual((await readCredits(store, caller.accountId)).nextFree, new Date('2026-02-01T00:00:00Z'));
    time = new Date('2026-02-01T00:00:00Z');
    assert.deepEqual(await left(store, caller), [FREE_CREDITS, 0, 0]);
    await payOnce(store, caller);
    assert.deepEqual(await left(store, caller), [FREE_CREDITS - 1, 0, 0]);
  });

  it('gives no free credits of a month twice, and takes none, when the clock is wrong for a while', async () => {
    let time = new Date('2026-02-10T00:00:00Z');
    const store = await openStore(await place(), { clock: () => time });
    const caller = await makeCaller(store);
    await addCredits(store, caller.accountId, 5, { source: 'grant', expiresAt: new Date('2026-03-15T00:00:00Z') });
    await payOnce(store, caller);
    for (const [wrong, granted] of [
      ['2027-02-10T00:00:00Z', 0],
      ['2025-12-31T00:00:00Z', 5],
    ] as const) {
      time = new Date(wrong);
      await payOnce(store, caller);
      await payOnce(store, caller);
      assert.deepEqual(await left(store, caller), [FREE_CREDITS - 2, granted, 0]);
      time = new Date('2026-02-10T00:00:01Z');
      assert.deepEqual(await left(store, caller), [FREE_CREDITS - 1, 5, 0]);
    }
  });

  it('spends no bought credits while the free ones of a new month are not in the ledger', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    await addCredits(store, caller.accountId, 5);
    assert.equal(await payTimes(store, caller, 20), 20);
    assert.deepEqual(await left(store, caller), [FREE_CREDITS - 20, 5, 0]);
  });

  it('adds credits once for each reference', async () => {
    const store = await openStore(await place());
    const [one, other] = [await makeCaller(store), await makeCaller(store)];
    const adding = [1, 2, 3].map(() => addCredits(store, one.accountId, 50, { reference: 'payment 1' }));
    assert.deepEqual((await Promise.all(adding)).sort(), [false, false, true]);
    assert.equal(await addCredits(store, other.accountId, 50, { reference: 'payment 1' }), false);
    assert.equal(await addCredits(store, one.accountId, 50, { reference: 'payment 2' }), true);
    assert.deepEqual(await left(store, one), [FREE_CREDITS, 100, 0]);
    assert.deepEqual(await left(store, other), [FREE_CREDITS, 0, 0]);
  });

  it('adds none to an account that is not there, no broken number of them, and none that have expired', async () => {
    const store = await openStore(await place());
    const { accountId } = await makeCaller(store);
    await assert.rejects(addCredits(store, accountId + 1000, 1), RangeError);
    await assert.rejects(addCredits(store, accountId, 1, { expiresAt: new Date(0) }), RangeError);
    for (const count of [0, -1, 0.5, NaN, Infinity])
      await assert.rejects(addCredits(store, accountId, count), RangeError);
  });

  it('answers 500 checks at once with 100 credits left as 100 verdicts and 400 times 402', async () => {
    const service = await open(await place());
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => check(service, `n${n}@example.org`)));
    assert.deepEqual(countStatuses(answers), { 200: 100, 402: 400 });
    assert.equal((await problemOf(await check(service, 'one.more@example.org'))).code, 'out_of_credits');
    const account = await service.fetch(new Request(`http://service/api/account?apikey=${KEY}`));
    assert.deepEqual(((await account.json()) as { credits: object }).credits, { free: 0, bought: 0, reserved: 0 });
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

describe.runIf(whole)('two processes of the service on one PostgreSQL', () => {
  const place = usePostgres();
  const start = useProcesses();

  it('answer 500 checks at once with 100 credits left as 100 verdicts and 400 times 402', async () => {
    const { databaseUrl } = await place();
    const services = [start(databaseUrl ?? ''), start(databaseUrl ?? '')];
    const bases = await Promise.all(services.map(({ ready }) => ready));
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        fetch(`${bases[n % 2]}/api/validate?apikey=${KEY}&email=n${n}@example.org`),
      ),
    );
    assert.deepEqual(countStatuses(answers), { 200: 100, 402: 400 });
    await Promise.all(services.map(killHard));
  });
});
