/** Keeps calls to a rate. */
export interface RateLimiter {
  /**
   * Waits for a turn.
   * @returns how long it took, in milliseconds; null, at once, when it would be too long.
   */
  enter: () => Promise<number | null>;
  /** Gives no turn for so many milliseconds from now. */
  pause: (ms: number) => void;
}

/**
 * A token bucket that holds as many calls as a second has, kept as one moment (GCRA, ITU-T I.371).
 * @param perSecond calls a second; `Infinity` for any.
 * @param maxWaitMs how long a call waits for its turn at most: the queue is no longer than that.
 */
export const createRateLimiter = (perSecond: number, maxWaitMs: number): RateLimiter => {
  const intervalMs = 1000 / perSecond;
  const toleranceMs = Math.max(0, 1000 - intervalMs);
  /** When the next call would come if all came evenly. */
  let due = 0;
  let pausedUntil = 0;
  return {
    async enter() {
      const now = performance.now();
      const arrival = Math.max(due, now);
      const waitMs = Math.max(arrival - toleranceMs, pausedUntil) - now;
      if (waitMs > maxWaitMs) return null;
      due = arrival + intervalMs;
      if (waitMs <= 0) return 0;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return waitMs;
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
    },
  };
};
