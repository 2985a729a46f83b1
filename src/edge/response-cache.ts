import { BoundedMap } from '../util/bounded-map.js';

/** How long a response is given again, in milliseconds: little, of the half hour that its receipt is accepted. */
const TTL_MS = 60_000;
const MAX_RESPONSES = 5000;

/**
 * Gives the cached response, or makes one.
 * @param key names the token and the text that was asked about, which the response has too.
 */
export type CachedResponse<T> = (key: string, make: () => Promise<T>) => Promise<T>;

/**
 * Memoises responses of `/validate` per token and text for a minute, in flight too, so that a repeat gets the same receipt and costs no
 * signature. Two people never share one: each page has its own token, and a receipt that may be used once must not be used up by somebody
 * else.
 * @param mayRepeat whether a response may be given again.
 */
export const createResponseCache = <T>(mayRepeat: (response: T) => boolean, now: () => number): CachedResponse<T> => {
  const cache = new BoundedMap<string, Promise<T>>({ maxSize: MAX_RESPONSES, now });
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
