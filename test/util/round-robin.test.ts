import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import fc from 'fast-check';
import { createRoundRobin } from '../../src/util/round-robin.js';

describe('a round-robin queue', () => {
  it('gives every item once, those of an owner in their order, and another owner next while there is one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), (owners) => {
        const queue = createRoundRobin<{ owner: string; n: number }>();
        owners.forEach((owner, n) => {
          queue.add(owner, { owner, n });
        });
        const left = new Map<string, number>();
        for (const owner of owners) left.set(owner, (left.get(owner) ?? 0) + 1);
        const taken: number[] = [];
        let last = '';
        while (!queue.isEmpty()) {
          const item = queue.take();
          assert.ok(item);
          const hasOthers = [...left].some(([owner, count]) => owner !== last && count > 0);
          assert.ok(item.owner !== last || !hasOthers);
          last = item.owner;
          left.set(last, (left.get(last) ?? 0) - 1);
          taken.push(item.n);
        }
        assert.equal(queue.take(), undefined);
        for (const name of ['a', 'b', 'c']) {
          const own = taken.filter((n) => owners[n] === name);
          assert.deepEqual(
            own,
            own.toSorted((one, other) => one - other),
          );
        }
        assert.equal(taken.length, owners.length);
      }),
    );
  });
});
