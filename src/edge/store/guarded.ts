import { Refusal } from '../../protocol/refusal.js';
import { timeout } from '../../util/timeout.js';
import { errorLine, type EdgeLog } from '../log.js';
import { isComplete, type EdgeStore } from './types.js';

/** Timeout of one call, in milliseconds: a page waits for several of them. */
const STORE_TIMEOUT_MS = 1000;
const RETRY_AFTER_S = 5;

/**
 * Wraps a store that may fail, such as a remote one: errors and timeouts are logged, and the request is refused as
 * `unavailable`. Without counters the cost of checks would have no limit.
 */
export const guardedStore = (store: EdgeStore, log: EdgeLog, timeoutMs = STORE_TIMEOUT_MS): EdgeStore => {
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      // Called inside the `try`, so that a synchronous throw is caught too.
      return await timeout(timeoutMs, call());
    } catch (error) {
      log(errorLine(error));
      throw new Refusal('unavailable', `The store of the edge is unavailable; try again in ${RETRY_AFTER_S} s.`, {
        'retry-after': String(RETRY_AFTER_S),
      });
    }
  };
  return {
    take: (group, counters) =>
      guard(async () => {
        const taken = await store.take(group, counters);
        if (isComplete(taken, counters.length)) return taken;
        throw new TypeError('store.take: the state of a counter is missing');
      }),
    get: (key) => guard(() => store.get(key)),
    set: (key, value, ttlMs) => guard(() => store.set(key, value, ttlMs)),
    setIfAbsent: (key, ttlMs) => guard(() => store.setIfAbsent(key, ttlMs)),
  };
};
