import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import fc from 'fast-check';
import { createFairQueue } from '../../src/util/fair-queue.js';

describe('a fair queue', () => {
  it('lets owners take turns: who comes last waits for one task of each other', async () => {
    const queue = createFairQueue(1);
    const order: string[] = [];
    const run = (owner: string) => queue.run(owner, () => Promise.resolve(order.push(owner)));
    await Promise.all(Array.from('aaaaabbc', run));
    assert.equal(order.join(''), 'aabcabaa');
  });

  it('goes on after a task that fails', async () => {
    const queue = createFairQueue(1);
    const failed = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('a', () => Promise.resolve(7));
    await assert.rejects(failed, /no/);
    assert.equal(await next, 7);
  });

  it('runs every task once, those of an owner in their order, and never more than may run at once', async () => {
    const task = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), turns: fc.integer({ min: 0, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(task, { maxLength: 30 }), async (most, tasks) => {
        const queue = createFairQueue(most);
        const started: number[] = [];
        let running = 0;
        await Promise.all(
          tasks.map(({ owner, turns }, n) =>
            queue.run(owner, async () => {
              started.push(n);
              running += 1;
              assert.ok(running <= most);
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
              running -= 1;
            }),
          ),
        );
        assert.equal(new Set(started).size, tasks.length);
        for (const name of 'abc') {
          const own = started.filter((n) => tasks[n]?.owner === name);
          assert.deepEqual(
            own,
            [...own].sort((a, b) => a - b),
          );
        }
      }),
    );
  });
});
