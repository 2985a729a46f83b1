/** The time of an answer tells nobody whether somebody else has asked about an address. */
import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { Edge, EdgeOptions } from '../../src/edge/index.js';
import type { EdgeVerdict } from '../../src/protocol/index.js';
import { eventually, withFakedClock } from '../support/eventually.js';
import { answerJson, checkOnce, fetchToken, ORIGIN, result, setUp, startUpstream, validate } from './support.js';

const OTHER = 'https://other.example';
const ROUNDS = process.env['CI'] ? 120 : 30;

/** An upstream that takes 20 to 60 ms, in no order. */
const scattered = (): ReturnType<typeof startUpstream> => {
  let calls = 0;
  return startUpstream((email, response) => {
    calls += 1;
    setTimeout(
      () => {
        answerJson(response, result(email));
      },
      20 + ((calls * 17) % 41),
    );
  });
};

const open = async (over: Partial<EdgeOptions> = {}) => {
  const upstream = await scattered();
  return { upstream, ...setUp(upstream.baseUrl, { origins: [ORIGIN, OTHER], ...over }) };
};

/** The time of one check in milliseconds, by a client that has a token already. */
const timeOf = async (edge: Edge, email: string, client: string): Promise<number> => {
  const token = await fetchToken(edge, { client });
  const started = performance.now();
  assert.equal((await validate(edge, token, email, { client })).status, 200);
  return performance.now() - started;
};

/**
 * The probability that a time of the one list is above one of the other (Mann and Whitney's U): 0.5 if nobody can tell
 * them apart, 0 or 1 if one look is enough.
 */
const chance = (one: readonly number[], other: readonly number[]): number => {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
};

/**
 * Fails if the times can be told apart: if their chance is four standard deviations of equal times away from 0.5. Equal
 * times fail once in 15,000 runs; times without overlap always do, from 15 of each on.
 */
const assertAlike = (one: readonly number[], other: readonly number[]): void => {
  const found = chance(one, other);
  const deviation = Math.sqrt((one.length + other.length + 1) / (12 * one.length * other.length));
  assert.ok(Math.abs(found - 0.5) < 4 * deviation, `${found}`);
};

test('nobody can tell from the time whether somebody else asked about an address before', async () => {
  const { edge, clock, upstream } = await open();
  const known: number[] = [];
  const fresh: number[] = [];
  // In turns, so that what else this machine does falls on both alike; a second apart, so that no minute is used up.
  for (let i = 0; i < ROUNDS; i++, clock.now += 1000) {
    await timeOf(edge, `asked${i}@example.com`, '192.0.2.1');
    known.push(await timeOf(edge, `asked${i}@example.com`, '198.51.100.1'));
    fresh.push(await timeOf(edge, `fresh${i}@example.com`, '198.51.100.1'));
  }
  assert.equal(upstream.urls.length, 3 * ROUNDS, 'each network has a call of its own');
  assertAlike(known, fresh);
});

test('nobody can tell from the time that somebody else is asking about an address now', async () => {
  const { edge, clock, upstream } = await open();
  const joined: number[] = [];
  const fresh: number[] = [];
  for (let i = 0; i < ROUNDS / 2; i++, clock.now += 1000) {
    const first = timeOf(edge, `asked${i}@example.com`, '192.0.2.1');
    await new Promise((resolve) => setTimeout(resolve, 15));
    joined.push(await timeOf(edge, `asked${i}@example.com`, '198.51.100.1'));
    await first;
    fresh.push(await timeOf(edge, `fresh${i}@example.com`, '198.51.100.1'));
  }
  assert.equal(upstream.urls.length, 3 * fresh.length);
  assertAlike(joined, fresh);
});

test('nobody can tell from the time of a domain that is known by now whether somebody asked about an address there', async () => {
  // As DNS does: the first question about a domain takes long.
  const domains = new Set<string>();
  const upstream = await startUpstream((email, response) => {
    const domain = email.slice(email.indexOf('@'));
    setTimeout(answerJson, domains.has(domain) ? 5 : 100, response, result(email));
    domains.add(domain);
  });
  const { edge, clock } = setUp(upstream.baseUrl);
  const known: number[] = [];
  const fresh: number[] = [];
  await timeOf(edge, 'nobody@neutral.example', '198.51.100.1');
  for (let i = 0; i < ROUNDS / 2; i++, clock.now += 10_000) {
    await timeOf(edge, `ada@asked${i}.example`, '192.0.2.1');
    const pair = [`asked${i}.example`, `fresh${i}.example`];
    for (const domain of i % 2 ? pair.reverse() : pair) {
      await timeOf(edge, `nobody@${domain}`, '198.51.100.1');
      // Before both, so that neither is measured after a longer idle time than the other.
      await timeOf(edge, `before-${domain}@neutral.example`, '198.51.100.1');
      (domain.startsWith('asked') ? known : fresh).push(await timeOf(edge, `ada@${domain}`, '198.51.100.1'));
    }
  }
  assertAlike(known, fresh);
});

test('a client whose own calls have no place gets no verdict that somebody else asked for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const kept: (() => void)[] = [];
  let isSlow = true;
  const upstream = await startUpstream((email, response) => {
    const answer = (): void => {
      answerJson(response, result(email));
    };
    if (isSlow && email.startsWith('slow')) kept.push(answer);
    else answer();
  });
  const verdictOf = async (edge: Edge, token: string, email: string): Promise<EdgeVerdict> =>
    (await (await validate(edge, token, email, { client: '198.51.100.1' })).json()) as EdgeVerdict;
  const { edge } = setUp('', {
    // A client has an eighth of the 100 places of two times the rate for 2.5 seconds.
    upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', ratePerSecond: 20, timeoutMs: 2000 },
  });
  await checkOnce(edge, 'ada@example.com');
  const token = await fetchToken(edge, { client: '198.51.100.1' });
  let refused = 0;
  const others = Array.from({ length: 15 }, async (_, i) => {
    if ((await verdictOf(edge, token, `slow${i}@example.com`)).status === 'unknown') refused += 1;
  });
  await eventually(() => refused > 0);
  for (const email of ['nobody@example.com', 'ada@example.com', 'ada@example.com'])
    assert.deepEqual((await verdictOf(edge, token, email)).sub_status, ['rate_limited'], email);
  isSlow = false;
  for (const answer of kept) answer();
  await withFakedClock(Promise.all(others));
  assert.equal((await withFakedClock(verdictOf(edge, token, 'ada@example.com'))).status, 'valid');
});

test('whoever asks again does not wait again', async () => {
  const { edge } = await open();
  const first: number[] = [];
  const again: number[] = [];
  for (let i = 0; i < 15; i++) {
    first.push(await timeOf(edge, `p${i}@example.com`, '192.0.2.1'));
    again.push(await timeOf(edge, `p${i}@example.com`, '192.0.2.1'));
  }
  assert.ok(chance(first, again) > 0.75);
});

test('what the visitors of one site or of one network asked is not in the memory of another', async () => {
  const { edge, upstream } = await open();
  await checkOnce(edge, 'ada@example.com');
  await checkOnce(edge, 'ada@example.com', { client: '198.51.100.1' });
  await checkOnce(edge, 'ada@example.com');
  assert.equal(upstream.urls.length, 2, 'a network has its own, and asks once');
  await checkOnce(edge, 'ada@example.com', { origin: OTHER });
  assert.equal(upstream.urls.length, 3);
  await Promise.all([checkOnce(edge, 'bob@example.com'), checkOnce(edge, 'bob@example.com', { origin: OTHER })]);
  assert.equal(upstream.urls.length, 5, 'nor are calls in flight shared');
});
