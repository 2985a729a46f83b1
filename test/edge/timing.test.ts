/** The time of an answer tells nobody whether somebody else has asked about an address. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Edge, EdgeOptions } from '../../src/edge/index.js';
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
 * The probability that a time of the one list is above one of the other (Mann and Whitney's U): 0.5 if nobody can tell them apart, 0 or 1 if one
 * look is enough.
 */
const chance = (one: readonly number[], other: readonly number[]): number => {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
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
  assert.equal(upstream.urls.length, 2 * ROUNDS, 'what is known is not asked for again');
  const found = chance(known, fresh);
  assert.ok(found > 0.25 && found < 0.75, `${found}`);
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
  assert.ok(upstream.urls.length <= 2 * fresh.length);
  const found = chance(joined, fresh);
  assert.ok(found > 0.2 && found < 0.8, `${found}`);
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

test('what one site’s visitors asked is not in the memory of another site', async () => {
  const { edge, upstream } = await open();
  await checkOnce(edge, 'ada@example.com');
  await checkOnce(edge, 'ada@example.com', { client: '198.51.100.1' });
  assert.equal(upstream.urls.length, 1);
  await checkOnce(edge, 'ada@example.com', { origin: OTHER });
  assert.equal(upstream.urls.length, 2);
  await Promise.all([checkOnce(edge, 'bob@example.com'), checkOnce(edge, 'bob@example.com', { origin: OTHER })]);
  assert.equal(upstream.urls.length, 4, 'nor are calls in flight shared');
});
