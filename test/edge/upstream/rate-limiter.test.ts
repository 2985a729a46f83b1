import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import fc from 'fast-check';
import { createRateLimiter } from '../../../src/edge/upstream/rate-limiter.js';
import { checkOnce, setUp, startUpstream } from '../support.js';

/** Stops the rate limiter's clock and its timers, until the test ends. */
const stopClock = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
};

test('as many calls as a second has go at once, and the ones after them at the rate', async () => {
  stopClock();
  const { enter } = createRateLimiter(20, 500);
  const started = performance.now();
  const waits: number[] = [];
  const turn = async (): Promise<void> => {
    if (await enter(0)) waits.push(performance.now() - started);
  };
  const turns = Array.from({ length: 30 }, turn);
  await new Promise(setImmediate);
  assert.equal(waits.length, 20);
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(turns);
  assert.deepEqual(
    waits.slice(20),
    Array.from({ length: 10 }, (_, i) => 50 * (i + 1)),
  );
});

test('a call whose turn would come too late is told so at once', async () => {
  stopClock();
  const { enter } = createRateLimiter(10, 200);
  const told: boolean[] = [];
  const turns = Array.from({ length: 100 }, () => enter(0).then((isTurn) => told.push(isTurn)));
  await Promise.race([Promise.all(turns), new Promise(setImmediate)]);
  assert.equal(told.filter((isTurn) => isTurn).length, 10, 'ten at once');
  assert.equal(told.filter((isTurn) => !isTurn).length, 88, 'two within 200 ms, and nobody waits for the others');
  vi.advanceTimersByTime(200);
  await Promise.all(turns);
});

test('an infinite rate makes nobody wait, but for a pause', async () => {
  const { enter, pause } = createRateLimiter(Infinity, 100);
  const turns = await Promise.all(Array.from({ length: 1000 }, () => enter(0)));
  assert.ok(turns.every((isTurn) => isTurn));
  pause(60_000);
  assert.equal(await enter(0), false);
});

test('after a pause calls go on', async () => {
  stopClock();
  const { enter, pause } = createRateLimiter(5, 10);
  pause(80);
  assert.equal(await enter(0), false);
  vi.advanceTimersByTime(80);
  assert.equal(await enter(0), true);
});

test('a client that has asked little goes first, however many calls of others wait', async () => {
  stopClock();
  const { enter } = createRateLimiter(5, 1000);
  const turns: number[] = [];
  const refused: number[] = [];
  const ask = async (rank: number): Promise<void> => {
    ((await enter(rank)) ? turns : refused).push(rank);
  };
  const calls = Array.from({ length: 40 }, (_, i) => ask(100 + i));
  await new Promise(setImmediate);
  assert.equal(turns.length, 5, 'the bucket is empty');
  assert.equal(refused.length, 30, 'five wait');
  calls.push(ask(2), ask(1));
  await new Promise(setImmediate);
  assert.deepEqual(refused.slice(30), [109, 108], 'those whose turn would now come too late');
  vi.advanceTimersByTime(1000);
  await Promise.all(calls);
  assert.deepEqual(turns.slice(5), [1, 2, 105, 106, 107]);
});

test('people who come at the same moment have half of the bucket, while somebody asks without end', async () => {
  stopClock();
  const { enter } = createRateLimiter(5, 1000, 5);
  const crowd = Array.from({ length: 40 }, (_, i) => enter(100 + i));
  for (let i = 0; i < 50; i += 1) {
    await vi.advanceTimersByTimeAsync(100);
    crowd.push(enter(200 + i));
  }
  const people: number[] = [];
  const enterPerson = async (rank: number): Promise<void> => {
    if (await enter(rank)) people.push(performance.now());
  };
  const started = performance.now();
  const turns = [1, 2, 4, 5].map(enterPerson);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(turns);
  assert.equal(people.filter((at) => at === started).length, 2);
  assert.ok(Math.max(...people) - started <= 400, 'the others wait for no one else');
  await vi.advanceTimersByTimeAsync(1000);
  const granted = (await Promise.all(crowd)).filter((isTurn) => isTurn).length;
  assert.ok(granted >= 25, `the crowd had the rest of the rate: ${granted}`);
});

test('in no stretch of time do more calls go than the rate and its burst allow', async () => {
  stopClock();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 20, max: 200 }),
      fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 60 }),
      async (rate, gaps) => {
        const { enter } = createRateLimiter(rate, 50, 5);
        const entered: number[] = [];
        const waiting: Promise<void>[] = [];
        for (const gap of gaps) {
          if (gap > 12) await vi.advanceTimersByTimeAsync(gap);
          waiting.push(
            enter(gap).then((isTurn) => {
              if (isTurn) entered.push(performance.now());
            }),
          );
        }
        await vi.advanceTimersByTimeAsync(50);
        await Promise.all(waiting);
        for (const [i, from] of entered.entries()) {
          for (const [j, to] of entered.slice(i).entries()) {
            // A timer may come a millisecond before its time.
            assert.ok(j + 1 <= rate + (rate * (to - from + 1)) / 1000 + 1);
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('an upstream is asked no more often than its account allows; who cannot be asked in time is let through as unknown', async () => {
  const upstream = await startUpstream();
  const { edge, lines } = setUp('', { upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', ratePerSecond: 5 } });
  const checks = await Promise.all(
    Array.from({ length: 40 }, (_, i) => checkOnce(edge, `p${i}@example.com`, { client: `192.0.2.${i}` })),
  );
  const found = checks.filter(({ status }) => status === 'valid').length;
  assert.ok(found >= 9 && found <= 11, String(found));
  assert.equal(upstream.urls.length, found);
  const refused = checks.filter(({ status }) => status === 'unknown');
  assert.ok(refused.every(({ sub_status }) => sub_status[0] === 'rate_limited'));
  assert.ok(lines.some((line) => line.event === 'upstream' && line.reason.includes('more than 5 calls a second')));
});

test('an upstream that answers 429 is left alone for as long as it asks', async () => {
  const upstream = await startUpstream((_, response) => response.writeHead(429, { 'retry-after': '30' }).end());
  const { edge } = setUp(upstream.baseUrl);
  for (let i = 0; i < 5; i++) {
    assert.deepEqual((await checkOnce(edge, `p${i}@example.com`)).sub_status, ['rate_limited']);
  }
  assert.equal(upstream.urls.length, 1);
});
