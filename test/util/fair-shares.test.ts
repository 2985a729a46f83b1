import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createFairShares } from '../../src/util/fair-shares.js';

describe('fair shares', () => {
  it('are never more places than there are, and an owner has no more than its share of the free ones', () => {
    const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), leaves: fc.boolean() });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(1, 1 / 2, 1 / 7, Infinity),
        fc.array(step, { maxLength: 100 }),
        (places, share, steps) => {
          const { take } = createFairShares(places, share);
          const held: { owner: string; leave: () => void }[] = [];
          for (const { owner, leaves } of steps) {
            if (leaves) {
              held.shift()?.leave();
              continue;
            }
            const own = held.filter((one) => one.owner === owner).length;
            const leave = take(owner);
            const free = places - held.length;
            assert.equal(leave !== null, free > 0 && own < free * share);
            if (leave) held.push({ owner, leave });
          }
          assert.ok(held.length <= places);
        },
      ),
    );
  });

  it('are an eighth for one owner with a share of a seventh, and half with a share of one', () => {
    for (const [share, most] of [
      [1 / 7, 10],
      [1, 40],
    ] as const) {
      const { take } = createFairShares(80, share);
      assert.equal(Array.from({ length: 80 }, () => take('a')).filter(Boolean).length, most);
      assert.ok(take('b'));
    }
  });
});
