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
 * Creates a semaphore.
 * @param maxRunning maximum number of tasks that run at once.
 * @param maxWaiting maximum number of tasks that wait (any number).
 * @param leaseMs time after which a place counts as free, even if it was not given back (never).
 */
export const createSemaphore = (maxRunning: number, maxWaiting = Infinity, leaseMs = Infinity): Semaphore => {
  /** The places taken, with the time of taking: oldest first. */
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
