/** What was found out lately: a map with a bound, from which the oldest goes first. */
export interface Lately<T> {
  get(key: string): T | undefined;
  /** Keeps a value, as the newest. */
  set(key: string, value: T): void;
  delete(key: string): void;
}

/** @param most how many are kept at once. */
export const createLately = <T>(most: number): Lately<T> => {
  const kept = new Map<string, T>();
  // One iterator for good: it stands behind all that it gave, and what it gave is deleted. A new one would walk over every place that was
  // freed since the map last grew: ten times as long.
  const oldestFirst = kept.keys();
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      kept.delete(key);
      const oldest = kept.size >= most ? oldestFirst.next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(key, value);
    },
    delete(key) {
      kept.delete(key);
    },
  };
};
