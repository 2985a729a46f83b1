import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import { createProgress, spanOf } from '../../../src/cli/list/progress.js';

const run = (isTTY: boolean): string => {
  vi.useFakeTimers();
  try {
    let [text, now] = ['', 0];
    const progress = createProgress({ isTTY, columns: 100, write: (part) => (text += part) }, () => now);
    progress.show(0, 20_000);
    for (let second = 1; second <= 20; second += 1) {
      now = second * 1000;
      progress.show(second * 500, 20_000);
      vi.advanceTimersByTime(1000);
    }
    progress.end();
    return text;
  } finally {
    vi.useRealTimers();
  }
};

describe('the progress of a list', () => {
  test('is a bar with the rate and the time left on a terminal', () => {
    const text = run(true);
    assert.ok(
      text.endsWith('\r\u001b[K[============            ] 50 %, 10,000 of 20,000 rows, 500 a second, 20 s left\n'),
      JSON.stringify(text.slice(-200)),
    );
  });

  test('is a line each 10 s elsewhere', () => {
    assert.equal(
      run(false),
      '25 %, 5,000 of 20,000 rows, 500 a second, 30 s left\n50 %, 10,000 of 20,000 rows, 500 a second, 20 s left\n',
    );
  });

  test('estimates nothing from the time before the first row of a list that goes on', () => {
    vi.useFakeTimers();
    try {
      let [text, now] = ['', 0];
      const progress = createProgress({ write: (part) => (text += part) }, () => now);
      progress.show(500_000, 1_000_000);
      // The file is read again up to the first row without a verdict.
      for (let second = 1; second <= 20; second += 1) {
        now = second * 1000;
        if (second >= 9) progress.show(500_000 + (second - 8) * 5000, 1_000_000);
        vi.advanceTimersByTime(1000);
      }
      progress.end();
      assert.equal(
        text,
        '51 %, 510,000 of 1,000,000 rows\n56 %, 560,000 of 1,000,000 rows, 5,000 a second, 1 min 28 s left\n',
      );
    } finally {
      vi.useRealTimers();
    }
  });

  test('shows a line above the bar', () => {
    let text = '';
    const progress = createProgress({ isTTY: true, columns: 80, write: (part) => (text += part) }, () => 0);
    progress.show(1, 2);
    progress.say('The DNS does not answer.');
    progress.end();
    assert.equal(text, '\r\u001b[KThe DNS does not answer.\n\r\u001b[K[============            ] 50 %, 1 of 2 rows\n');
  });

  test('tells times by their two largest units', () => {
    assert.deepEqual([0, 59, 60, 3599, 7260, 90_000].map(spanOf), [
      '0 s',
      '59 s',
      '1 min',
      '59 min 59 s',
      '2 h 1 min',
      '1 d 1 h',
    ]);
  });
});
