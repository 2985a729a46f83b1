/** Delays that can be ended early. */
export interface Waker {
  /** Resolves after `ms` milliseconds, or at the next `wake()`. */
  wait: (ms: number) => Promise<void>;
  /** Ends all waits. */
  wake: () => void;
}

export const createWaker = (): Waker => {
  const waits = new Set<() => void>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          waits.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        waits.add(end);
      }),
    wake: () => {
      for (const end of [...waits]) end();
    },
  };
};
