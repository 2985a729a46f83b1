/** Bounds how many tasks run at once. The owners of those that wait take turns. */
export interface FairQueue {
  /** Runs work when its owner's turn comes. @param owner for whom it is. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a round-robin queue: an owner with a hundred tasks waits behind each other owner's next one. It has no bound on how
 * many wait.
 * @param maxRunning how many run at once.
 */
export const createFairQueue = (maxRunning: number): FairQueue => {
  /** The starts of tasks that wait, by owner, in the order of the owners' turns. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  const next = (): void => {
    const [first] = waiting;
    if (running >= maxRunning || first === undefined) return;
    const [owner, starts] = first;
    const start = starts.shift();
    waiting.delete(owner);
    if (starts.length > 0) waiting.set(owner, starts);
    running += 1;
    start?.();
  };

  const turnOf = (owner: string): Promise<void> =>
    new Promise((resolve) => {
      const own = waiting.get(owner);
      if (own === undefined) waiting.set(owner, [resolve]);
      else own.push(resolve);
      next();
    });

  return {
    async run(owner, work) {
      await turnOf(owner);
      try {
        return await work();
      } finally {
        running -= 1;
        next();
      }
    },
  };
};
