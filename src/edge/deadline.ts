/** Work did not end within its time. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * Waits for a promise no longer than `ms`.
 * @returns what it gives; rejects with {@link DeadlinePassed} when that is not in time.
 */
export const inTime = async <T>(ms: number, promise: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlinePassed(`not done within ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** With a reason of its own: the DOMException that is made without one costs more than all the rest. */
const OVER = new Error('the work is over');

/**
 * Runs work that must end within `ms`. Past that, or once the work has ended, its signal is aborted, so that whatever it
 * left open (an answer nobody reads on) is let go.
 * @returns what the work gives; rejects with what it throws, or with {@link DeadlinePassed}, even if it ignores the signal.
 */
export const withDeadline = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  try {
    return await inTime(ms, work(controller.signal));
  } finally {
    controller.abort(OVER);
  }
};
