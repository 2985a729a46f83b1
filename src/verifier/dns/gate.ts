/** Lets so many tasks run at once, and so many wait for their turn. */
export interface Gate {
  /**
   * Waits for a turn.
   * @returns what gives the place free again, or null when as many are waiting already as may.
   * @throws the signal's reason when it is aborted before the turn comes.
   */
  enter(signal: AbortSignal): Promise<(() => void) | null>;
}

/**
 * @param running how many run at once.
 * @param waiting how many may wait.
 * @param leaseMs after so many milliseconds a place is free again, whether or not its task said so.
 */
export const createGate = (running: number, waiting: number, leaseMs: number): Gate => {
  /** Who is inside, and since when: longest first. */
  const inside = new Map<symbol, number>();
  const queue = new Set<() => void>();

  const admit = (): (() => void) => {
    const place = Symbol();
    inside.set(place, performance.now());
    return () => {
      leave(place);
    };
  };

  const leave = (place: symbol): void => {
    if (!inside.delete(place)) return;
    const [next] = queue;
    if (next === undefined) return;
    queue.delete(next);
    next();
  };

  const endLeases = (): void => {
    for (const [place, since] of inside) {
      if (performance.now() - since <= leaseMs) return;
      leave(place);
    }
  };

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (inside.size >= running) endLeases();
      if (inside.size < running) return admit();
      if (queue.size >= waiting) return null;
      return new Promise((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(admit());
        };
        const giveUp = (): void => {
          queue.delete(turn);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        queue.add(turn);
      });
    },
  };
};
