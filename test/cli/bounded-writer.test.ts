import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { beforeEach, describe, it, vi } from 'vitest';
import { boundedWriter } from '../../src/cli/bounded-writer.js';

/** The longest that a reader without progress holds up the end, and that any reader does, in ms. */
const [STALLED_MS, MOST_MS] = [1000, 10_000];

/** Lines for a reader that takes one each `everyMs`, and a flush of them. */
const flushTo = (everyMs: number, lines: number) => {
  let read = 0;
  const stream = new Writable({
    write: (_chunk, _encoding, done) => {
      setTimeout(() => {
        read += 1;
        done();
      }, everyMs);
    },
  });
  const writer = boundedWriter(stream);
  for (let n = 0; n < lines; n += 1) writer.write(`{"n":${n}}\n`);
  let isDone = false;
  writer.flush(() => (isDone = true));
  return { read: () => read, isDone: () => isDone, destroy: () => stream.destroy() };
};

describe('the end of a log', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('waits for a reader that takes a line now and then', () => {
    const { read, isDone } = flushTo(600, 10);
    vi.advanceTimersByTime(5999);
    assert.deepEqual([read(), isDone()], [9, false]);
    vi.advanceTimersByTime(101);
    assert.deepEqual([read(), isDone()], [10, true]);
  });

  it('waits a second for a reader that takes nothing', () => {
    const { isDone } = flushTo(60_000, 3);
    vi.advanceTimersByTime(STALLED_MS - 101);
    assert.equal(isDone(), false);
    vi.advanceTimersByTime(101);
    assert.equal(isDone(), true);
  });

  it('waits no longer than ten seconds, whatever is left', () => {
    const { isDone } = flushTo(600, 1000);
    vi.advanceTimersByTime(MOST_MS - 101);
    assert.equal(isDone(), false);
    vi.advanceTimersByTime(101);
    assert.equal(isDone(), true);
  });

  it('does not wait for a reader that is gone', () => {
    const { isDone, destroy } = flushTo(60_000, 3);
    destroy();
    vi.advanceTimersByTime(100);
    assert.equal(isDone(), true);
  });
});
