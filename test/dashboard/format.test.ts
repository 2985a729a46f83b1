import assert from 'node:assert/strict';
import { test } from 'vitest';
import { formatCount, formatPercent, formatPercentRange } from '../../src/dashboard/format.js';
import { WORDS } from '../../src/dashboard/words/index.js';

test('counts have the form of the word that fits the number', () => {
  assert.deepEqual(
    [0, 1, 2, 1001].map((count) => formatCount(count, 'row', 'rows')),
    ['0 rows', '1 row', '2 rows', '1,001 rows'],
  );
  assert.deepEqual(
    [
      WORDS.noVerdictLead(1, '100 %'),
      WORDS.savedParts(1, 1, '0'),
      WORDS.stillReserved(1),
      WORDS.useSummary(1, '1', '3 May'),
      WORDS.granted(1),
    ],
    [
      '1 form, 100 % of those that were sent.',
      'In all, 1 typo fixed and not undone, 1 suggestion accepted, 0 corrected after an error.',
      '1 more is set aside',
      '1 check in the last 30 days. The most in one day: 1, on 3 May.',
      '1 credit was added.',
    ],
  );
});

test('shares and their intervals have a unit and one decimal', () => {
  assert.deepEqual(
    [formatPercent(4), formatPercentRange(1.5, 12), formatPercentRange(3, 3)],
    ['4.0 %', '1.5 to 12.0 %', '3.0 %'],
  );
});
