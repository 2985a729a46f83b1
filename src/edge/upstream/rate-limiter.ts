/** Keeps calls to a rate. */
export interface RateLimiter {
  /**
   * Waits for a turn.
   * @param rank of the calls that wait, the one with the lowest rank goes first; of equals, the one that came first.
   * @returns true when the turn has come; false as soon as it would come too late.
   */
  enter: (rank: number) => Promise<boolean>;
  /** Gives no turn for so many milliseconds from now. */
  pause: (ms: number) => void;
}

interface Waiting {
  rank: number;
  deadline: number;
  resolve: (isTurn: boolean) => void;
}

/**
 * A token bucket that holds as many calls as a second has, kept as one moment (GCRA, ITU-T I.371), before a queue in the order of rank. A call
 * of a low rank goes ahead of those of a high rank, and those that would then wait too long are refused. With the number of a client's earlier
 * calls as rank, this is least-attained-service scheduling: whoever asks little does not notice those who ask much, however many they are.
 * Nor do people who come at the same moment: busy calls leave half of the bucket for them (trunk reservation). Alone, busy calls get the whole
 * rate.
 * @param perSecond calls a second; `Infinity` for any.
 * @param maxWaitMs how long a call waits for its turn at most: the queue is no longer than that.
 * @param few calls of a rank above this are busy.
 */
export const createRateLimiter = (perSecond: number, maxWaitMs: number, few = Infinity): RateLimiter => {
  const intervalMs = 1000 / perSecond;
  const toleranceMs = Math.max(0, 1000 - intervalMs);
  /** When the next call would come if all came evenly. */
  let due = 0;
  let pausedUntil = 0;
  /** In the order of their turns. */
  let queue: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** When a call of this rank has its turn at this place of the queue. */
  const turnAt = (place: number, rank: number): number => {
    const mayBeAheadMs = rank > few ? toleranceMs / 2 : toleranceMs;
    return Math.max(due + place * intervalMs - mayBeAheadMs, pausedUntil);
  };

  /** Gives the turns that have come, refuses whose turn would come too late, and wakes up at the next turn. */
  const settle = (): void => {
    clearTimeout(timer);
    const now = performance.now();
    for (let next = queue[0]; next && turnAt(0, next.rank) <= now; [next] = queue) {
      queue.shift();
      due = Math.max(due, now) + intervalMs;
      next.resolve(true);
    }
    // Each that is refused brings the ones after it a turn forward.
    const kept: Waiting[] = [];
    for (const one of queue) {
      if (turnAt(kept.length, one.rank) <= one.deadline) kept.push(one);
      else one.resolve(false);
    }
    queue = kept;
    const [first] = queue;
    if (first) timer = setTimeout(settle, Math.ceil(turnAt(0, first.rank) - now));
  };

  return {
    enter: (rank) =>
      new Promise((resolve) => {
        const after = queue.findIndex((other) => other.rank > rank);
        const place = after === -1 ? queue.length : after;
        queue.splice(place, 0, { rank, deadline: performance.now() + maxWaitMs, resolve });
        settle();
      }),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      settle();
    },
  };
};
