/** A counter of a store, and how much it holds. */
export interface CounterLimit {
  /** Names the counter. A key always comes with the same group. */
  key: string;
  /** How many may be taken in a window: 1 or more. */
  limit: number;
  /** How long a window is, in milliseconds, from the first take on. */
  windowMs: number;
}

/** A counter after something was taken from it. */
export interface Taken {
  /** Whether there was something left to take. */
  allowed: boolean;
  /** How much is left now. */
  remaining: number;
  /** Milliseconds until the counter is full again. */
  resetMs: number;
}

/**
 * Where an edge keeps what outlives a request. Keys are short ASCII text; they hold keyed hashes and random ids, never an
 * address of a person or of a machine. One edge process may use `memoryStore`; several share a store of their own.
 */
export interface EdgeStore {
  /**
   * Takes one from each counter, in order, up to the first that has nothing left: that one and those after it stay as they are.
   * Atomic: of any number of calls at once, no more than its limit are taken from a counter in a window.
   * @param group names what the counters have in common, such as a client: a store may keep a group in one place.
   * @returns how the counters stand, in order; the last of them is the one that had nothing left, if any had.
   */
  take(group: string, counters: readonly CounterLimit[]): Promise<Taken[]>;
  /** The text kept under `key`, or null when there is none or its time is over. */
  get(key: string): Promise<string | null>;
  /** Keeps a text for `ttlMs`. A store may forget it sooner. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Notes that `key` was there, for `ttlMs`. Atomic: of any number of calls at once, one is the first.
   * @returns whether it was not there before.
   */
  setIfAbsent(key: string, ttlMs: number): Promise<boolean>;
}

/** Whether a list of a `take` is whole: all but its last allow, and it ends early only at one that does not. */
export const isComplete = (taken: readonly Taken[], counters: number): boolean => {
  const refused = taken.findIndex(({ allowed }) => !allowed);
  return taken.length > 0 && taken.length === (refused === -1 ? counters : refused + 1);
};
