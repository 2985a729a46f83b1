import assert from 'node:assert/strict';
import { test } from 'vitest';
import { differenceOf, wilson } from '../../src/util/newcombe.js';
import { random } from '../support/random.js';

/**
 * Newcombe 1998 (Interval estimation for the difference between independent proportions), table II, method 10: the
 * examples (a) to (h). Compared with the copy of the whole table that another implementation is tested with, whose row
 * `wilson` is method 10.
 * @see https://github.com/DeepPSP/DBCI/blob/9dbc251cbd0ce0fc67e8f2e090a939a626ab71a5/test/test-data/newcombee.csv
 */
const PUBLISHED: [a: number, m: number, b: number, n: number, low: number, high: number][] = [
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 20, 0.6791, 1],
  [10, 10, 0, 10, 0.6075, 1],
];

test.each(PUBLISHED)('gives the published interval of %i/%i and %i/%i', (a, m, b, n, low, high) => {
  const found = differenceOf({ of: a, all: m }, { of: b, all: n });
  assert.ok(found);
  assert.deepEqual([found.low.toFixed(4), found.high.toFixed(4)], [low.toFixed(4), high.toFixed(4)]);
});

test('is null for a share of nothing', () => {
  assert.equal(differenceOf({ of: 0, all: 0 }, { of: 1, all: 2 }), null);
});

/**
 * Newcombe 1998 (Two-sided confidence intervals for the single proportion), table I, method 3. The first two are
 * compared with the tests of an implementation of his methods.
 * @see https://github.com/m-Py/propint/blob/58ae0592c0f6d0844e60a6e67fef136ace1ee3e2/tests/testthat/test_Single_Proportion_CI.R
 */
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('gives the published interval of %i/%i', (of, all, low, high) => {
  const found = wilson({ of, all });
  assert.deepEqual([found.low.toFixed(4), found.high.toFixed(4)], [low.toFixed(4), high.toFixed(4)]);
});

test('holds the true difference of a hold-out group in 95 of 100 runs', () => {
  const next = random(7);
  const sent = (all: number, share: number): number => {
    let of = 0;
    for (let i = 0; i < all; i++) if (next() < share) of++;
    return of;
  };
  const runs = 4000;
  let held = 0;
  for (let i = 0; i < runs; i++) {
    const found = differenceOf({ of: sent(1900, 0.82), all: 1900 }, { of: sent(100, 0.74), all: 100 });
    if (found && found.low <= 0.08 && found.high >= 0.08) held++;
  }
  assert.ok(held / runs > 0.94 && held / runs < 0.965, String(held / runs));
});
