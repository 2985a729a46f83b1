import { createWaker } from './waker.js';

/** Lets short work go first: long work is done in steps, which wait for it. */
export interface RightOfWay {
  /** Does short work. */
  first: <T>(work: () => Promise<T>) => Promise<T>;
  /** True while there is short work, and some seconds after it: the steps of long work have to be short. */
  isBusy: () => boolean;
  /**
   * Resolves when no short work is under way, or after a bounded wait: long work goes on under any load. Undefined: there
   * is none now, and nothing to wait for.
   */
  clear: () => Promise<void> | undefined;
  /** Does a step of long work when the way is clear: one at a time while there is short work, else at once. */
  step: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface RightOfWayOptions {
  /** Time after short work for which more of it is expected, in ms. */
  busyMs?: number;
  /** Time for which others wait for a piece of short work, in ms: one that takes longer waits for something else. */
  heldMs?: number;
  /** Maximum wait of a step, in ms. */
  maxWaitMs?: number;
}

/** Creates a right of way. All that use the same resource share it. */
export const createRightOfWay = ({
  busyMs = 5000,
  heldMs = 250,
  maxWaitMs = 250,
}: RightOfWayOptions = {}): RightOfWay => {
  const waker = createWaker();
  let [held, busyUntil] = [0, -Infinity];
  let last: Promise<unknown> = Promise.resolve();

  const hold = (): (() => void) => {
    held += 1;
    const end = (): void => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      held -= 1;
      if (held === 0) waker.wake();
    };
    let timer: NodeJS.Timeout | null = setTimeout(end, heldMs);
    return end;
  };

  const isBusy = (): boolean => performance.now() < busyUntil;

  const clear = (): Promise<void> | undefined => (held > 0 ? waker.wait(maxWaitMs) : undefined);

  return {
    first: async (work) => {
      const end = hold();
      busyUntil = performance.now() + busyMs;
      try {
        return await work();
      } finally {
        busyUntil = performance.now() + busyMs;
        end();
      }
    },
    isBusy,
    clear,
    step: (work) => {
      if (!isBusy()) return work();
      const done = last.then(clear).then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
};
