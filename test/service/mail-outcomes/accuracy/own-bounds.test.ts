import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { ownBounds } from '../../../../src/service/mail-outcomes/accuracy/own-bounds.js';
import type { Bounds } from '../../../../src/service/mail-outcomes/tables.js';

const of = (bounced: number, all: number, general: Bounds): Bounds | undefined =>
  ownBounds({ bounced, delivered: all - bounced }, general);

describe('the bounces of an account’s own mail', () => {
  it('are their 95 % interval by Wilson, in per cent, rounded outwards', () => {
    // Newcombe 1998, table I: 15 of 148 is 0.0624 to 0.1605.
    assert.deepEqual(of(15, 148, [0, 15]), [6.2, 16.1]);
    assert.deepEqual(of(0, 50, [0, 15]), [0, 7.2]);
  });

  it('are not enough of fewer than 50, or when they say less than the general bounds', () => {
    assert.equal(of(0, 49, [0, 100]), undefined);
    assert.equal(of(5, 50, [0, 15]), undefined);
    assert.equal(of(0, 60, [0, 1]), undefined);
  });

  it('count when they are narrow, or contradict the general bounds', () => {
    assert.deepEqual(of(2, 400, [0, 1]), [0.1, 1.9]);
    assert.deepEqual(of(9, 60, [0, 1]), [8, 26.2]);
    assert.deepEqual(of(60, 100, [95, 100]), [50.2, 69.1]);
  });

  it('have the share that was seen between them, from 0 to 100', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), fc.nat(100), fc.nat(100), (bounced, delivered, one, other) => {
        const bounds = ownBounds({ bounced, delivered }, [Math.min(one, other), Math.max(one, other)]);
        if (bounds === undefined) return true;
        const seen = (100 * bounced) / (bounced + delivered);
        return bounds[0] >= 0 && bounds[0] <= seen && seen <= bounds[1] && bounds[1] <= 100;
      }),
    );
  });
});
