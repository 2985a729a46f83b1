import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createCircuitBreaker } from '../../../src/edge/upstream/circuit-breaker.js';
import { noVerdict, type Outcome } from '../../../src/edge/upstream/types.js';
import { answerJson, checkOnce, result, setUp, startUpstream, type Script } from '../support.js';

/** Stops the circuit breaker's clock, and the time limits of calls, until the test ends. */
const stopClock = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
};

const TIMEOUT_MS = 2000;

/** Lets the time limit of calls pass once there are `count` of them. */
const timeOut = async (calls: () => number, count: number): Promise<void> => {
  while (calls() < count) await new Promise(setImmediate);
  // Sent data is read.
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
};
const good: Outcome = {
  ok: true,
  value: { status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null, mx_record: '' },
};
const outage = noVerdict('upstream_error', 'status 500', { outage: true });
const told = noVerdict('out_of_credits', 'status 402');

test('after its failures an upstream is left alone, then tried by three clients, and works again once one of them has an answer', async () => {
  stopClock();
  let works = false;
  /** Takes an answer to keep it back; by default it is given at once. */
  let take = (answer: () => void): void => {
    answer();
  };
  const upstream = await startUpstream((email, response) => {
    take(() => {
      answerJson(response, result(email), works ? 200 : 500);
    });
  });
  const { edge, lines } = setUp('', {
    upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', ratePerSecond: 1000, breaker: { failures: 5, pauseMs: 300 } },
  });
  let n = 0;
  const ask = async (): Promise<string> => {
    n += 1;
    return (await checkOnce(edge, `p${n}@example.com`, { client: `10.0.${n >> 8}.${n & 255}` })).status;
  };
  /** A crowd asks at once. What the upstream is asked, it answers after all others have their answers. */
  const crowd = async (): Promise<{ statuses: string[]; calls: number }> => {
    const before = upstream.urls.length;
    const kept: (() => void)[] = [];
    const statuses: string[] = [];
    // No `eventually`: it would put the stopped clock forward.
    const release = (): void => {
      if (kept.length + statuses.length === 10) for (const answer of kept) answer();
    };
    const giveAtOnce = take;
    take = (answer) => {
      kept.push(answer);
      release();
    };
    const asking = Array.from({ length: 10 }, async () => {
      statuses.push(await ask());
      release();
    });
    await Promise.all(asking);
    take = giveAtOnce;
    return { statuses, calls: upstream.urls.length - before };
  };
  /** Crowds ask within the last millisecond of a pause, and after it. */
  const untilTried = async (pauseMs: number): Promise<{ statuses: string[]; calls: number }> => {
    vi.advanceTimersByTime(pauseMs - 1);
    const { statuses, calls } = await crowd();
    assert.equal(calls, 0, 'left alone for its pause');
    assert.deepEqual(new Set(statuses), new Set(['unknown']));
    vi.advanceTimersByTime(1);
    return crowd();
  };

  for (let i = 0; i < 5; i++) await ask();
  assert.equal(upstream.urls.length, 5);
  const first = await untilTried(300);
  assert.equal(first.calls, 3, 'three of a crowd try it');
  assert.ok(first.statuses.every((status) => status === 'unknown'));

  works = true;
  // Each time it fails, the pause is twice as long.
  const second = await untilTried(600);
  assert.equal(second.calls, 3);
  assert.equal(second.statuses.filter((status) => status === 'valid').length, 3);
  assert.ok((await Promise.all(Array.from({ length: 20 }, ask))).every((status) => status === 'valid'));
  assert.ok(lines.some((line) => line.event === 'upstream' && line.reason === 'not asked: it has been failing'));
});

test('what is no outage leaves no upstream alone: credits, rate, a wrong key, an address that it refuses', async () => {
  const { run } = createCircuitBreaker({ failures: 3, pauseMs: 60_000 });
  for (let i = 0; i < 50; i++) assert.deepEqual(await run(`c${i}`, () => Promise.resolve(told)), told);
  for (const status of [302, 400, 401, 402, 404, 413, 422]) {
    const upstream = await startUpstream((_, response) => response.writeHead(status).end());
    const { edge } = setUp(upstream.baseUrl);
    for (let i = 0; i < 30; i++) await checkOnce(edge, `p${i}@example.com`, { client: `192.0.2.${i}` });
    assert.equal(upstream.urls.length, 30, String(status));
  }
});

test('a few addresses that take long among many that do not leave no upstream alone', async () => {
  const { run } = createCircuitBreaker({ failures: 5, pauseMs: 60_000 });
  let made = 0;
  for (let i = 0; i < 200; i++) {
    await run(`c${i}`, () => {
      made += 1;
      return Promise.resolve(i % 5 > 2 ? outage : good);
    });
  }
  assert.equal(made, 200);
});

test('an error in a call is the caller’s to see, and opens nothing', async () => {
  const { run } = createCircuitBreaker({ failures: 1, pauseMs: 60_000 });
  for (let i = 0; i < 3; i++)
    await assert.rejects(
      run('c', () => Promise.reject(new RangeError('the store'))),
      RangeError,
    );
  assert.deepEqual(await run('c', () => Promise.resolve(good)), good);
});

const notAsked = noVerdict('rate_limited', 'not asked: the day is used up', { inconclusive: true });

test('checks that are not asked keep no failing upstream from being left alone', async () => {
  const { run } = createCircuitBreaker({ failures: 3, pauseMs: 60_000 });
  for (let i = 0; i < 3; i++) {
    await run(`c${i}`, () => Promise.resolve(outage));
    for (let j = 0; j < 100; j++) await run(`d${j}`, () => Promise.resolve(notAsked));
  }
  assert.equal(await run('e', () => Promise.resolve(good)), null);
});

test('a try that was not made says nothing: the next call is one', async () => {
  stopClock();
  const { run } = createCircuitBreaker({ failures: 1, pauseMs: 100 });
  await run('a', () => Promise.resolve(outage));
  vi.advanceTimersByTime(100);
  for (let i = 0; i < 5; i++) {
    assert.deepEqual(await run(`c${i}`, () => Promise.resolve(notAsked)), notAsked);
    await assert.rejects(
      run(`d${i}`, () => Promise.reject(new RangeError('the store'))),
      RangeError,
    );
  }
  assert.deepEqual(await run('e', () => Promise.resolve(outage)), outage);
  assert.deepEqual(await run('f', () => Promise.resolve(good)), good);
});

test('one client opens nothing, and keeps nothing open, whatever its calls come to', async () => {
  stopClock();
  const { run } = createCircuitBreaker({ failures: 3, pauseMs: 100 });
  for (let i = 0; i < 100; i++) assert.deepEqual(await run('a', () => Promise.resolve(outage)), outage);
  for (const client of ['b', 'c']) await run(client, () => Promise.resolve(outage));
  assert.equal(await run('d', () => Promise.resolve(good)), null, 'three clients open it');
  vi.advanceTimersByTime(100);
  assert.deepEqual(await run('a', () => Promise.resolve(outage)), outage);
  for (let i = 0; i < 10; i++) assert.equal(await run('a', () => Promise.resolve(outage)), null);
  assert.deepEqual(await run('d', () => Promise.resolve(good)), good);
  assert.deepEqual(await run('e', () => Promise.resolve(good)), good);
});

test('an upstream that nobody else asks is tried by the same client again, after each pause', async () => {
  stopClock();
  const { run } = createCircuitBreaker({ failures: 1, pauseMs: 100 });
  await run('a', () => Promise.resolve(outage));
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(100);
    assert.deepEqual(await run('a', () => Promise.resolve(outage)), outage);
    assert.equal(await run('a', () => Promise.resolve(good)), null);
  }
  vi.advanceTimersByTime(100);
  assert.deepEqual(await run('a', () => Promise.resolve(good)), good);
  assert.deepEqual(await run('a', () => Promise.resolve(good)), good);
});

test('tries without an outcome, and busy clients, leave room for others to try', async () => {
  stopClock();
  const { run } = createCircuitBreaker({ failures: 1, pauseMs: 100 });
  await run('a', () => Promise.resolve(outage));
  vi.advanceTimersByTime(100);
  const tries: string[] = [];
  const keepTrying = (client: string, isBusy?: boolean): void => {
    const silent = (): Promise<Outcome> => {
      tries.push(client);
      return new Promise(() => undefined);
    };
    void run(client, silent, isBusy);
  };
  for (const client of ['b', 'c', 'd']) keepTrying(client, true);
  for (const client of ['e', 'f']) keepTrying(client);
  assert.equal(await run('g', () => Promise.resolve(good)), null);
  assert.deepEqual(tries, ['b', 'e', 'f'], 'one busy client and two others try');
  vi.advanceTimersByTime(999);
  assert.equal(await run('g', () => Promise.resolve(good)), null);
  vi.advanceTimersByTime(1);
  assert.deepEqual(await run('g', () => Promise.resolve(good)), good);
  assert.deepEqual(await run('h', () => Promise.resolve(good)), good, 'it is closed');
});

/** A caller of the n-th network. */
const from = (n: number): { client: string } => ({ client: `192.0.2.${n}` });

test('a client that asks for slow domains switches the checks off for nobody', async () => {
  const upstream = await startUpstream((email, response) => {
    if (!email.endsWith('@slow.example')) answerJson(response, result(email));
  });
  stopClock();
  const { edge } = setUp(upstream.baseUrl, { timeoutMs: TIMEOUT_MS });
  for (let i = 0; i < 12; i++) {
    const check = checkOnce(edge, `p${i}@slow.example`, from(0));
    await timeOut(() => upstream.urls.length, i + 1);
    assert.deepEqual((await check).sub_status, ['upstream_timeout']);
  }
  await checkOnce(edge, 'ada@example.com', from(1));
  assert.ok(upstream.urls.some((url) => url.includes('ada')));
});

const GATEWAY: Script = (_, response) => void response.writeHead(504).end();
const SLOW: Record<string, Script> = { 'never answers': () => undefined, 'says 504': GATEWAY };
for (const [what, script] of Object.entries(SLOW))
  test(`20 networks that ask for domains at which the upstream ${what} switch the checks off for nobody`, async () => {
    const upstream = await startUpstream((email, response, request) => {
      if (email.endsWith('.example')) script(email, response, request);
      else answerJson(response, result(email));
    });
    stopClock();
    const { edge } = setUp(upstream.baseUrl, { timeoutMs: TIMEOUT_MS });
    const checks = Array.from({ length: 20 }, (_, i) => checkOnce(edge, `p${i}@slow-${i}.example`, from(i)));
    if (script !== GATEWAY) await timeOut(() => upstream.urls.length, 20);
    await Promise.all(checks);
    await checkOnce(edge, 'ada@example.com', from(21));
    assert.equal(upstream.urls.length, 21);
  });

for (const [what, script] of Object.entries(SLOW))
  test(`an upstream that ${what} about addresses at large providers is left alone, whatever else it is asked`, async () => {
    const upstream = await startUpstream(script);
    stopClock();
    const { edge } = setUp(upstream.baseUrl, { timeoutMs: TIMEOUT_MS });
    const domains = ['gmail.com', 'slow.example', 'shop.example', 'firm.example'];
    const checks = Array.from({ length: 20 }, (_, i) => checkOnce(edge, `p${i}@${domains[i % 4]}`, from(i)));
    if (script !== GATEWAY) await timeOut(() => upstream.urls.length, 20);
    await Promise.all(checks);
    await checkOnce(edge, 'ada@example.com', from(21));
    assert.equal(upstream.urls.length, 20);
  });

test('answers that break off, or are none, switch the checks off for nobody', async () => {
  stopClock();
  let begun = 0;
  const answers: Record<string, Script> = {
    late: (_, response) => void response.writeHead(200).write('{"email":', () => (begun += 1)),
    cut: (_, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{', () => response.destroy());
    },
    html: (_, response) => void response.end('<html>'),
    large: (_, response) => void response.end(' '.repeat(20_000)),
  };
  for (const answer of Object.values(answers)) {
    const upstream = await startUpstream((email, response, request) => {
      if (email.startsWith('p')) answer(email, response, request);
      else answerJson(response, result(email));
    });
    const { edge } = setUp(upstream.baseUrl, { timeoutMs: TIMEOUT_MS });
    const checks = Array.from({ length: 30 }, (_, i) => checkOnce(edge, `p${i}@example.com`, from(i)));
    if (answer === answers['late']) await timeOut(() => begun, 30);
    await Promise.all(checks);
    await checkOnce(edge, 'ada@example.com', from(31));
    assert.equal(upstream.urls.length, 31);
  }
});
