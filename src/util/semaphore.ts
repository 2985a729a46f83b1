/** Bounds how many tasks run at once, and how many wait for their turn. */
export interface Semaphore {
  /**
   * Waits for a place.
   * @returns a function that gives the place back; null when the queue is full.
   * @throws the signal's reason when it is aborted before the turn comes.
   */
  acquire(signal: AbortSignal): Promise<(() => void) | null>;
  /** Returns the number of callers that wait for a place. */
  waiting: () => number;
}

/**
 * @param maxRunning how many run at once.
 * @param maxWaiting how many may wait (any number).
 * @param leaseMs after so many milliseconds a place is free again, whether or not it was given back (never).
 */
export const createSemaphore = (maxRunning: number, maxWaiting = Infinity, leaseMs = Infinity): Semaphore => {
  /** The places taken, and since when: longest first. */
  const taken = new Map<symbol, number>();
  const queue = new Set<() => void>();

  const take = (): (() => void) => {
    const place = Symbol();
    taken.set(place, performance.now());
    return () => {
      release(place);
    };
  };

  const release = (place: symbol): void => {
    if (!taken.delete(place)) return;
    const [next] = queue;
    if (next === undefined) return;
    queue.delete(next);
    next();
  };

  const endLeases = (): void => {
    for (const [place, since] of taken) {
      if (performance.now() - since <= leaseMs) return;
      release(place);
    }
  };

  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (taken.size >= maxRunning) endLeases();
      if (taken.size < maxRunning) return take();
      if (queue.size >= maxWaiting) return null;
      return new Promise((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(take());
        };
        const giveUp = (): void => {
          queue.delete(turn);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        queue.add(turn);
      });
    },
    waiting: () => queue.size,
  };
};
