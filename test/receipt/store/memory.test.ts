import assert from 'node:assert/strict';
import { afterEach, test, vi } from 'vitest';
import { memoryStore } from '../../../src/edge/index.js';
import { testStore } from '../../edge/store/suite.js';
import { takeOne } from '../../edge/store/take-one.js';

const clocked = (maxEntries: number): { store: ReturnType<typeof memoryStore>; clock: { now: number } } => {
  const clock = { now: 0 };
  return { store: memoryStore({ maxEntries, now: () => clock.now }), clock };
};

const own = { now: 1_000_000 };
testStore({
  name: 'memory',
  open: () => memoryStore({ now: () => own.now }),
  now: () => own.now,
  pass: (ms) => Promise.resolve(void (own.now += ms)),
  flood: 5000,
});

test('a counter gives its limit in a window and starts anew after it', async () => {
  const { store, clock } = clocked(10);
  assert.deepEqual(await takeOne(store, 'k', 2, 1000), { allowed: true, remaining: 1, resetMs: 1000 });
  clock.now = 400;
  assert.deepEqual(await takeOne(store, 'k', 2, 1000), { allowed: true, remaining: 0, resetMs: 600 });
  assert.deepEqual(await takeOne(store, 'k', 2, 1000), { allowed: false, remaining: 0, resetMs: 600 });
  clock.now = 999;
  assert.equal((await takeOne(store, 'k', 2, 1000)).allowed, false);
  clock.now = 1000;
  assert.deepEqual(await takeOne(store, 'k', 2, 1000), { allowed: true, remaining: 1, resetMs: 1000 });
});

test('a text is kept for its time and no longer', async () => {
  const { store, clock } = clocked(10);
  await store.set('k', 'text', 1000);
  clock.now = 999;
  assert.equal(await store.get('k'), 'text');
  clock.now = 1000;
  assert.equal(await store.get('k'), null);
  assert.equal(await store.get('never'), null);
});

test('texts are bounded: the oldest goes first, and one written again counts as new', async () => {
  const { store } = clocked(3);
  for (const key of ['a', 'b', 'c', 'a', 'd']) await store.set(key, key, 1000);
  assert.deepEqual(await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key))), ['a', null, 'c', 'd']);
});

test('a flood of clients pushes out its like, and neither the day’s counter nor what is remembered', async () => {
  const { store } = clocked(100);
  await takeOne(store, 'day', 1, 86_400_000);
  await store.set('verdict', 'kept', 1000);
  for (let i = 0; i < 10_000; i++) await takeOne(store, `client ${i}`, 1, 60_000);
  assert.equal((await takeOne(store, 'day', 1, 86_400_000)).allowed, false);
  assert.equal(await store.get('verdict'), 'kept');
  assert.equal((await takeOne(store, 'client 9999', 1, 60_000)).allowed, false);
  assert.equal((await takeOne(store, 'client 0', 1, 60_000)).allowed, true);
});

test('a day’s flood of clients, counted by the day themselves, does not push out what bounds the day', async () => {
  const { store } = clocked(100);
  const day = 86_400_000;
  for (const key of ['day', 'o:https://shop.example']) await takeOne(store, key, 1, day);
  for (let i = 0; i < 10_000; i++) await takeOne(store, `d:${i}`, 1, day);
  for (const key of ['day', 'o:https://shop.example'])
    assert.equal((await takeOne(store, key, 1, day)).allowed, false, key);
});

test('no more than the bound is kept, whatever the number of clients and verdicts', async () => {
  const { store, clock } = clocked(1000);
  const numbers = Array.from({ length: 50_000 }, (_, i) => i);
  for (const i of numbers) {
    clock.now = i;
    await takeOne(store, `client ${i}`, 1, 60_000);
    await store.set(`verdict ${i}`, 'x', 3_600_000);
  }
  const texts = await Promise.all(numbers.map((i) => store.get(`verdict ${i}`)));
  assert.equal(texts.filter((text) => text !== null).length, 1000);
  const taken = await Promise.all(numbers.reverse().map((i) => takeOne(store, `client ${i}`, 1, 60_000)));
  assert.equal(taken.filter(({ allowed }) => !allowed).length, 1000);
});

test('of any number at once one is the first, and after its time another', async () => {
  const { store, clock } = clocked(3);
  const firsts = await Promise.all(Array.from({ length: 50 }, () => store.setIfAbsent('receipt', 1000)));
  assert.equal(firsts.filter(Boolean).length, 1);
  clock.now = 999;
  assert.equal(await store.setIfAbsent('receipt', 1000), false);
  clock.now = 1000;
  assert.equal(await store.setIfAbsent('receipt', 1000), true);
});

test('neither verdicts nor clients push out what was there', async () => {
  const { store } = clocked(10);
  await store.setIfAbsent('receipt', 60_000);
  for (let i = 0; i < 100; i++) {
    await store.set(`verdict ${i}`, 'x', 60_000);
    await takeOne(store, `client ${i}`, 1, 60_000);
  }
  assert.equal(await store.setIfAbsent('receipt', 60_000), false);
});

test('a flood of solved challenges leaves the notes of receipts, and takes no more room than its own', async () => {
  const { store, clock } = clocked(100);
  await store.setIfAbsent('r:receipt', 60_000);
  const noted = await Promise.allSettled(Array.from({ length: 500 }, (_, i) => store.setIfAbsent(`x:${i}`, 30_000)));
  assert.equal(noted.filter(({ status }) => status === 'fulfilled').length, 100);
  assert.equal(await store.setIfAbsent('r:receipt', 60_000), false);
  clock.now = 30_000;
  assert.equal(await store.setIfAbsent('x:500', 30_000), true);
});

test('a note lives until its end, however many receipts are used after it: a full store takes no further one', async () => {
  const { store, clock } = clocked(100);
  for (let i = 0; i < 100; i++) assert.equal(await store.setIfAbsent(`r:${i}`, 60_000), true);
  await assert.rejects(store.setIfAbsent('r:one more', 60_000), { code: 'unavailable' });
  for (let i = 0; i < 100; i++) assert.equal(await store.setIfAbsent(`r:${i}`, 60_000), false);
  clock.now = 60_000;
  assert.equal(await store.setIfAbsent('r:one more', 60_000), true);
});

afterEach(() => {
  vi.useRealTimers();
});

const YEAR_MS = 31_536_000_000;

test('a clock that jumps ahead and back leaves no quota spent, and renews none', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const today = Date.now();
  const store = memoryStore();
  assert.equal((await takeOne(store, 'early', 1, 60_000)).allowed, true);
  vi.setSystemTime(today + YEAR_MS);
  assert.equal((await takeOne(store, 'early', 1, 60_000)).allowed, false);
  assert.equal((await takeOne(store, 'late', 1, 60_000)).allowed, true);
  vi.setSystemTime(today);
  vi.advanceTimersByTime(60_000);
  assert.equal((await takeOne(store, 'early', 1, 60_000)).allowed, true);
  assert.equal((await takeOne(store, 'late', 1, 60_000)).allowed, true);
});

test('a clock that is set back keeps the note of a receipt, which it makes valid for longer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const store = memoryStore();
  await store.setIfAbsent('r:receipt', 1_860_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_860_000);
  assert.equal(await store.setIfAbsent('r:receipt', 1_860_000), false);
});
