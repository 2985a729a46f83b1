/**
 * Outages of something that much work needs, such as a resolver: noticed by many failures, confirmed by a check, and
 * over when a check succeeds.
 */
import { createWaker } from './waker.js';

/** The course of an outage: none; work waits; or it has lasted so long that work goes on without waiting. */
export type OutageState = 'none' | 'waiting' | 'given up';

/** An outage of one thing, as this process sees it. */
export interface Outage {
  readonly state: () => OutageState;
  /** Counts a failure. @param key names the server or domain that failed: only failures of many are an outage. */
  readonly failed: (key: string) => void;
  /** Reports a success: the failures before it count no more, and an outage is over. */
  readonly succeeded: () => void;
  /** Ends the checks. */
  readonly close: () => void;
}

export interface OutageOptions {
  /**
   * Tries whether the thing works, at first before an outage begins. One that rejects leaves the state as it is.
   * @param keys that failed, the latest last.
   * @param signal aborted by `close()`.
   */
  check: (keys: readonly string[], signal: AbortSignal) => Promise<boolean>;
  /** Called when the state has changed. */
  onChange: (state: OutageState) => void;
  /** The failures in a row, and the different keys among them, that are suspected to be an outage; 20 and 10 by default. */
  failures?: number;
  keys?: number;
  /**
   * The wait before the first check of an outage, in ms; twice as long each time, up to the second. 500 and 10,000 by
   * default.
   */
  pauseMs?: readonly [first: number, longest: number];
  /** The time after which an outage is given up, in ms; an hour by default. */
  limitMs?: number;
  /** Asked when that time is over; false: work goes on waiting, until the next check. By default true. */
  mayGiveUp?: () => Promise<boolean>;
}

/** Makes the watch for outages of one thing. */
export const createOutage = ({
  check,
  onChange,
  failures = 20,
  keys = 10,
  pauseMs: [firstMs, longestMs] = [500, 10_000],
  limitMs = 3_600_000,
  mayGiveUp = () => Promise.resolve(true),
}: OutageOptions): Outage => {
  const end = new AbortController();
  const waker = createWaker();
  /** The keys that failed in a row, the latest last. */
  let failed = new Set<string>();
  let count = 0;
  let state: OutageState = 'none';
  /** True from the suspicion on until the outage is over. */
  let isChecking = false;

  const forget = (): void => {
    failed = new Set();
    count = 0;
  };

  const change = (next: OutageState): void => {
    if (state === next) return;
    state = next;
    onChange(next);
  };

  /** Runs a check. @returns `otherwise` if it rejects. */
  const works = (otherwise: boolean): Promise<boolean> => check([...failed], end.signal).catch(() => otherwise);

  const isOver = (): boolean => end.signal.aborted || count === 0;

  const wait = async (): Promise<void> => {
    const since = performance.now();
    for (let ms = firstMs; ; ms = Math.min(longestMs, ms * 2)) {
      await waker.wait(ms);
      if (isOver() || (await works(false)) || isOver()) return;
      const isLong = state === 'waiting' && performance.now() - since >= limitMs;
      if (isLong && (await mayGiveUp().catch(() => false)) && !isOver()) change('given up');
    }
  };

  const suspect = async (): Promise<void> => {
    isChecking = true;
    if (!(await works(true)) && !isOver()) {
      change('waiting');
      await wait();
    }
    isChecking = false;
    forget();
    if (!end.signal.aborted) change('none');
  };

  return {
    state: () => state,
    failed(key) {
      failed.delete(key);
      failed.add(key);
      count += 1;
      // The latest alone are kept: an outage may be long.
      for (const oldest of failed) {
        if (failed.size <= failures) break;
        failed.delete(oldest);
      }
      if (count >= failures && failed.size >= keys && !isChecking && !end.signal.aborted) void suspect();
    },
    succeeded() {
      if (count === 0) return;
      forget();
      waker.wake();
    },
    close() {
      end.abort();
      waker.wake();
    },
  };
};
