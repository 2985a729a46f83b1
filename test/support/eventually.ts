import { vi } from 'vitest';

/** Waits until this is so; fails when it is not after 20 s. */
export const eventually = (isSo: () => unknown): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 20_000, interval: 5 });
