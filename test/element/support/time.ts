import assert from './assert.js';

/** Resolves after `ms` milliseconds. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Often enough for ten seconds or more, half of the time that a test has. */
const MAX_TRIES = 1000;

/**
 * Waits until an assertion holds; after the last try the test fails with the assertion's error. Tries are counted, not
 * time, so that a pause of the page or its machine uses up none of them.
 */
export const eventually = async (holds: () => unknown): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await holds();
      return;
    } catch (error) {
      if (tries >= MAX_TRIES) throw error;
    }
    await wait(10);
  }
};

/** Waits until there is one in a list, of what was asked or sent, and no more. */
export const once = (list: readonly unknown[]): Promise<void> =>
  eventually(() => {
    assert.equal(list.length, 1);
  });
