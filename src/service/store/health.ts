/** The state of the store: usable, refusing to write because its disk is nearly full, or out of reach. */
export type StoreHealth = 'ok' | 'disk full' | 'unavailable';

/** The time for which an answer is shared, in ms. */
const SHARED_MS = 1000;

/**
 * Shares an answer, also while it is waited for, with all that ask within a second after it: anybody may ask for
 * `/readyz`.
 */
export const shareHealth = (ask: () => Promise<StoreHealth>): (() => Promise<StoreHealth>) => {
  let shared: Promise<StoreHealth> | undefined;
  const forget = (): void => {
    shared = undefined;
  };
  return () => (shared ??= ask().finally(() => setTimeout(forget, SHARED_MS).unref()));
};
