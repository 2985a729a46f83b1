import { BoundedMap } from '../util/bounded-map.js';

/** TTL of a cached response in milliseconds: short, compared with the half hour of its receipt. */
const TTL_MS = 60_000;
const MAX_RESPONSES = 5000;

/**
 * Returns the cached response, or creates and caches one.
 * @param key the token and the text of the address.
 */
export type CachedResponse<T> = (key: string, make: () => Promise<T>) => Promise<T>;

/**
 * Memoises `/validate` responses per token and address for a minute, including those in flight, so that a repeat gets the
 * same receipt without another signature. Two people never share a response, because each page has its own token: a
 * single-use receipt must not be used up by somebody else.
 * @param mayRepeat true if a response may be cached.
 */
export const createResponseCache = <T>(
  mayRepeat: (response: T) => boolean,
  monotonicNow: () => number,
): CachedResponse<T> => {
  const cache = new BoundedMap<string, Promise<T>>({ maxSize: MAX_RESPONSES, now: monotonicNow });
  return (key, make) => {
    const cached = cache.get(key);
    if (cached) return cached;
    const response = make();
    cache.set(key, response, TTL_MS);
    const forget = (): void => {
      if (cache.get(key) === response) cache.delete(key);
    };
    response.then((made) => {
      if (!mayRepeat(made)) forget();
    }, forget);
    return response;
  };
};
