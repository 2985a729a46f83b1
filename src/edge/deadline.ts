/** Work did not end within its time. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * Runs work that must end within `ms`. Past that, or once the work has ended, its signal is aborted, so that whatever it
 * left open (an answer nobody reads on) is let go.
 * @returns what the work gives; rejects with what it throws, or with {@link DeadlinePassed}, even if it ignores the signal.
 */
export const withDeadline = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlinePassed(`not done within ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
};
