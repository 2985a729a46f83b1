/** The distribution of the day's calls among clients when some of them ask for many. */
import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import fc from 'fast-check';
import { createBudget, type TakeCall } from '../../src/edge/upstream-budget.js';
import { DEFAULT_QUOTAS, memoryStore, type Quotas } from '../../src/edge/index.js';
import { withFakedClock } from '../support/eventually.js';
import { setUp, startUpstream, validate, fetchToken, assertProblem, checkOnce, post } from './support.js';

const ORIGIN = 'https://shop.example';

/** A day with quotas; its clock stands still. */
const open = (quotas: Partial<Quotas> = {}): { take: TakeCall; clock: { now: number } } => {
  const clock = { now: 0 };
  const now = (): number => clock.now;
  const store = memoryStore({ now });
  return { take: createBudget({ store, quotas: { ...DEFAULT_QUOTAS, ...quotas }, monotonicNow: now }).take, clock };
};

/** As many calls as `clients` get, each until it is refused for good, at most `most` each, in turns. */
const drain = async (take: TakeCall, clients: number, most = 1000, origin = ORIGIN): Promise<number> => {
  let taken = 0;
  for (let checks = 1; checks <= most; checks += 1) {
    let granted = 0;
    for (let client = 0; client < clients; client += 1) if ((await take(origin, checks)).ok) granted += 1;
    taken += granted;
    if (granted === 0) break;
  }
  return taken;
};

for (const [clients, bound] of [
  [1, 1000],
  [10, 10_000],
  [1000, 14_000],
] as const) {
  test(`${clients} busy clients leave calls for people: at least ${20_000 - bound} of 20,000 in a day`, async () => {
    const { take } = open();
    const taken = await drain(take, clients);
    assert.ok(taken <= bound, String(taken));
    for (let person = 0; person < 20_000 - bound; person += 1) assert.ok((await take(ORIGIN, 1)).ok);
  });
}

test('a busy client is refused before people are, and the reason says so', async () => {
  const { take } = open({ checksPerDay: 100 });
  await drain(take, 10);
  const refused = await take(ORIGIN, 50);
  assert.match(
    refused.ok ? '' : refused.reason.reason,
    /busy clients have used up their part of the edge's own checks/,
  );
  assert.ok((await take(ORIGIN, 1)).ok);
});

test('a busy client is refused once it has made more checks than the busy half has calls left', async () => {
  const { take } = open({ checksPerDay: 100 });
  for (let n = 0; n < 20; n += 1) assert.ok((await take(ORIGIN, 6)).ok);
  for (let left = 30; left > 5; left -= 1) {
    assert.ok(!(await take(ORIGIN, left + 1)).ok, `${left + 1} checks, ${left} calls left`);
    assert.ok((await take(ORIGIN, left)).ok, `${left} checks, ${left} calls left`);
  }
});

test('busy clients of one origin leave its own calls for people too', async () => {
  const { take } = open({ checksPerOriginPerDay: 100 });
  assert.ok((await drain(take, 10)) <= 90);
  assert.ok((await take(ORIGIN, 1)).ok);
  assert.equal(await drain(take, 10, 5, 'https://other.example'), 50);
});

test('a client alone may have most of a small day, and the next day anew', async () => {
  const { take, clock } = open({ checksPerDay: 100 });
  const first = await drain(take, 1);
  assert.ok(first >= 25 && first <= 55, String(first));
  clock.now += 86_400_000;
  assert.equal(await drain(take, 1), first);
});

test('a wall clock that is set back by 30 days does not make a spent day longer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const { edge } = setUp((await startUpstream()).baseUrl, { ownClock: true, quotas: { checksPerDay: 40 } });
  /** The checks that a client has in a day before it is refused. */
  const checksOfDay = async (day: number, client: string): Promise<number> => {
    for (let n = 0; ; n += 1) {
      const { status } = await checkOnce(edge, `p${n}@day-${day}.example`, { client });
      if (status !== 'valid') return n;
    }
  };
  const first = await checksOfDay(1, '192.0.2.1');
  assert.ok(first > 5, `${first}: the client is busy`);
  for (let other = 2; other < 8; other += 1) await checksOfDay(1, `192.0.2.${other}`);
  vi.setSystemTime(Date.now() - 30 * 86_400_000);
  vi.advanceTimersByTime(86_400_000);
  assert.equal(await checksOfDay(2, '192.0.2.1'), first);
});

test('never more calls than the quotas, whoever asks, and all of them for people', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 150 }),
      async (checksPerDay, checksPerOriginPerDay, asked) => {
        const { take } = open({ checksPerDay, checksPerOriginPerDay });
        let taken = 0;
        for (const checks of asked) if ((await take(ORIGIN, checks)).ok) taken += 1;
        const most = Math.min(checksPerDay, checksPerOriginPerDay);
        assert.ok(taken <= most);
        for (let i = taken; i < most; i += 1) assert.ok((await take(ORIGIN, 1)).ok);
        assert.ok(!(await take(ORIGIN, 1)).ok);
      },
    ),
  );
});

/** The n-th network of an IPv6 /48. */
/** A client in a network of one /48, each in a /56 of its own. */
const within48 = (n: number): { client: string } => ({ client: `2001:db8:1:${n.toString(16)}00::1` });

test('an IPv6 /48 has four times the quotas of a network, for checks and for tokens', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl, {
    quotas: { checksPerClientPerMinute: 5, tokensPerClientPerMinute: 10 },
  });
  const tokens = await Promise.all(Array.from({ length: 40 }, (_, n) => fetchToken(edge, within48(n))));
  const refusedToken = await post(edge, '/token', null, within48(50));
  const { detail } = await assertProblem(refusedToken, 429, 'rate_limited');
  assert.match(detail, /^More than 40 tokens in a minute from one IPv6 \/48/);
  const answers = await Promise.all(tokens.map((token, n) => validate(edge, token, `p${n}@example.com`, within48(n))));
  assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  assert.equal((await checkOnce(edge, 'ada@example.com', { client: '2001:db8:2:0::1' })).status, 'valid');
  const own = { client: '2001:db8:3::1' };
  const token = await fetchToken(edge, own);
  for (let i = 0; i < 5; i++) assert.equal((await validate(edge, token, `q${i}@example.com`, own)).status, 200);
  const refused = await assertProblem(await validate(edge, token, 'q@example.com', own), 429, 'rate_limited');
  assert.match(refused.detail, /^More than 5 checks in a minute from one network/);
});

test('a client that asks for all calls of the upstream keeps none from the others', async () => {
  const upstream = await startUpstream();
  const { edge } = setUp('', { upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', ratePerSecond: 5 } });
  const token = await fetchToken(edge);
  let asked = 0;
  const people: string[] = [];
  const crowd = async (n: number): Promise<void> => {
    const flood = Array.from({ length: 20 }, () => validate(edge, token, `p${(asked += 1)}@example.com`));
    const person = await checkOnce(edge, `ada${n}@example.com`, { client: `198.51.100.${n}` });
    people.push(person.status);
    await Promise.all(flood);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  for (let n = 0; n < 2; n += 1) await withFakedClock(crowd(n));
  assert.deepEqual(new Set(people), new Set(['valid']));
});
