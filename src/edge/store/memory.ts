import type { EdgeStore } from './types.js';

/** Settings of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** The most counters, the most texts and the most notes of what was there that are kept at once (100,000 of each). */
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

/** Puts an entry last; the first of a full map goes. */
const putLast = <T>(map: Map<string, T>, key: string, value: T, maxEntries: number): void => {
  map.delete(key);
  const oldest = map.size >= maxEntries ? oldestKey(map) : undefined;
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
};

/**
 * An {@link EdgeStore} in this process's memory, bounded, without timers.
 *
 * A full store gives up what ends soonest among its most numerous counters (of a kind are those with the same beginning, up to the first
 * colon of their keys, and the same window), so that a flood of clients or tokens pushes out its like and never the few counters that bound
 * a whole day.
 * @example
 * const store = memoryStore({ maxEntries: 10_000 });
 * const { allowed } = await store.take('a-key', 5, 60_000); // true five times in a minute
 */
export const memoryStore = ({ maxEntries = 100_000, now = Date.now }: MemoryStoreOptions = {}): EdgeStore => {
  /** One map per kind of counter and length of window: within one, the order of insertion is the order of ending. */
  const windowsByKind = new Map<string, Map<string, Window>>();
  const texts = new Map<string, Kept>();
  /** Until when each note stands. Apart from the texts: a flood of verdicts must not push out a note. */
  const noted = new Map<string, number>();
  let counters = 0;

  const windowsOf = (key: string, windowMs: number): Map<string, Window> => {
    const kind = `${key.slice(0, key.indexOf(':') + 1)}${windowMs}`;
    let windows = windowsByKind.get(kind);
    if (!windows) {
      windows = new Map();
      windowsByKind.set(kind, windows);
    }
    return windows;
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
    for (const windows of windowsByKind.values()) {
      if (largest === undefined || windows.size > largest.size) largest = windows;
    }
    const key = largest && oldestKey(largest);
    if (largest && key !== undefined) drop(largest, key);
  };

  return {
    take(key, limit, windowMs) {
      const at = now();
      const windows = windowsOf(key, windowMs);
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
      putLast(texts, key, { value, endsAt: now() + ttlMs }, maxEntries);
      return Promise.resolve();
    },

    setIfAbsent(key, ttlMs) {
      const at = now();
      const isFirst = (noted.get(key) ?? 0) <= at;
      if (isFirst) putLast(noted, key, at + ttlMs, maxEntries);
      return Promise.resolve(isFirst);
    },
  };
};
