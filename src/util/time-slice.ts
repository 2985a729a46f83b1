import { setImmediate } from 'node:timers/promises';

/** Bounds how long a loop keeps the thread. */
export interface TimeSlice {
  /** True if the loop has run for its time: it waits for `rest()` then. */
  isOver: () => boolean;
  /** Lets timers and the network run, and begins anew. */
  rest: () => Promise<void>;
}

/** @param ms how long others wait at most. */
export const createTimeSlice = (ms = 10): TimeSlice => {
  let since = performance.now();
  return {
    isOver: () => performance.now() - since >= ms,
    rest: async () => {
      await setImmediate();
      since = performance.now();
    },
  };
};
