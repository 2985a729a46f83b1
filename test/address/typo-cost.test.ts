import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { isTwoTypos, typoCost } from '../../src/address/typo-cost.js';
import { edits } from './corpora/edits.js';
import { runs } from '../support/whole.js';

describe('one typo is', () => {
  for (const [what, typed, cost] of [
    ['a letter too many, beside its own key', 'gmaill.com', 1],
    ['a letter too few', 'gmal.com', 1],
    ['the key beside the right one', 'gnail.com', 1],
    ['a neighbour on an AZERTY keyboard', 'gmqil.com', 1],
    ['a neighbour on a Dvorak keyboard', 'gmoil.com', 1],
    ['two letters swapped', 'gmial.com', 1],
    ['a dot that moved by one', 'gmailc.om', 1],
    ['any other letter, which is less likely', 'gm7il.com', 1.5],
  ] as const) {
    test(what, () => {
      assert.equal(typoCost(typed, 'gmail.com'), cost);
    });
  }
});

test('two typos are told from one and from three', () => {
  assert.equal(typoCost('gamli.com', 'gmail.com'), Infinity);
  assert.ok(isTwoTypos('gamli.com', 'gmail.com'));
  assert.ok(isTwoTypos('goooglemal.com', 'googlemail.com'));
  assert.ok(!isTwoTypos('gxmlix.com', 'gmail.com'));
});

test('the cost is finite for one edit, and for nothing else', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (typed, meant) => {
      const cost = typoCost(typed, meant);
      assert.equal(cost === 0, typed === meant);
      assert.equal(cost < 2, edits(meant, 'abc').includes(typed) || typed === meant);
    }),
    { numRuns: runs(3000, 400) },
  );
});
