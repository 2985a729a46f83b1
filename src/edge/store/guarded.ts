import { Refusal } from '../../protocol/refusal.js';
import { timeout } from '../../util/timeout.js';
import { errorLine, type EdgeLog } from '../log.js';
import { isComplete, type EdgeStore } from './types.js';

/** How long a store may take for one call, in milliseconds: a page waits for several of them. */
const STORE_TIMEOUT_MS = 1000;
const RETRY_AFTER_S = 5;

/**
 * A store that may fail, as one kept on another machine may: what it throws goes to the log, and the caller is refused as
 * `unavailable`. Uncounted, a check could cost anything; and nobody is to wait for a store that keeps silent.
 */
export const guardedStore = (store: EdgeStore, log: EdgeLog, timeoutMs = STORE_TIMEOUT_MS): EdgeStore => {
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      // In an async function: what a store throws at once is caught as well.
      return await timeout(timeoutMs, call());
    } catch (error) {
      log(errorLine(error));
      throw new Refusal('unavailable', `The store of the edge is busy or away; try again in ${RETRY_AFTER_S} s.`, {
        'retry-after': String(RETRY_AFTER_S),
      });
    }
  };
  return {
    take: (group, counters) =>
      guard(async () => {
        const taken = await store.take(group, counters);
        if (isComplete(taken, counters.length)) return taken;
        throw new TypeError('store.take: not how every counter stands');
      }),
    get: (key) => guard(() => store.get(key)),
    set: (key, value, ttlMs) => guard(() => store.set(key, value, ttlMs)),
    setIfAbsent: (key, ttlMs) => guard(() => store.setIfAbsent(key, ttlMs)),
  };
};
