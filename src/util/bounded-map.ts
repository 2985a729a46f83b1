/** Options of a {@link BoundedMap}. */
export interface BoundedMapOptions {
  /** Maximum number of entries; with 0, none is kept. */
  maxSize: number;
  /** The clock, in milliseconds; `Date.now` by default. */
  now?: () => number;
}

interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  readonly expiresAt: number;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * A Map with a size bound and a time to live. A full one evicts the least recently used entry. An expired entry is
 * dropped when it is read or evicted; there are no timers.
 *
 * The order of use is a linked list. A Map's own order would do, but to find its first key it walks over all places
 * freed since it last grew (20 µs at 10,000 entries), and an iterator that is kept to avoid the walk keeps every old
 * table of the Map in memory.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>();
  readonly #maxSize: number;
  readonly #now: () => number;
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  constructor({ maxSize, now = Date.now }: BoundedMapOptions) {
    this.#maxSize = maxSize;
    this.#now = now;
  }

  /** The value of a key, unless it has expired. Counts as a use. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#unlink(entry);
    if (entry.expiresAt !== Infinity && entry.expiresAt <= this.#now()) {
      this.#entries.delete(key);
      return undefined;
    }
    this.#append(entry);
    return entry.value;
  }

  /**
   * Keeps a value as the most recently used one.
   * @param ttlMs how long, in milliseconds; until it is evicted, by default.
   */
  set(key: K, value: V, ttlMs = Infinity): void {
    this.delete(key);
    if (this.#oldest && this.#entries.size >= this.#maxSize) this.delete(this.#oldest.key);
    if (this.#maxSize < 1) return;
    const entry = { key, value, expiresAt: this.#now() + ttlMs, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#append(entry);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#unlink(entry);
  }

  #unlink({ older, newer }: Entry<K, V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }

  #append(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }
}
