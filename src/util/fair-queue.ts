import { createRoundRobin } from './round-robin.js';

/** Bounds how many tasks run at once. The owners of those that wait take turns. */
export interface FairQueue {
  /** Runs work when its owner's turn comes. @param owner for whom it is. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a queue whose owners take turns. The number of waiting tasks is unbounded.
 * @param maxRunning maximum number of tasks that run at once.
 */
export const createFairQueue = (maxRunning: number): FairQueue => {
  const waiting = createRoundRobin<() => void>();
  let running = 0;

  const next = (): void => {
    if (running >= maxRunning) return;
    const start = waiting.take();
    if (start === undefined) return;
    running += 1;
    start();
  };

  const turnOf = (owner: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.add(owner, resolve);
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
