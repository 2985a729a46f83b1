/**
 * Cooperative scheduling: long work yields to the event loop every few milliseconds, so that other requests are
 * answered.
 */

/** Time for which work keeps the thread, in ms. An answer of the service takes some six turns of the event loop. */
const TURN_MS = 5;

/** Bounds how long work keeps the thread. */
export interface Turns {
  /** True if the thread has been kept for the time of a turn: work waits for `rest()` then. */
  isOver: () => boolean;
  /**
   * Lets timers and the network run. In each turn of the event loop, one of the resting tasks goes on, in order of
   * arrival.
   */
  rest: () => Promise<void>;
}

/**
 * Creates turns of `ms` milliseconds. All tasks share them: a hundred uploads keep the thread no longer than one.
 * @param ms longest time for which others wait.
 */
export const createTurns = (ms = TURN_MS): Turns => {
  const resting: (() => void)[] = [];
  let since = -Infinity;
  const next = (): void => {
    since = performance.now();
    resting.shift()?.();
    if (resting.length > 0) setImmediate(next);
  };
  return {
    isOver: () => performance.now() - since >= ms,
    rest: () =>
      new Promise((resolve) => {
        if (resting.push(resolve) === 1) setImmediate(next);
      }),
  };
};

/** The turns of this process. */
export const turns = createTurns();

/** Maps items in turns; each must take little time. */
export const mapInTurns = async <T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> => {
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (turns.isOver()) await turns.rest();
  }
  return mapped;
};

/** Runs steps to their end in turns; each step must be short. @returns what they return. */
export const inTurns = async <T>(steps: Generator<void, T>): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (turns.isOver()) await turns.rest();
  }
};

/** Runs steps to their end at once. @returns what they return. */
export const atOnce = <T>(steps: Generator<void, T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};
