import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { waitAfter } from '../../../../src/service/lists/callbacks/back-off.js';

const DAY_S = 86_400;
const NOW = Date.parse('2026-01-31T12:00:00Z');

describe('the wait after a failed attempt', () => {
  it('grows from 5 s to a day, over three days in all', () => {
    const waits = Array.from({ length: 9 }, (_, n) => waitAfter(n + 1, null, { random: 0 })!);
    assert.deepEqual(waits, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, DAY_S]);
    assert.ok(waits.reduce((sum, wait) => sum + wait) > 3 * DAY_S);
    assert.equal(waitAfter(10), null, 'and then no attempt follows');
  });

  it('is longer by up to a fifth, at random', () => {
    assert.equal(waitAfter(2, null, { random: 1 }), 360);
    assert.equal(waitAfter(2, null, { random: 0.5 }), 330);
  });

  it('is as long as Retry-After says, in seconds or as a date, up to a day', () => {
    const asked = (retryAfter: string) => waitAfter(1, retryAfter, { random: 0, now: NOW });
    assert.equal(asked('600'), 600);
    assert.equal(asked('Sat, 31 Jan 2026 12:10:00 GMT'), 600);
    assert.equal(asked('999999999'), DAY_S);
    assert.equal(asked('Sat, 31 Jan 2099 12:10:00 GMT'), DAY_S);
    for (const odd of ['', '0', '-5', 'soon', '1e9', '99999999999999999999', 'Sat, 31 Jan 2020 12:10:00 GMT'])
      assert.equal(asked(odd), 5, odd);
  });

  it('is never shorter than its own, and never longer than a day and a fifth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.string(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, text, random) => {
          const wait = waitAfter(tries, text, { random, now: NOW })!;
          assert.ok(wait >= waitAfter(tries, null, { random: 0 })! && wait <= 1.2 * DAY_S);
        },
      ),
    );
  });
});
