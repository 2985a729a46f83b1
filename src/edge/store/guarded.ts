import { Refusal } from '../../protocol/refusal.js';
import { timeout, TimeoutError } from '../../util/timeout.js';
import { errorLine, type EdgeLog } from '../log.js';
import { isComplete, type EdgeStore } from '../../receipt/store/types.js';

/**
 * Timeouts of one call, in milliseconds: `needed` for counters and notes, `text` for texts, which the edge can do
 * without.
 */
const TIMEOUT_MS = { needed: 1000, text: 100 };
/** Maximum number of calls for texts in flight; at this number, a slow store is skipped. */
const MAX_IN_FLIGHT = 1000;
/**
 * Time for which a call counts as in flight, in milliseconds: on Workers, a call that is cut off with its request never
 * ends.
 */
const COUNTED_MS = 10_000;
const RETRY_AFTER_S = 5;

/**
 * Waits for a reply. A reply that arrived while this process was busy is in time: it is read in the next turn of the
 * event loop.
 */
const within = <T>(ms: number, reply: Promise<T>): Promise<T> =>
  timeout(ms, reply).catch((error: unknown) => {
    if (error instanceof TimeoutError) return timeout(1, reply);
    throw error;
  });

/**
 * Wraps a store that may fail or be slow, such as a remote one; errors and timeouts are logged. A text that does not
 * come within 100 ms counts as absent. Without its counters and notes the cost of checks would have no limit: if those
 * fail or take longer than a second, the request is refused as `unavailable`.
 */
export const guardedStore = (store: EdgeStore, log: EdgeLog): EdgeStore => {
  /** The start times of calls for texts, oldest first, by `performance.now()`. */
  const inFlight = new Set<{ since: number }>();

  const hasRoom = (): boolean => {
    const oldest = performance.now() - COUNTED_MS;
    for (const started of inFlight) {
      if (started.since > oldest) break;
      inFlight.delete(started);
    }
    return inFlight.size < MAX_IN_FLIGHT;
  };

  const logged = (error: unknown): never => {
    log(errorLine(error));
    throw new Refusal('unavailable', `The store of the edge is unavailable; try again in ${RETRY_AFTER_S} s.`, {
      'retry-after': String(RETRY_AFTER_S),
    });
  };

  // `call` is called in an async function, so that a thrown error becomes a rejection.
  const needed = async <T>(call: () => Promise<T>): Promise<T> =>
    within(TIMEOUT_MS.needed, (async () => call())()).catch(logged);

  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    const started = { since: performance.now() };
    inFlight.add(started);
    try {
      return await call();
    } finally {
      inFlight.delete(started);
    }
  };

  const text = async <T>(call: () => Promise<T>, otherwise: T): Promise<T> =>
    hasRoom()
      ? within(TIMEOUT_MS.text, counted(call)).catch((error: unknown) => {
          if (!(error instanceof TimeoutError)) return logged(error);
          log(errorLine(error));
          return otherwise;
        })
      : otherwise;

  const addCounts = store.addCounts?.bind(store);
  const readCounts = store.readCounts?.bind(store);
  return {
    ...(addCounts && { addCounts: (...args) => needed(() => addCounts(...args)) }),
    ...(readCounts && { readCounts: (...args) => needed(() => readCounts(...args)) }),
    take: (group, counters) =>
      needed(async () => {
        const taken = await store.take(group, counters);
        if (isComplete(taken, counters.length)) return taken;
        throw new TypeError('store.take: the state of a counter is missing');
      }),
    get: (key) => text(() => store.get(key), null),
    set: (key, value, ttlMs) => text(() => store.set(key, value, ttlMs), undefined),
    setIfAbsent: (key, ttlMs) => needed(() => store.setIfAbsent(key, ttlMs)),
  };
};
