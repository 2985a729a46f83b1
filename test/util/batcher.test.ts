import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createBatcher, type TakeBatch } from '../../src/util/batcher.js';

describe('batches', () => {
  it('give each item its result, in order, at most so many at once, and one batch of a key at a time', async () => {
    const item = fc.record({ key: fc.constantFrom('a', 'b'), n: fc.nat() });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(item),
      fc.scheduler(),
      async (most, items, s) => {
        const running = new Set<string>();
        const done: Record<string, number[]> = { a: [], b: [] };
        const work = async (key: string, take: TakeBatch<number, string>): Promise<void> => {
          const batch = take();
          assert.ok(batch.length > 0 && batch.length <= most && !running.has(key));
          running.add(key);
          await s.schedule(Promise.resolve());
          running.delete(key);
          for (const { item: n, resolve } of batch) {
            done[key]?.push(n);
            resolve(`${key}${n}`);
          }
        };
        const add = createBatcher(most, work);
        const results = Promise.all(items.map(({ key, n }) => add(key, n)));
        await s.waitFor(results);
        assert.deepEqual(
          await results,
          items.map(({ key, n }) => `${key}${n}`),
        );
        for (const key of ['a', 'b'])
          assert.deepEqual(
            done[key],
            items.filter((one) => one.key === key).map(({ n }) => n),
          );
      },
    );
    await fc.assert(property, { numRuns: 50 });
  });

  it('that fail reject what has no result yet, and no item of another batch', async () => {
    const add = createBatcher<string, number, number>(2, async (_, take) => {
      const batch = take();
      batch[0]?.resolve(batch[0].item);
      await Promise.resolve();
      if (batch.some(({ item }) => item === 2)) throw new Error('failed');
      for (const { item, resolve } of batch) resolve(item);
    });
    // Batches: 0 and 1, 2 and 3, 4.
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => add('a', n)));
    assert.deepEqual(
      results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed')),
      [0, 1, 2, 'failed', 4],
    );
  });

  it('hold the calls of one moment, the first too', async () => {
    const sizes: number[] = [];
    const add = createBatcher<string, number, undefined>(9, async (_, take) => {
      const batch = take();
      sizes.push(batch.length);
      await Promise.resolve();
      for (const { resolve } of batch) resolve(undefined);
    });
    await Promise.all([1, 2, 3].map((n) => add('a', n)));
    await add('a', 4);
    assert.deepEqual(sizes, [3, 1]);
  });

  it('hold what came until they were taken, and reject it if they fail before', async () => {
    const taken: number[][] = [];
    const add = createBatcher<string, number, number>(9, async (_, take) => {
      await new Promise(setImmediate);
      if (taken.length === 1) {
        taken.push([]);
        throw new Error('failed');
      }
      const batch = take();
      taken.push(batch.map(({ item }) => item));
      for (const { item, resolve } of batch) resolve(item);
    });
    const first = add('a', 1);
    await Promise.resolve();
    assert.deepEqual(await Promise.all([first, add('a', 2)]), [1, 2]);
    await assert.rejects(add('a', 3), /failed/);
    assert.equal(await add('a', 4), 4);
    assert.deepEqual(taken, [[1, 2], [], [4]]);
  });
});
