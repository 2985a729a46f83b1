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
