import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { shareHealth, type StoreHealth } from '../../../src/service/store/health.js';

test('the health of the store is asked for once a second, however many want it', async () => {
  vi.useFakeTimers();
  const asked: ((health: StoreHealth) => void)[] = [];
  const health = shareHealth(() => new Promise((resolve) => asked.push(resolve)));
  const answers = Array.from({ length: 1000 }, health);
  // However long the answer takes.
  await vi.advanceTimersByTimeAsync(4000);
  answers.push(health());
  asked[0]?.('unavailable');
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['unavailable']));
  await vi.advanceTimersByTimeAsync(900);
  assert.equal(await health(), 'unavailable');
  assert.equal(asked.length, 1);
  await vi.advanceTimersByTimeAsync(100);
  const next = health();
  asked[1]?.('ok');
  assert.deepEqual([await next, asked.length], ['ok', 2]);
});
