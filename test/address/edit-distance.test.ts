import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { editDistance } from '../../src/address/edit-distance.js';

describe('one slip is', () => {
  for (const [what, typed] of [
    ['a letter too many', 'gmaill.com'],
    ['a letter too few', 'gmal.com'],
    ['a wrong letter', 'gnail.com'],
    ['two neighbours swapped', 'gmial.com'],
    ['a dot that moved by one', 'gmailc.om'],
  ] as const) {
    test(what, () => {
      assert.equal(editDistance(typed, 'gmail.com', 2), 1);
    });
  }
});

test('past the limit it says Infinity', () => {
  assert.equal(editDistance('gamli.com', 'gmail.com', 2), 2);
  assert.equal(editDistance('gamli.com', 'gmail.com', 1), Infinity);
  assert.equal(editDistance('a', 'abcdef', 2), Infinity);
});

test('it is nought for the same text alone, and the same both ways', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const edits = editDistance(one, other, 20);
      assert.equal(edits === 0, one === other);
      assert.equal(edits, editDistance(other, one, 20));
      assert.ok(edits <= Math.max(one.length, other.length));
    }),
    { numRuns: 3000 },
  );
});
