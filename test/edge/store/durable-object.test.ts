/** The Durable Objects' store over objects in this process; `test/runtimes` has it in workerd. */
import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { durableObjectStore, type ObjectNamespace } from '../../../src/edge/index.js';
import { objects } from './objects.js';
import { testStore } from './suite.js';
import { takeOne } from './take-one.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
});

testStore({
  name: 'Durable Objects in this process',
  open: () => durableObjectStore(objects().namespace),
  now: () => Date.now(),
  pass: (ms) => Promise.resolve(void vi.advanceTimersByTime(ms)),
  flood: 1000,
});

test('the counters of a group are in one object, and one request takes them all', async () => {
  const { namespace, names } = objects();
  let requests = 0;
  const counted: ObjectNamespace = {
    ...namespace,
    get: (id) => {
      requests += 1;
      return namespace.get(id);
    },
  };
  const counters = ['token', 'minute', 'day'].map((key, i) => ({ key, limit: 5, windowMs: (i + 1) * 60_000 }));
  await durableObjectStore(counted).take('client', counters);
  assert.deepEqual([requests, names()], [1, ['count:client']]);
});

test('an alarm deletes what has ended, and stands for what has not', async () => {
  const { namespace, names, ring } = objects();
  const store = durableObjectStore(namespace);
  const counters = [1000, 60_000].map((windowMs) => ({ key: String(windowMs), limit: 1, windowMs }));
  await store.take('client', counters);
  vi.setSystemTime(1_001_000);
  await ring(Date.now());
  assert.deepEqual(names(), ['count:client']);
  assert.equal((await takeOne(store, '60000', 1, 60_000, 'client')).allowed, false);
  assert.equal((await takeOne(store, '1000', 1, 1000, 'client')).allowed, true);
  for (const now of [1_002_000, 1_060_000]) {
    vi.setSystemTime(now);
    await ring(now);
  }
  assert.deepEqual(names(), []);
});
