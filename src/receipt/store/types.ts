/** A counter of a store, and its limit. */
export interface CounterLimit {
  /** The key of the counter. A key is always used with the same group. */
  key: string;
  /** Maximum number of takes in a window: 1 or more. */
  limit: number;
  /** Length of a window in milliseconds. It starts with the first take. */
  windowMs: number;
}

/** The state of a counter after a take. */
export interface Taken {
  /** True if the take was within the limit. */
  allowed: boolean;
  /** Takes left in the window. Below zero if more were taken under a higher limit; a store may say 0 instead. */
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Numbers by the name of their counter, which has no line break. */
export type Counts = Readonly<Record<string, number>>;

/** The bounds of a table of counts. */
export interface TableBounds {
  /** Maximum number of rows. What is counted for further ones is counted in the row `otherRow`. */
  maxRows: number;
  otherRow: string;
  /** Milliseconds from the first count until the table is deleted. */
  ttlMs: number;
}

/**
 * The storage of an edge for state between requests. Keys are short ASCII text with keyed hashes and random ids, never with
 * an email or IP address. A single edge process may use `memoryStore`; several need a shared store.
 */
export interface EdgeStore {
  /**
   * Takes one from each counter, or none if one is at its limit: a refused request must not use up the other counters.
   * Atomic: concurrent calls never exceed a counter's limit in a window.
   * @param group common to the counters, such as a client: a store may keep a group in one place.
   * @returns the states of the counters, in order, up to the first that was at its limit.
   */
  take(group: string, counters: readonly CounterLimit[]): Promise<Taken[]>;
  /** The text stored under `key`, or null if there is none or it has expired. */
  get(key: string): Promise<string | null>;
  /** Stores a text for `ttlMs`. A store may evict it sooner. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets a marker under `key` for `ttlMs`, unless it exists. Atomic: of concurrent calls, only one gets true.
   * @returns true if the key was absent.
   */
  setIfAbsent(key: string, ttlMs: number): Promise<boolean>;
  /**
   * Adds whole numbers to counters of a row of a table, atomically. A store without this method, or the next one, counts
   * no outcomes of forms.
   */
  addCounts?(table: string, row: string, counts: Counts, bounds: TableBounds): Promise<void>;
  /** The counts of a table by their rows; none if there is no such table, or it was deleted. */
  readCounts?(table: string): Promise<Map<string, Counts>>;
}

/** True if a result of `take` is complete: it may end early only at a counter that refused. */
export const isComplete = (taken: readonly Taken[], counters: number): boolean => {
  const refused = taken.findIndex(({ allowed }) => !allowed);
  return taken.length > 0 && taken.length === (refused === -1 ? counters : refused + 1);
};
