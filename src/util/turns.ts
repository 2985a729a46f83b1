/** Long work on the thread, in turns: answers to others come between two of them, however much work there is. */

/** The time for which the thread is kept at once, in ms. An answer of the service takes some six turns of the event loop. */
const TURN_MS = 5;

/** Bounds how long work keeps the thread. */
export interface Turns {
  /** True if the thread has been kept for the time of a turn: work waits for `rest()` then. */
  isOver: () => boolean;
  /** Lets timers and the network run. Of all that rest, one goes on in each turn of the event loop, the first first. */
  rest: () => Promise<void>;
}

/**
 * Shares the thread: a hundred uploads keep it no longer than one.
 * @param ms how long others wait at most.
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
