import assert from 'node:assert/strict';
import { setInterval } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, it } from 'vitest';
import { createRate } from '../../../src/service/keys/rate-limit.js';
import { whole } from '../../support/whole.js';
import { check, problemOf, useHarness } from '../harness.js';
import { killHard, useProcesses } from '../process.js';
import { KEY } from '../scripted.js';
import { noteUses, onBothStores, usePostgres } from '../stores.js';

/** The largest number of times in any window of `ms`. */
const mostWithin = (times: readonly number[], ms: number): number =>
  Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + ms).length));

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

const START = Date.parse('2026-01-15T12:00:00Z');

onBothStores('the rate limit', ({ place, open, openStore }) => {
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

  it('lets one more pass a second after each, so that no second has more than five', async () => {
    let time = START;
    const service = await open(await place(), { clock: () => new Date(time) });
    const passes = async (): Promise<boolean> => (await check(service, 'anna@example.org')).status === 200;
    const passing = async (): Promise<number> => {
      let count = 0;
      while (await passes()) count += 1;
      return count;
    };
    assert.ok(await passes());
    time += 300;
    assert.ok((await passes()) && (await passes()));
    time += 300;
    assert.equal(await passing(), 2);
    time += 399;
    assert.equal(await passing(), 0);
    time += 1;
    assert.equal(await passing(), 1);
    time += 300;
    assert.equal(await passing(), 2);
    time += 1000;
    assert.equal(await passing(), 5);
  });

  it('costs a flood of one account few statements, so that no other waits behind more of them', async () => {
    const store = await openStore(await place(), { clock: () => new Date(START) });
    const { id: accountId } = await store.db
      .insertInto('accounts')
      .values({ plan: 'standard' })
      .returning('id')
      .executeTakeFirstOrThrow();
    let statements = 0;
    const counting = noteUses(store, () => {
      statements += 1;
    });
    const take = createRate(counting);
    const ends = await Promise.allSettled(Array.from({ length: 200 }, () => take({ accountId, plan: 'standard' })));
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 5);
    assert.equal(statements, 6);
    await assert.rejects(take({ accountId, plan: 'standard' }), { code: 'rate_limited' });
    assert.equal(statements, 7);
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
  const { open, openStore } = useHarness();
  const place = usePostgres();
  const start = useProcesses();

  it('share one rate limit', async () => {
    const where = await place();
    const services = await Promise.all([1, 2, 3].map(() => open(where, { clock: () => new Date(START) })));
    const answers = await Promise.all(
      services.flatMap((service) => Array.from({ length: 10 }, (_, n) => check(service, `${n}@example.org`))),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  });

  it.runIf(whole)(
    'let 5 checks a second pass over a minute, no 5 % more, and never more than 6 in any second',
    { timeout: 120_000 },
    async () => {
      const where = await place();
      const running = ['1000', '1000'].map((credits) => start(where.databaseUrl ?? '', credits, 'standard'));
      const bases = await Promise.all(running.map(({ ready }) => ready));
      const { db } = await openStore(where);
      // A busy machine delays answers: what counts is the time at which the database let a check pass.
      await sql`create table passed (at timestamptz not null)`.execute(db);
      await sql`create function note_passed() returns trigger language plpgsql as
        $$ begin insert into passed values (new.recent[cardinality(new.recent)]); return null; end $$`.execute(db);
      await sql`create trigger note after update of recent on accounts
        for each row execute function note_passed()`.execute(db);
      const statuses: Promise<number>[] = [];
      const ask = async (base: string): Promise<number> => {
        const response = await fetch(`${base}/api/validate?apikey=${KEY}&email=anna@example.org`);
        await response.arrayBuffer();
        return response.status;
      };
      // At an even interval, whatever the answers take: a place in the window that is free is taken at once.
      for await (const began of setInterval(25, performance.now())) {
        statuses.push(...bases.map(ask));
        if (performance.now() - began > 61_000) break;
      }
      const answered = await Promise.all(statuses);
      await Promise.all(running.map(killHard));
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from at) * 1000)::float8 as ms from passed order by at`.execute(db);
      const passed = rows.map(({ ms }) => ms);
      const perSecond = passed.filter((ms) => ms < (passed[0] ?? 0) + 60_000).length / 60;
      const most = mostWithin(passed, 1000);
      console.log(`${perSecond.toFixed(2)} a second, at most ${most} in a second`);
      assert.deepEqual([...new Set(answered)].sort(), [200, 429]);
      assert.equal(answered.filter((status) => status === 200).length, passed.length);
      assert.ok(perSecond < 5.25, `${perSecond} a second`);
      // A pause of any process lets none pass for a while: at the other times, each passes a second after the fifth one
      // before, or somewhat later on a busy machine.
      const fiveMs = median(passed.slice(5).map((ms, n) => ms - passed[n]!));
      assert.ok(fiveMs < 1500, `five in ${fiveMs} ms`);
      assert.ok(most <= 6, `${most} in a second`);
    },
  );

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
