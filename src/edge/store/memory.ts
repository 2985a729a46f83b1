import { BoundedMap } from '../../util/bounded-map.js';
import type { CounterLimit, EdgeStore, Taken } from './types.js';

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

/** Counters of one kind: the order of insertion is the order of ending. */
interface Counters {
  windows: Map<string, Window>;
  /** Gives each key once, the oldest first: what it gave is the oldest until it is deleted. (A new iterator would walk over every place that was freed since the map last grew.) */
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
 * A full store gives up what ends soonest among its most numerous counters (of a kind are those with the same beginning, up to the first
 * colon of their keys, and the same window), so that a flood of clients or tokens pushes out its like and never the few counters that bound
 * a whole day.
 * @example
 * const store = memoryStore({ maxEntries: 10_000 });
 * const { allowed } = await store.take('a-key', 5, 60_000); // true five times in a minute
 */
export const memoryStore = ({ maxEntries = 100_000, now = Date.now }: MemoryStoreOptions = {}): EdgeStore => {
  /** By kind and length of window. */
  const countersByKind = new Map<string, Counters>();
  const texts = new BoundedMap<string, string>({ maxSize: maxEntries, now });
  /** Apart from the texts: a flood of verdicts must not push out a note. */
  const notes = new BoundedMap<string, true>({ maxSize: maxEntries, now });
  let counted = 0;

  const countersOf = (key: string, windowMs: number): Counters => {
    const kind = `${key.slice(0, key.indexOf(':') + 1)}${windowMs}`;
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

  const takeOne = ({ key, limit, windowMs }: CounterLimit, at: number): Taken => {
    const counters = countersOf(key, windowMs);
    dropEnded(counters, at);
    let window = counters.windows.get(key);
    if (!window) {
      if (counted >= maxEntries) makeRoom();
      window = { taken: 0, endsAt: at + windowMs };
      counters.windows.set(key, window);
      counted += 1;
    }
    const allowed = window.taken < limit;
    if (allowed) window.taken += 1;
    return { allowed, remaining: Math.max(0, limit - window.taken), resetMs: window.endsAt - at };
  };

  return {
    take(_group, counters) {
      const at = now();
      const taken: Taken[] = [];
      for (const counter of counters) {
        const one = takeOne(counter, at);
        taken.push(one);
        if (!one.allowed) break;
      }
      return Promise.resolve(taken);
    },

    get: (key) => Promise.resolve(texts.get(key) ?? null),

    set(key, value, ttlMs) {
      texts.set(key, value, ttlMs);
      return Promise.resolve();
    },

    setIfAbsent(key, ttlMs) {
      const isFirst = notes.get(key) === undefined;
      if (isFirst) notes.set(key, true, ttlMs);
      return Promise.resolve(isFirst);
    },
  };
};
