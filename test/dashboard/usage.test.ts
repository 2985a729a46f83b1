import assert from 'node:assert/strict';
import { test } from 'vitest';
import { describeBrowser } from '../../src/dashboard/browser-name.js';
import { formatAge, formatNumber, formatShortDay, formatUtcDay } from '../../src/dashboard/format.js';
import { checksOf, share, totalsOf } from '../../src/dashboard/usage.js';

const day = (date: string, valid: number, invalid: number, risky: number, unknown: number) => ({
  day: date,
  valid,
  invalid,
  risky,
  unknown,
});

test('adds up days by verdict', () => {
  const days = [day('2026-01-30', 5, 1, 0, 0), day('2026-01-31', 0, 2, 3, 4)];
  assert.deepEqual(totalsOf(days), { valid: 5, invalid: 3, risky: 3, unknown: 4, all: 15 });
  assert.equal(checksOf(days[1]!), 9);
  assert.deepEqual(totalsOf([]), { valid: 0, invalid: 0, risky: 0, unknown: 0, all: 0 });
});

test('gives shares in whole per cent, and never makes some into none', () => {
  assert.equal(share(1, 3), '33 %');
  assert.equal(share(1, 1000), '<1 %');
  assert.equal(share(12_345, 12_400), '>99 %');
  assert.equal(share(0, 0), '0 %');
  assert.equal(share(7, 7), '100 %');
});

test('writes numbers and days for people', () => {
  assert.equal(formatNumber(1234567), '1,234,567');
  assert.equal(formatShortDay('2026-01-31'), '31 Jan');
  // The month turns in UTC, wherever the person is.
  assert.equal(formatUtcDay('2026-02-01T00:00:00+00:00'), '1 February 2026');
  const now = Date.parse('2026-01-31T12:00:00Z');
  assert.equal(formatAge('2026-01-31T11:00:00+00:00', now), 'less than a day ago');
  assert.equal(formatAge('2026-01-30T11:00:00+00:00', now), 'a day ago');
  assert.equal(formatAge('2026-01-20T11:00:00+00:00', now), '11 days ago');
});

test('names browsers', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
  const chrome = `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36`;
  assert.equal(describeBrowser(chrome), 'Chrome on Windows');
  assert.equal(describeBrowser(`${chrome} Edg/147.0`), 'Edge on Windows');
  assert.equal(
    describeBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'Firefox on Linux',
  );
  assert.equal(describeBrowser('curl/8.5'), null);
  assert.equal(describeBrowser(null), null);
});
