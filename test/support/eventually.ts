import { vi } from 'vitest';

/** Waits until this is so; fails when it is not after a minute: suites are run side by side, also on a busy machine. */
export const eventually = (isSo: () => unknown): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 60_000, interval: 5 });

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
