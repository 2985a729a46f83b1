/** What a counter says after something was taken from it. */
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
   * Takes one from the counter `key`, which holds `limit` for `windowMs` from the first take on. Atomic: of any number of
   * calls at once, no more than `limit` are allowed in a window.
   */
  take(key: string, limit: number, windowMs: number): Promise<Taken>;
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
