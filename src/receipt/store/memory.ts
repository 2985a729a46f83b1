import { BoundedMap } from '../../util/bounded-map.js';
import { addToTable, countsOf, type CountTable } from './count-table.js';
import { createNotes, kindOf } from './notes.js';
import type { CounterLimit, EdgeStore, Taken } from './types.js';

/** Settings of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Maximum number of counters, of texts and of notes of each kind (100,000 of each). Tables of counts: 2,000 at most. */
  maxEntries?: number;
  /**
   * The clock, in milliseconds. By default counters and texts run on `performance.now()`, which nobody sets, and notes
   * on `Date.now()`, like the receipts that they stand for.
   */
  now?: () => number;
}

/** Maximum number of tables of counts: one for each origin and day. */
const MAX_TABLES = 2000;

/** The stores of this module: they need no guard against failures and delays. */
const own = new WeakSet<EdgeStore>();

/** True for a store that {@link memoryStore} has made. */
export const isMemoryStore = (store: EdgeStore): boolean => own.has(store);

interface Window {
  taken: number;
  endsAt: number;
}

/** Counters of one kind: the order of insertion is the order of expiry. */
interface Counters {
  windows: Map<string, Window>;
  /**
   * Yields each key once, oldest first: the last one it yielded is the oldest until it is deleted. A new iterator would
   * scan every slot that was freed since the map last grew.
   */
  keys: Iterator<string, undefined>;
  oldest: string | undefined;
}

const oldestOf = (counters: Counters): string | undefined => {
  if (counters.windows.size > 0) counters.oldest ??= counters.keys.next().value;
  return counters.oldest;
};

/**
 * An {@link EdgeStore} in this process's memory, bounded, without timers.
 *
 * When it is full of counters, it evicts the counter that expires soonest of the most numerous kind (same key prefix up
 * to the first colon, and same window). So a flood of clients or tokens evicts its own kind, never the few daily
 * counters. Notes are not evicted: `setIfAbsent` rejects while it is full of notes of that kind.
 * @example
 * const store = memoryStore({ maxEntries: 10_000 });
 * const [taken] = await store.take('a-group', [{ key: 'a-key', limit: 5, windowMs: 60_000 }]);
 * console.log(taken?.allowed); // true five times a minute
 */
export const memoryStore = ({ maxEntries = 100_000, now: clock }: MemoryStoreOptions = {}): EdgeStore => {
  const now = clock ?? (() => performance.now());
  /** Keyed by key prefix and window. */
  const countersByKind = new Map<string, Counters>();
  const texts = new BoundedMap<string, string>({ maxSize: maxEntries, now });
  const tables = new BoundedMap<string, CountTable>({ maxSize: Math.min(maxEntries, MAX_TABLES), now });
  const note = createNotes(maxEntries, clock ?? Date.now);
  let counted = 0;

  const countersOf = (key: string, windowMs: number): Counters => {
    const kind = `${kindOf(key)}${windowMs}`;
    let counters = countersByKind.get(kind);
    if (!counters) {
      const windows = new Map<string, Window>();
      counters = { windows, keys: windows.keys(), oldest: undefined };
      countersByKind.set(kind, counters);
    }
    return counters;
  };

  const dropOldest = (counters: Counters, oldest: string): void => {
    counters.windows.delete(oldest);
    counters.oldest = undefined;
    counted -= 1;
  };

  const dropEnded = (counters: Counters, at: number): void => {
    for (;;) {
      const oldest = oldestOf(counters);
      if (oldest === undefined || (counters.windows.get(oldest)?.endsAt ?? 0) > at) return;
      dropOldest(counters, oldest);
    }
  };

  const makeRoom = (): void => {
    let largest: Counters | undefined;
    for (const counters of countersByKind.values()) {
      if (largest === undefined || counters.windows.size > largest.windows.size) largest = counters;
    }
    const oldest = largest && oldestOf(largest);
    if (largest && oldest !== undefined) dropOldest(largest, oldest);
  };

  /** The state of a counter, with nothing taken. */
  const look = ({ key, limit, windowMs }: CounterLimit, at: number): Taken => {
    const counters = countersOf(key, windowMs);
    dropEnded(counters, at);
    const { taken, endsAt } = counters.windows.get(key) ?? { taken: 0, endsAt: at + windowMs };
    return { allowed: taken < limit, remaining: limit - taken, resetMs: endsAt - at };
  };

  const takeOne = ({ key, windowMs }: CounterLimit, at: number): void => {
    const counters = countersOf(key, windowMs);
    const window = counters.windows.get(key);
    if (window) {
      window.taken += 1;
      return;
    }
    if (counted >= maxEntries) makeRoom();
    counters.windows.set(key, { taken: 1, endsAt: at + windowMs });
    counted += 1;
  };

  const store: EdgeStore = {
    take(_group, counters) {
      const at = now();
      const states = counters.map((counter) => look(counter, at));
      const refused = states.findIndex(({ allowed }) => !allowed);
      if (refused !== -1) return Promise.resolve(states.slice(0, refused + 1));
      for (const counter of counters) takeOne(counter, at);
      return Promise.resolve(states.map((state) => ({ ...state, remaining: state.remaining - 1 })));
    },

    get: (key) => Promise.resolve(texts.get(key) ?? null),

    set(key, value, ttlMs) {
      texts.set(key, value, ttlMs);
      return Promise.resolve();
    },

    // An error that `note` throws becomes a rejection.
    setIfAbsent: (key, ttlMs) =>
      new Promise((resolve) => {
        resolve(note(key, ttlMs));
      }),

    addCounts(name, row, counts, bounds) {
      const table = tables.get(name) ?? new Map<string, Map<string, number>>();
      if (table.size === 0) tables.set(name, table, bounds.ttlMs);
      addToTable(table, row, counts, bounds);
      return Promise.resolve();
    },

    readCounts: (name) => Promise.resolve(countsOf(tables.get(name) ?? new Map<string, Map<string, number>>())),
  };
  own.add(store);
  return store;
};
