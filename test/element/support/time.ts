import { expect } from '@esm-bundle/chai';

/** Resolves after so many milliseconds. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until what is asserted holds; past five seconds its own failure is the test's. */
export const eventually = async (holds: () => unknown): Promise<void> => {
  const end = performance.now() + 5000;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(10);
  }
};

/** Waits until there is one in a list, of what was asked or sent, and no more. */
export const once = (list: readonly unknown[]): Promise<void> =>
  eventually(() => {
    expect(list).to.have.length(1);
  });
