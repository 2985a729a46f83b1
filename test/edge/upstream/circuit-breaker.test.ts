import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createCircuitBreaker } from '../../../src/edge/upstream/circuit-breaker.js';
import { noVerdict, type Outcome } from '../../../src/edge/upstream/types.js';
import { answerJson, checkOnce, result, setUp, startUpstream } from '../support.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const good: Outcome = {
  ok: true,
  value: { status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null },
};
const outage = noVerdict('upstream_error', 'status 500', { outage: true });
const told = noVerdict('out_of_credits', 'status 402');

test('after its failures an upstream is left alone, then tried by one call, and works again once that does', async () => {
  let works = false;
  const upstream = await startUpstream((email, response) => {
    // Slow, so that whoever asks meanwhile would be seen.
    setTimeout(() => {
      answerJson(response, result(email), works ? 200 : 500);
    }, 30);
  });
  const { edge, lines } = setUp('', {
    upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', ratePerSecond: 1000, breaker: { failures: 5, pauseMs: 300 } },
  });
  let n = 0;
  const ask = async (): Promise<string> => {
    n += 1;
    return (await checkOnce(edge, `p${n}@example.com`, { client: `10.0.${n >> 8}.${n & 255}` })).status;
  };
  /** Crowds ask, one after the other, until the upstream is asked again. */
  const untilTried = async (): Promise<{ statuses: string[]; calls: number; ms: number }> => {
    const [before, started] = [upstream.urls.length, performance.now()];
    for (;;) {
      const statuses = await Promise.all(Array.from({ length: 10 }, ask));
      const calls = upstream.urls.length - before;
      if (calls > 0) return { statuses, calls, ms: performance.now() - started };
      assert.deepEqual(new Set(statuses), new Set(['unknown']));
      await pause(20);
    }
  };

  for (let i = 0; i < 5; i++) await ask();
  assert.equal(upstream.urls.length, 5);
  const first = await untilTried();
  assert.ok(first.ms > 250, 'left alone for its pause');
  assert.equal(first.calls, 1, 'one of a crowd tries it');
  assert.ok(first.statuses.every((status) => status === 'unknown'));

  works = true;
  const second = await untilTried();
  assert.ok(second.ms > 550, 'each time it fails, the pause is twice as long');
  assert.equal(second.calls, 1);
  assert.equal(second.statuses.filter((status) => status === 'valid').length, 1);
  assert.ok((await Promise.all(Array.from({ length: 20 }, ask))).every((status) => status === 'valid'));
  assert.ok(lines.some((line) => line.event === 'upstream' && line.reason === 'not asked: it has been failing'));
});

test('what is no outage leaves no upstream alone: credits, rate, an address that it refuses', async () => {
  const { run } = createCircuitBreaker({ failures: 3, pauseMs: 60_000 });
  for (let i = 0; i < 50; i++) assert.deepEqual(await run(() => Promise.resolve(told)), told);
  for (const status of [400, 402, 413, 422]) {
    const upstream = await startUpstream((_, response) => response.writeHead(status).end());
    const { edge } = setUp(upstream.baseUrl, { quotas: { checksPerClientPerMinute: 1000 } });
    for (let i = 0; i < 30; i++) await checkOnce(edge, `p${i}@example.com`);
    assert.equal(upstream.urls.length, 30, String(status));
  }
});

test('a few addresses that take long among many that do not leave no upstream alone', async () => {
  const { run } = createCircuitBreaker({ failures: 5, pauseMs: 60_000 });
  let made = 0;
  for (let i = 0; i < 200; i++) {
    await run(() => {
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
      run(() => Promise.reject(new RangeError('the store'))),
      RangeError,
    );
  assert.deepEqual(await run(() => Promise.resolve(good)), good);
});

const notAsked = noVerdict('rate_limited', 'not asked: the day is used up', { notAsked: true });

test('checks that are not asked keep no failing upstream from being left alone', async () => {
  const { run } = createCircuitBreaker({ failures: 3, pauseMs: 60_000 });
  for (let i = 0; i < 3; i++) {
    await run(() => Promise.resolve(outage));
    for (let j = 0; j < 100; j++) await run(() => Promise.resolve(i < 2 ? notAsked : outage));
  }
  assert.equal(await run(() => Promise.resolve(good)), null);
});

test('a try that was not made is none that went well: the upstream stays alone', async () => {
  const { run } = createCircuitBreaker({ failures: 1, pauseMs: 100 });
  await run(() => Promise.resolve(outage));
  await pause(120);
  assert.deepEqual(await run(() => Promise.resolve(notAsked)), notAsked);
  assert.equal(await run(() => Promise.resolve(good)), null);
  await pause(220);
  assert.deepEqual(await run(() => Promise.resolve(good)), good);
});
