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
 */
export const createGate = (running: number, waiting: number): Gate => {
  const queue = new Set<() => void>();
  let inside = 0;

  const leave = (): void => {
    const [next] = queue;
    if (next === undefined) {
      inside--;
      return;
    }
    queue.delete(next);
    next();
  };

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (inside < running) {
        inside++;
        return leave;
      }
      if (queue.size >= waiting) return null;
      return new Promise((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
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
