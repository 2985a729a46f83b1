import { Refusal } from '../../protocol/refusal.js';
import { timeout, TimeoutError } from '../../util/timeout.js';
import { errorLine, type EdgeLog } from '../log.js';
import { isComplete, type EdgeStore } from './types.js';

/**
 * Timeouts of one call, in milliseconds. A page waits 5 s for a check, of which the upstream may take 4.5: the calls beside it share the
 * rest. `strict`: the calls that are not passed over. That of the upstream's counters is part of the upstream's own time.
 */
const TIMEOUT_MS = { brief: 100, strict: 1000 };
/** Maximum number of brief calls in flight; while a slow store has this many, further ones are passed over at once. */
const MAX_IN_FLIGHT = 1000;
const RETRY_AFTER_S = 5;

/** True for the counters of a client. The others limit the cost: a store that is slow to count those must not be passed over. */
const isClient = (group: string): boolean => group.startsWith('c:');

/** Waits for a reply. One that arrived while this process was busy is in time: it is read before the loop's next turn ends. */
const within = <T>(ms: number, reply: Promise<T>): Promise<T> =>
  timeout(ms, reply).catch((error: unknown) => {
    if (error instanceof TimeoutError) return timeout(1, reply);
    throw error;
  });

/**
 * Wraps a store that may fail or be slow, such as a remote one. Errors and timeouts are logged.
 *
 * A store that is slow is passed over: a text counts as absent, and a client's checks are counted by `own`, in this process alone. One that
 * fails, or is slow to count upstream calls or to note what is accepted once, refuses the request as `unavailable`: without it the cost of
 * checks would have no limit.
 * @param own counts while the store is slow.
 */
export const guardedStore = (store: EdgeStore, log: EdgeLog, own: EdgeStore): EdgeStore => {
  let inFlight = 0;

  const unavailable = (): Refusal =>
    new Refusal('unavailable', `The store of the edge is unavailable; try again in ${RETRY_AFTER_S} s.`, {
      'retry-after': String(RETRY_AFTER_S),
    });

  // `async`, so that a synchronous throw of the store is a rejection too.
  const strict = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await within(TIMEOUT_MS.strict, call());
    } catch (error) {
      log(errorLine(error));
      throw unavailable();
    }
  };

  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    inFlight += 1;
    try {
      return await call();
    } finally {
      inFlight -= 1;
    }
  };

  const brief = async <T>(call: () => Promise<T>, passedOver: () => T | Promise<T>): Promise<T> => {
    if (inFlight >= MAX_IN_FLIGHT) return passedOver();
    try {
      return await within(TIMEOUT_MS.brief, counted(call));
    } catch (error) {
      log(errorLine(error));
      if (error instanceof TimeoutError) return passedOver();
      throw unavailable();
    }
  };

  return {
    take: (group, counters) => {
      const take = async () => {
        const taken = await store.take(group, counters);
        if (isComplete(taken, counters.length)) return taken;
        throw new TypeError('store.take: the state of a counter is missing');
      };
      return isClient(group) ? brief(take, () => own.take(group, counters)) : strict(take);
    },
    get: (key) =>
      brief(
        () => store.get(key),
        () => null,
      ),
    set: (key, value, ttlMs) =>
      brief(
        () => store.set(key, value, ttlMs),
        () => undefined,
      ),
    setIfAbsent: (key, ttlMs) => strict(() => store.setIfAbsent(key, ttlMs)),
  };
};
