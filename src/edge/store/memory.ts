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
 * address of a person or of a machine. One edge process may use {@link memoryStore}; several share a store of their own.
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
}

/** Settings of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** The most counters, and the most texts, that are kept at once (100,000 of each). */
  maxEntries?: number;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
}

interface Window {
  taken: number;
  endsAt: number;
}

interface Kept {
  value: string;
  endsAt: number;
}

const oldestKey = (map: ReadonlyMap<string, unknown>): string | undefined => map.keys().next().value;

/**
 * An {@link EdgeStore} in this process's memory, bounded, without timers.
 *
 * A full store gives up what ends soonest among its most numerous counters, so that a flood of clients or tokens pushes out
 * its like and never the few counters that bound a whole day.
 * @example
 * const store = memoryStore({ maxEntries: 10_000 });
 * const { allowed } = await store.take('a-key', 5, 60_000); // true five times in a minute
 */
export const memoryStore = ({ maxEntries = 100_000, now = Date.now }: MemoryStoreOptions = {}): EdgeStore => {
  /** One map per length of window: within one length, the order of insertion is the order of ending. */
  const windowsByLength = new Map<number, Map<string, Window>>();
  const texts = new Map<string, Kept>();
  let counters = 0;

  const windowsOf = (windowMs: number): Map<string, Window> => {
    const found = windowsByLength.get(windowMs) ?? new Map<string, Window>();
    windowsByLength.set(windowMs, found);
    return found;
  };

  const drop = (windows: Map<string, Window>, key: string): void => {
    if (windows.delete(key)) counters -= 1;
  };

  const dropEnded = (windows: Map<string, Window>, at: number): void => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at) return;
      drop(windows, key);
    }
  };

  const makeRoom = (): void => {
    let largest: Map<string, Window> | undefined;
    for (const windows of windowsByLength.values()) {
      if (largest === undefined || windows.size > largest.size) largest = windows;
    }
    const key = largest && oldestKey(largest);
    if (largest && key !== undefined) drop(largest, key);
  };

  return {
    take(key, limit, windowMs) {
      const at = now();
      const windows = windowsOf(windowMs);
      dropEnded(windows, at);
      let window = windows.get(key);
      if (!window) {
        if (counters >= maxEntries) makeRoom();
        window = { taken: 0, endsAt: at + windowMs };
        windows.set(key, window);
        counters += 1;
      }
      const allowed = window.taken < limit;
      if (allowed) window.taken += 1;
      return Promise.resolve({ allowed, remaining: Math.max(0, limit - window.taken), resetMs: window.endsAt - at });
    },

    get(key) {
      const kept = texts.get(key);
      if (!kept) return Promise.resolve(null);
      if (kept.endsAt > now()) return Promise.resolve(kept.value);
      texts.delete(key);
      return Promise.resolve(null);
    },

    set(key, value, ttlMs) {
      texts.delete(key);
      const oldest = texts.size >= maxEntries ? oldestKey(texts) : undefined;
      if (oldest !== undefined) texts.delete(oldest);
      texts.set(key, { value, endsAt: now() + ttlMs });
      return Promise.resolve();
    },
  };
};
