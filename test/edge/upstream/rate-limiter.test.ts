import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { test, vi } from 'vitest';
import fc from 'fast-check';
import { createRateLimiter } from '../../../src/edge/upstream/rate-limiter.js';
import { withFakedClock } from '../../support/eventually.js';
import { answerJson, checkOnce, result, setUp, startUpstream } from '../support.js';

/** Stops the rate limiter's clock and its timers, until the test ends. */
const stopClock = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
};

/** The limiter's window, in ms: one second of the upstream, and 50 ms for network jitter. */
const SECOND = 1050;

test('as many calls as a second has go at once, and as many when it is over', async () => {
  stopClock();
  const { enter } = createRateLimiter(20, 1100);
  const started = performance.now();
  const waits: number[] = [];
  const turn = async (): Promise<void> => {
    if (await enter(0)) waits.push(performance.now() - started);
  };
  const turns = Array.from({ length: 50 }, turn);
  await new Promise(setImmediate);
  assert.equal(waits.length, 20);
  await vi.advanceTimersByTimeAsync(SECOND);
  await Promise.all(turns);
  assert.deepEqual(waits.slice(20), Array(20).fill(SECOND));
});

test('a call whose turn would come too late is told so at once', async () => {
  stopClock();
  const { enter } = createRateLimiter(10, 1100);
  const told: boolean[] = [];
  const turns = Array.from({ length: 100 }, () => enter(0).then((turn) => told.push(turn !== null)));
  await Promise.race([Promise.all(turns), new Promise(setImmediate)]);
  assert.equal(told.filter((isTurn) => isTurn).length, 10, 'ten at once');
  assert.equal(told.filter((isTurn) => !isTurn).length, 80, 'ten within 1100 ms, and nobody waits for the others');
  vi.advanceTimersByTime(1100);
  await Promise.all(turns);
});

test('a rate that is no whole number, or less than one a second, is kept in the long run', async () => {
  stopClock();
  for (const rate of [0.4, 1, 1.5, 2.5]) {
    const started = performance.now();
    const { enter } = createRateLimiter(rate, 60_000);
    const turns = Promise.all(Array.from({ length: 10 }, () => enter(0).then(() => performance.now() - started)));
    await vi.advanceTimersByTimeAsync(60_000);
    const last = (await turns).at(-1)!;
    const most = Math.max(1, Math.floor(rate));
    assert.ok(last >= (1000 * (10 - most)) / rate && last <= (1100 * 10) / rate, `${rate}: ${last}`);
  }
});

test('an infinite rate makes nobody wait, but for a pause', async () => {
  const { enter, pause } = createRateLimiter(Infinity, 100, 5);
  const turns = await Promise.all(Array.from({ length: 1000 }, (_, i) => enter(i)));
  assert.ok(turns.every((turn) => turn !== null));
  pause(60_000);
  assert.equal(await enter(0), null);
});

test('after a pause calls go on', async () => {
  stopClock();
  const { enter, pause } = createRateLimiter(5, 10);
  pause(80);
  assert.equal(await enter(0), null);
  vi.advanceTimersByTime(80);
  assert.ok(await enter(0));
});

test('a call that waits when a pause begins waits for its end too, for twice its time at most', async () => {
  stopClock();
  const { enter, pause } = createRateLimiter(1, 1200);
  /** Waits for a turn while a pause of 700 ms begins at each of these times, in ms. */
  const wait = async (pauses: number[]): Promise<number | null> => {
    assert.ok(await enter(0));
    const started = performance.now();
    const turn = enter(0).then((given) => given && performance.now() - started);
    for (const at of pauses) {
      await vi.advanceTimersByTimeAsync(started + at - performance.now());
      pause(700);
    }
    await vi.advanceTimersByTimeAsync(5000);
    return turn;
  };
  assert.equal(await wait([]), SECOND);
  assert.equal(await wait([1000]), 1700);
  assert.equal(await wait([1000, 1690]), 2390);
  assert.equal(await wait([1000, 1690, 1710]), null);
});

test('a client that has asked little goes first, however many calls of others wait', async () => {
  stopClock();
  const { enter } = createRateLimiter(5, 1100);
  const turns: number[] = [];
  const refused: number[] = [];
  const ask = async (rank: number): Promise<void> => {
    ((await enter(rank)) ? turns : refused).push(rank);
  };
  const calls = Array.from({ length: 40 }, (_, i) => ask(100 + i));
  await new Promise(setImmediate);
  assert.equal(turns.length, 5, 'the second is full');
  assert.equal(refused.length, 30, 'five wait');
  calls.push(ask(2), ask(1));
  await new Promise(setImmediate);
  assert.deepEqual(refused.slice(30), [109, 108], 'those whose turn would now come too late');
  vi.advanceTimersByTime(SECOND);
  await Promise.all(calls);
  assert.deepEqual(turns.slice(5), [1, 2, 105, 106, 107]);
});

test('while somebody asks without end, a person has a turn at once, others in the same moment soon, and the crowd what is left', async () => {
  stopClock();
  const { enter } = createRateLimiter(5, 1100, 5);
  const crowd = Array.from({ length: 40 }, (_, i) => enter(100 + i));
  for (let i = 0; i < 50; i += 1) {
    await vi.advanceTimersByTimeAsync(100);
    crowd.push(enter(200 + i));
  }
  const started = performance.now();
  const people = [1, 2, 4, 5].map(async (rank) => {
    assert.ok(await enter(rank));
    return performance.now() - started;
  });
  await vi.advanceTimersByTimeAsync(SECOND);
  const [first, ...others] = await Promise.all(people);
  assert.equal(first, 0);
  assert.ok(Math.max(...others) <= 800, others.join());
  await vi.advanceTimersByTimeAsync(SECOND);
  const granted = (await Promise.all(crowd)).filter((turn) => turn !== null).length;
  assert.ok(granted >= 20, `the crowd had the rest of the rate: ${granted}`);
});

test('a crowd that comes at once after a rest does not take the whole second: several people just behind it have turns at once', async () => {
  stopClock();
  const { enter } = createRateLimiter(5, 1100, 5);
  const crowd = Array.from({ length: 40 }, (_, i) => enter(100 + i));
  const people = Promise.all([1, 2, 3].map(enter));
  const turns = await Promise.race([people, setTimeout(0, [])]);
  assert.deepEqual(turns.filter(Boolean).length, 3);
  await vi.advanceTimersByTimeAsync(SECOND);
  await Promise.all(crowd);
});

test('a turn that is given back is free at once', async () => {
  stopClock();
  const { enter } = createRateLimiter(2, 100);
  const first = await enter(0);
  assert.ok(first && (await enter(0)));
  assert.equal(await enter(0), null);
  first();
  first();
  assert.ok(await enter(0));
  assert.equal(await enter(0), null);
});

test('in no second, whenever it begins, do more calls go than the rate', async () => {
  stopClock();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 1, 30, 400), fc.integer({ min: 0, max: 10 })), {
        minLength: 1,
        maxLength: 80,
      }),
      async (rate, calls) => {
        const { enter } = createRateLimiter(rate, 1500, 5);
        const entered: number[] = [];
        const waiting: Promise<void>[] = [];
        for (const [gap, rank] of calls) {
          if (gap > 0) await vi.advanceTimersByTimeAsync(gap);
          waiting.push(
            enter(rank).then((turn) => {
              if (turn) entered.push(performance.now());
            }),
          );
        }
        await vi.advanceTimersByTimeAsync(1500);
        await Promise.all(waiting);
        for (const [i, at] of entered.entries())
          assert.ok(i < rate || at - entered[i - rate]! > 1000, `${rate} a second: ${entered.join()}`);
      },
    ),
    { numRuns: 50 },
  );
});

test('an upstream that counts each second strictly never has to refuse: those beyond its rate wait a second', async () => {
  stopClock();
  const started = performance.now();
  const recent: number[] = [];
  let refused = 0;
  const askUpstream = (url: string): Promise<Response> => {
    recent.push(performance.now());
    const before = recent.at(-6);
    if (before === undefined || recent.at(-1)! - before > 1000)
      return Promise.resolve(Response.json(result(new URL(url).searchParams.get('email') ?? '')));
    refused += 1;
    return Promise.resolve(new Response(null, { status: 429, headers: { 'retry-after': '1' } }));
  };
  const { edge } = setUp('', {
    upstream: { baseUrl: 'http://upstream.example', apiKey: 'k', ratePerSecond: 5, fetch: askUpstream },
  });
  const statuses: string[] = [];
  /** At each of these times, in ms, as many checks have their answers. At the first of each row seven more people come. */
  const rounds: [at: number, answered: number][][] = [
    [
      [0, 5],
      [SECOND, 7],
    ],
    [
      [1700, 10],
      [2 * SECOND, 12],
      [1700 + SECOND, 14],
    ],
    [
      [3400, 17],
      [1700 + 2 * SECOND, 19],
      [3400 + SECOND, 21],
    ],
  ];
  for (const [n, times] of rounds.entries()) {
    for (const [i, [at, answered]] of times.entries()) {
      await vi.advanceTimersByTimeAsync(started + at - performance.now());
      for (let person = 0; i === 0 && person < 7; person += 1)
        void checkOnce(edge, `p${n}.${person}@example.com`, { client: `192.0.${n}.${person}` }).then(({ status }) =>
          statuses.push(status),
        );
      while (statuses.length < answered) await new Promise(setImmediate);
      assert.equal(statuses.length, answered, `after ${at} ms`);
    }
  }
  assert.deepEqual([refused, statuses], [0, Array(21).fill('valid')]);
});

test('an upstream is asked no more often than its account allows; who cannot be asked in time is let through as unknown', async () => {
  stopClock();
  const upstream = await startUpstream();
  const { edge, lines } = setUp('', { upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', ratePerSecond: 5 } });
  const checks = await withFakedClock(
    Promise.all(Array.from({ length: 40 }, (_, i) => checkOnce(edge, `p${i}@example.com`, { client: `192.0.2.${i}` }))),
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

test('a call that was refused once is made again when the upstream may be asked; a second time it is left', async () => {
  stopClock();
  let toRefuse = 1;
  const upstream = await startUpstream((email, response) => {
    toRefuse -= 1;
    if (toRefuse >= 0) response.writeHead(429, { 'retry-after': '1' }).end();
    else answerJson(response, result(email));
  });
  const { edge } = setUp('', { upstream: { baseUrl: upstream.baseUrl, apiKey: 'k' } });
  assert.equal((await withFakedClock(checkOnce(edge, 'anna@example.com'))).status, 'valid');
  assert.equal(upstream.urls.length, 2);
  toRefuse = 3;
  assert.deepEqual((await withFakedClock(checkOnce(edge, 'bob@example.com'))).sub_status, ['rate_limited']);
  assert.equal(upstream.urls.length, 4);
});
