import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counts, EdgeStore } from '../../src/edge/index.js';
import { testStore } from '../edge/store/suite.js';
import { startWorker, type RunningWorker } from './support/workerd.js';
import { takeOne } from '../edge/store/take-one.js';
import { eventually } from '../support/eventually.js';

const MINUTE_MS = 60_000;

describe('Durable Objects in workerd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-objects-'));
  let worker: RunningWorker;
  const start = async (): Promise<void> => {
    worker = await startWorker(join(import.meta.dirname, 'support/store-worker.ts'), {
      durableObjects: { STORE: { className: 'EdgeStoreObject', useSQLite: true } },
      durableObjectsPersist: folder,
    });
  };
  beforeAll(start);
  afterAll(async () => {
    await worker.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async <T>(...told: unknown[]): Promise<T> => {
    // workerd closes a connection that is idle for 5 s, perhaps at the moment when it is to be used again.
    const headers = { connection: 'close' };
    const response = await fetch(worker.url, { method: 'POST', headers, body: JSON.stringify(told) });
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as T;
  };
  const store: EdgeStore = {
    take: (...args) => call('take', ...args),
    get: (...args) => call('get', ...args),
    set: (...args) => call('set', ...args).then(() => undefined),
    setIfAbsent: (...args) => call('setIfAbsent', ...args),
    addCounts: (...args) => call('addCounts', ...args).then(() => undefined),
    readCounts: async (...args) => new Map(await call<[string, Counts][]>('readCounts', ...args)),
  };
  /** Resolves to the number of records in the object of a key, and the time of its alarm. */
  const keeps = (name: string): Promise<[number, number | null]> => call('keeps', name);

  // The time of a Worker is its own, and cannot be put forward.
  testStore({ name: 'Durable Objects', open: () => store, now: Date.now, pass: sleep, flood: 100, courses: 5 });

  test('an object keeps one record, and nothing at all once its time is over', async () => {
    const started = Date.now();
    await takeOne(store, 'gone', 5, 500);
    await takeOne(store, 'gone', 5, 500);
    await store.set('gone', 'text', 500);
    await store.setIfAbsent('gone', 500);
    for (const name of ['count:gone', 'text:gone', 'note:gone']) {
      const [, alarm] = await keeps(name);
      assert.ok(alarm === null || alarm >= started + 500);
      await eventually(async () => (await keeps(name))[0] === 0);
    }
    // The same objects begin anew.
    assert.deepEqual([await store.get('gone'), await store.setIfAbsent('gone', MINUTE_MS)], [null, true]);
    assert.equal((await takeOne(store, 'gone', 5, MINUTE_MS)).remaining, 4);
    const [kept, alarm] = await keeps('count:gone');
    assert.equal(kept, 1);
    assert.ok(alarm !== null && alarm > Date.now());
  });

  test('an alarm that finds a window begun anew lets it stand', async () => {
    assert.ok((await takeOne(store, 'anew', 1, 200)).allowed);
    await store.set('anew', 'short', 200);
    await store.set('anew', 'long', MINUTE_MS);
    // The alarm of what is kept as long, and was set later, rings later.
    await store.set('later', 'text', 200);
    await eventually(async () => (await keeps('text:later'))[0] === 0);
    assert.equal(await store.get('anew'), 'long');
  });

  test('what is only asked for leaves nothing behind', async () => {
    assert.equal(await store.get('never'), null);
    assert.deepEqual(await keeps('text:never'), [0, null]);
  });

  test('a text beyond bounds is refused, and the one before it stands', async () => {
    await store.set('long', 'text', MINUTE_MS);
    await assert.rejects(
      store.set('long', 'x'.repeat(16_385), MINUTE_MS),
      /RangeError: durableObjectStore: a text of 16385/,
    );
    assert.equal(await store.get('long'), 'text');
  });

  test('an object that breaks off is an error of that call alone; what it kept is there at the next', async () => {
    await takeOne(store, 'broken', 2, MINUTE_MS);
    await call('doom', 'count:broken');
    await assert.rejects(takeOne(store, 'broken', 2, MINUTE_MS), /^Error: .*update of the Worker/);
    const { allowed, remaining } = await takeOne(store, 'broken', 2, MINUTE_MS);
    assert.deepEqual([allowed, remaining], [true, 0]);
  });

  test('counters, texts and notes outlive the process they were made in', async () => {
    await takeOne(store, 'kept', 1, MINUTE_MS);
    await store.set('kept', 'text', MINUTE_MS);
    await store.setIfAbsent('kept', MINUTE_MS);
    await worker.end();
    await start();
    assert.ok(!(await takeOne(store, 'kept', 1, MINUTE_MS)).allowed);
    assert.equal(await store.get('kept'), 'text');
    assert.ok(!(await store.setIfAbsent('kept', MINUTE_MS)));
  });
});
