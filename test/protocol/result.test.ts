import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { readVerdict, timestamp } from '../../src/protocol/index.js';

describe('a verdict from a wire', () => {
  test('is read with words that are not known yet', () => {
    const verdict = readVerdict({ email: 'a@b.de', status: 'splendid', quality: 7, sub_status: ['brand_new', 3] });
    assert.deepEqual(verdict, {
      email: 'a@b.de',
      status: 'unknown',
      quality: 'unknown',
      sub_status: ['brand_new'],
      did_you_mean: null,
    });
  });

  test('is null when the answer is none', () => {
    for (const value of [null, undefined, 'x', 3, [], {}, { email: 'a@b.de' }, { status: 'valid' }]) {
      assert.equal(readVerdict(value), null);
    }
  });

  test('is read out of anything without an error', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        readVerdict(value);
      }),
    );
  });
});

test('a time has a numeric offset and no fraction', () => {
  assert.equal(timestamp(new Date('2026-01-31T12:00:00.999Z')), '2026-01-31T12:00:00+00:00');
});
