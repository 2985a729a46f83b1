import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { closest } from '../../../src/address/mailcheck/closest.js';
import { typoCost } from '../../../src/address/typo-cost.js';
import { runs } from '../../support/whole.js';

describe('the closest name', () => {
  test('is the cheapest, and none above the limit', () => {
    assert.deepEqual(closest('gmial.com', ['mail.com', 'gmail.com'], typoCost, 1.5), {
      name: 'gmail.com',
      cost: 1,
      tied: false,
    });
    assert.equal(closest('gm7il.com', ['gmail.com'], typoCost, 1), null);
    assert.equal(closest('gmail.com', [], typoCost, 1), null);
  });

  test('is the first of two that cost as much', () => {
    assert.deepEqual(
      closest('ab', ['xb', 'ax', 'b'], () => 1, 1),
      { name: 'xb', cost: 1, tied: true },
    );
  });

  test('costs nothing where it is the typed text, whatever stands before it', () => {
    assert.deepEqual(closest('ab', ['xb', 'ab'], typoCost, 1.5), { name: 'ab', cost: 0, tied: false });
  });

  test('agrees with a search of our own over any names', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 6 }), (typed, names) => {
        const costs = names.map((name) => typoCost(typed, name));
        const least = Math.min(...costs);
        const found = closest(typed, names, typoCost, 1.5);
        if (least > 1.5) assert.equal(found, null);
        else assert.equal(found?.name, names[costs.indexOf(least)]);
        if (found && least > 0) {
          assert.equal(found.cost, least);
          assert.equal(found.tied, costs.filter((cost) => cost === least).length > 1);
        }
      }),
      { numRuns: runs(2000, 200) },
    );
  });
});
