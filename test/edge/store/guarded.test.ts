import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { decodeJwt } from 'jose';
import { memoryStore, type EdgeStore } from '../../../src/edge/index.js';
import { guardedStore } from '../../../src/edge/store/guarded.js';
import {
  assertProblem,
  checkOnce,
  CLIENT,
  fetchToken,
  ISSUER,
  ORIGIN,
  post,
  setUp,
  startUpstream,
  validate,
} from '../support.js';

const upstream = await startUpstream();
const fail = (): Promise<never> => Promise.reject(new RangeError('cannot reach redis://user:password@host'));

test('a store that fails is a 503 that tells the caller when to try again, and the log where', async () => {
  const { edge, lines } = setUp(upstream.baseUrl, { store: { take: fail, get: fail, set: fail, setIfAbsent: fail } });
  const response = await post(edge, '/token', null);
  assert.equal(response.headers.get('retry-after'), '5');
  const { detail } = await assertProblem(response, 503, 'unavailable');
  assert.ok(!detail.includes('redis'));
  const [error, request] = lines;
  assert.ok(error?.event === 'error' && error.error === 'RangeError' && error.at.includes('guarded.test.ts'));
  assert.ok(request?.event === 'request' && request.code === 'unavailable');
  assert.ok(!JSON.stringify(lines).includes('password'));
});

const BROKEN: Record<string, Partial<EdgeStore>> = {
  rejects: { take: fail },
  throws: {
    take: () => {
      throw new RangeError('at once');
    },
  },
  'never answers': { take: () => new Promise(() => undefined) },
};
for (const [how, broken] of Object.entries(BROKEN))
  test(`a store that ${how} lets no check through uncounted, and nobody wait`, async () => {
    const store = { ...memoryStore() };
    const { edge } = setUp(upstream.baseUrl, {
      store: {
        take: (...args) => store.take(...args),
        get: (...args) => store.get(...args),
        set: (...args) => store.set(...args),
        setIfAbsent: (...args) => store.setIfAbsent(...args),
      },
    });
    const token = await fetchToken(edge);
    Object.assign(store, broken);
    const asked = upstream.urls.length;
    await assertProblem(await validate(edge, token, 'ada@example.com'), 503, 'unavailable');
    assert.equal(upstream.urls.length, asked);
  });

test('a store that only cannot remember takes a verdict from nobody', async () => {
  const rubbish = (): Promise<string> => Promise.resolve('{"status":');
  for (const get of [fail, rubbish]) {
    const { edge } = setUp(upstream.baseUrl, { store: { ...memoryStore(), get, set: fail } });
    assert.equal((await checkOnce(edge, 'ada@example.com')).status, 'valid');
  }
});

const STORED: Record<string, unknown> = {
  'a status that no edge writes': { status: 'splendid', quality: 'safe', sub_status: [], did_you_mean: null },
  'a status alone that no edge writes': { status: 'splendid' },
  'a number for a status': { status: 7 },
  'no status': { quality: 'safe' },
  null: null,
  'a list': [{ status: 'valid' }],
  'a text': 'valid',
};
for (const [what, stored] of Object.entries(STORED))
  test(`a store that gives back ${what} has remembered nothing: the upstream is asked`, async () => {
    const get = (): Promise<string> => Promise.resolve(JSON.stringify(stored));
    const { edge } = setUp(upstream.baseUrl, { store: { ...memoryStore(), get } });
    const asked = upstream.urls.length;
    const { receipt, ...verdict } = await checkOnce(edge, 'ada@example.com');
    assert.deepEqual([verdict.status, verdict.quality, verdict.sub_status], ['valid', 'safe', []]);
    assert.equal(decodeJwt(receipt)['status'], 'valid');
    assert.equal(upstream.urls.length, asked + 1);
  });

test('of a verdict that a store gives back, words that are not known are read as the protocol reads them', async () => {
  const stored = {
    status: 'risky',
    quality: 'splendid',
    sub_status: ['catch_all', 7, 'new_code'],
    did_you_mean: 7,
    ms: 1,
  };
  const get = (): Promise<string> => Promise.resolve(JSON.stringify(stored));
  const { edge } = setUp(upstream.baseUrl, { store: { ...memoryStore(), get } });
  const { receipt, ...verdict } = await checkOnce(edge, 'ada@example.com');
  assert.deepEqual(verdict, {
    email: 'ada@example.com',
    status: 'risky',
    quality: 'unknown',
    sub_status: ['catch_all', 'new_code'],
    did_you_mean: null,
  });
  assert.deepEqual(decodeJwt(receipt)['sub_status'], ['catch_all', 'new_code']);
});

test('a store that does not say how every counter stands lets no check through', async () => {
  const some = { allowed: true, remaining: 1, resetMs: 1 };
  for (const taken of [[], [some], [some, some], [some, some, some, some]]) {
    const store = memoryStore();
    const { edge } = setUp(upstream.baseUrl, {
      store: {
        ...store,
        take: (group, counters) => (counters.length > 1 ? Promise.resolve(taken) : store.take(group, counters)),
      },
    });
    await assertProblem(await validate(edge, await fetchToken(edge), 'ada@example.com'), 503, 'unavailable');
  }
});

test('of a verdict that a store gives back, nothing reaches a page that no upstream may send', async () => {
  const stored = {
    status: 'risky',
    quality: 'caution',
    sub_status: ['catch_all', 'x'.repeat(65), ...Array.from({ length: 40 }, (_, i) => `code_${i}`)],
    did_you_mean: 'visit evil.example',
    ms: 1,
  };
  const get = (): Promise<string> => Promise.resolve(JSON.stringify(stored));
  const { edge } = setUp(upstream.baseUrl, { store: { ...memoryStore(), get } });
  const verdict = await checkOnce(edge, 'ada@example.com');
  assert.equal(verdict.did_you_mean, null);
  assert.equal(verdict.sub_status.length, 16);
  assert.ok(!verdict.sub_status.some((code) => code.length > 64));
});

const slow = (ms: number, store: EdgeStore = memoryStore()): EdgeStore => {
  const late = async <T>(call: () => Promise<T>): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return call();
  };
  return {
    take: (...args) => late(() => store.take(...args)),
    get: (...args) => late(() => store.get(...args)),
    set: (...args) => late(() => store.set(...args)),
    setIfAbsent: (...args) => late(() => store.setIfAbsent(...args)),
  };
};

const realTimeout = setTimeout;

/**
 * Puts the stopped clock forward from timer to timer, each time that nothing else is left to do, until the work ends.
 * @param restMs a real time after which nothing else is: a signature is made in another thread, a request goes over a
 * socket.
 */
const inItsTime = async <T>(work: Promise<T>, restMs = 30): Promise<T> => {
  const ended = work.then(() => true);
  const rest = (): Promise<boolean> =>
    new Promise((resolve) => (restMs ? realTimeout(resolve, restMs, false) : setImmediate(resolve, false)));
  while (!(await Promise.race([ended, rest()]))) vi.advanceTimersToNextTimer();
  return work;
};

test('a slow store adds to the upstream’s time no more than its limits, however many calls a check makes', async () => {
  const hanging = await startUpstream(() => undefined);
  const { edge } = setUp(hanging.baseUrl, { store: slow(900), timeoutMs: 1500 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const token = await inItsTime(fetchToken(edge));
  const started = performance.now();
  const response = await inItsTime(validate(edge, token, 'ada@example.com'));
  const ms = performance.now() - started;
  assert.equal(response.status, 200);
  assert.ok(ms < 3000, `${ms} ms`);
});

test('a call that is still at the store when its check ends is kept alive to its own end', async () => {
  const hanging = await startUpstream(() => undefined);
  // Only the counters are slow: the second of two takes until 1,900 ms, and the check until 1,800.
  const counters = slow(950);
  const store: EdgeStore = { ...memoryStore(), take: (...args) => counters.take(...args) };
  const { edge } = setUp(hanging.baseUrl, { store, timeoutMs: 1500 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const token = await inItsTime(fetchToken(edge));
  const working = new Set<Promise<unknown>>();
  const waitUntil = (work: Promise<unknown>): void => {
    working.add(work);
    void work.then(() => working.delete(work));
  };
  const body = JSON.stringify({ token, email: 'ada@example.com' });
  const headers = { origin: ORIGIN, 'content-type': 'text/plain' };
  const request = new Request(`${ISSUER}/validate`, { method: 'POST', headers, body });
  const response = await inItsTime(edge(request, { clientAddress: CLIENT, waitUntil }));
  assert.equal(response.status, 200);
  assert.equal(working.size, 1);
  await inItsTime(Promise.all(working));
});

test('a store that never answers has a bounded number of calls to answer, and others after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let calls = 0;
  const silent = (): Promise<never> => {
    calls += 1;
    return new Promise(() => undefined);
  };
  const store = guardedStore({ ...memoryStore(), get: silent }, () => undefined);
  const ask = async (): Promise<void> => {
    const texts = await inItsTime(Promise.all(Array.from({ length: 3000 }, () => store.get('v:x'))), 0);
    assert.ok(texts.every((text) => text === null));
  };
  await ask();
  assert.equal(calls, 1000);
  vi.advanceTimersByTime(9000);
  await ask();
  assert.equal(calls, 1000);
  vi.advanceTimersByTime(1000);
  await ask();
  assert.equal(calls, 2000);
});
