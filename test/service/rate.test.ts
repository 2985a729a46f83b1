import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { check, problemOf, useHarness } from './harness.js';
import { onBothStores, usePostgres } from './stores.js';

const START = Date.parse('2026-01-15T12:00:00Z');

onBothStores('the rate limit', ({ place, open }) => {
  it('lets five checks a second pass, and refuses the sixth with 429 and when to come again', async () => {
    const service = await open(await place(), { clock: () => new Date(START) });
    for (let left = 4; left >= 0; left -= 1) {
      const response = await check(service, 'anna@example.org');
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('ratelimit-policy'), '"standard";q=5;w=1');
      assert.equal(response.headers.get('ratelimit'), `"standard";r=${left};t=1`);
      assert.equal(response.headers.get('retry-after'), null);
    }
    const sixth = await check(service, 'anna@example.org');
    assert.equal(sixth.status, 429);
    assert.equal(sixth.headers.get('retry-after'), '1');
    assert.equal(sixth.headers.get('ratelimit'), '"standard";r=0;t=1');
    assert.equal((await problemOf(sixth)).code, 'rate_limited');
  });

  it('lets one more pass each 200 ms, and all five again after a second', async () => {
    let time = START;
    const service = await open(await place(), { clock: () => new Date(time) });
    const passes = async (): Promise<boolean> => (await check(service, 'anna@example.org')).status === 200;
    const passing = async (): Promise<number> => {
      let count = 0;
      while (await passes()) count += 1;
      return count;
    };
    assert.equal(await passing(), 5);
    time += 199;
    assert.equal(await passing(), 0);
    time += 1;
    assert.equal(await passing(), 1);
    time += 1000;
    assert.equal(await passing(), 5);
  });

  it('charges nothing for a refused check', async () => {
    const service = await open(await place(), { clock: () => new Date(START) });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => check(service, `${n}@example.org`)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 5);
    assert.equal(answers.filter(({ status }) => status === 429).length, 15);
    const account = await service.fetch(
      new Request('http://service/api/account', { headers: { 'x-api-key': 'own-key-of-the-tests' } }),
    );
    assert.equal(((await account.json()) as { credits: { free: number } }).credits.free, 95);
  });

  it('does not lock an account out when the clock is set back by more than a minute', async () => {
    let time = START;
    const service = await open(await place(), { clock: () => new Date(time) });
    assert.equal((await check(service, 'anna@example.org')).status, 200);
    time -= 3_600_000;
    assert.equal((await check(service, 'anna@example.org')).status, 200);
  });

  it('is none on an enterprise plan', async () => {
    const service = await open(await place(), { clock: () => new Date(START) });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => check(service, `${n}@example.org`)));
    assert.ok(answers.every(({ status, headers }) => status === 200 && !headers.has('ratelimit')));
    await assert.rejects(service.accounts.setPlan(service.firstAccount + 1000, 'enterprise'), RangeError);
  });
});

describe('several services on one PostgreSQL', () => {
  const { open } = useHarness();
  const place = usePostgres();

  it('share one rate limit', async () => {
    const where = await place();
    const services = await Promise.all([1, 2, 3].map(() => open(where, { clock: () => new Date(START) })));
    const answers = await Promise.all(
      services.flatMap((service) => Array.from({ length: 10 }, (_, n) => check(service, `${n}@example.org`))),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  });

  it('share one purse', async () => {
    const where = await place();
    const services = await Promise.all([1, 2, 3].map(() => open(where)));
    const [first] = services;
    assert.ok(first);
    await first.accounts.setPlan(first.firstAccount, 'enterprise');
    await first.accounts.addCredits(first.firstAccount, 11);
    const answers = await Promise.all(
      services.flatMap((service) => Array.from({ length: 50 }, (_, n) => check(service, `${n}@example.org`))),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 111);
    assert.equal(answers.filter(({ status }) => status === 402).length, 39);
  });
});
