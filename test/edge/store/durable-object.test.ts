/** The Durable Objects' store over objects in this process; `test/runtimes` has it in workerd. */
import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { durableObjectStore, EdgeStoreObject, type ObjectNamespace } from '../../../src/edge/index.js';
import { testStore } from './suite.js';
import { takeOne } from './take-one.js';

/** Objects with storage in memory, whose alarms go off when the test says so. */
const objects = (): { namespace: ObjectNamespace; names: () => string[]; ring: (nowMs: number) => Promise<void> } => {
  const all = new Map<string, { object: EdgeStoreObject; kv: Map<string, unknown>; alarm: { at: number | null } }>();
  const open = (name: string) => {
    const kv = new Map<string, unknown>();
    const alarm: { at: number | null } = { at: null };
    const object = new EdgeStoreObject({
      storage: {
        kv: {
          get: (key) => structuredClone(kv.get(key)),
          put: (key, value) => void kv.set(key, structuredClone(value)),
          delete: (key) => kv.delete(key),
          list: () => [...kv],
        },
        setAlarm: (timeMs) => Promise.resolve(void (alarm.at = timeMs)),
        deleteAll: () => {
          kv.clear();
          return Promise.resolve();
        },
      },
    });
    all.set(name, { object, kv, alarm });
    return object;
  };
  return {
    namespace: {
      idFromName: (name) => name,
      get: (id) => ({
        fetch: (url, init) => (all.get(String(id))?.object ?? open(String(id))).fetch(new Request(url, init)),
      }),
    },
    names: () => [...all].filter(([, { kv }]) => kv.size > 0).map(([name]) => name),
    ring: async (nowMs) => {
      for (const { object, alarm } of all.values()) {
        if (alarm.at === null || alarm.at > nowMs) continue;
        alarm.at = null;
        await object.alarm();
      }
    },
  };
};

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
