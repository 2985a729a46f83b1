import { vi } from 'vitest';
import { whole } from './whole.js';

/** Waits until this is so; fails when it is not after 20 s, in CI after a minute: its suites are run side by side. */
export const eventually = (isSo: () => unknown): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: whole ? 60_000 : 20_000, interval: 5 });

/** Waits for a promise while a faked clock goes on, 5 ms at a time: a pause of the machine is no longer than that. */
export const withFakedClock = async <T>(promise: Promise<T>): Promise<T> => {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  promise.then(settle, settle);
  await eventually(() => isSettled);
  return promise;
};
