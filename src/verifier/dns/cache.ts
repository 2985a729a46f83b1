/** A memory with a bound: when it is full, what was asked for longest ago goes. */
export interface Cache<T> {
  /** What is remembered under the key, unless its time is over. */
  get(key: string): T | undefined;
  /** Remembers for so many seconds. */
  set(key: string, value: T, ttlS: number): void;
}

/**
 * @param limit how many entries are kept.
 * @param now the clock.
 */
export const createCache = <T>(limit: number, now: () => Date): Cache<T> => {
  // A Map keeps the order of insertion: an entry that is asked for moves to the end, so the first one is the stalest.
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.until <= now().getTime()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, ttlS) {
      entries.delete(key);
      entries.set(key, { value, until: now().getTime() + ttlS * 1000 });
      const [stalest] = entries.keys();
      if (entries.size > limit && stalest !== undefined) entries.delete(stalest);
    },
  };
};
