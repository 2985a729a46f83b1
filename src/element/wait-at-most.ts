/** Settles like the promise, or resolves to undefined after `ms` milliseconds. */
export const within = <T>(ms: number, promise: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    promise,
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, ms);
    }),
  ]);
