import { createFairShares } from '../util/fair-shares.js';
import { createRoundRobin } from '../util/round-robin.js';

/**
 * The share of the time that strangers' requests may take while known accounts send requests; also their guaranteed
 * minimum.
 */
const SHARE = 1 / 3;
/** The time for which an account counts as active after a request, in ms. */
const KNOWN_MS = 1000;
/**
 * The longest continuous time of strangers' requests, in ms, which is also the longest wait of a known account behind
 * them.
 */
const SLICE_MS = 1;
/** Maximum number of requests that start in one turn of the event loop. */
const PER_TURN = 8;
/** Maximum number of waiting requests of accounts, and of strangers. One owner may have half of them. */
const PLACES = 2000;

/** The runtime's parts, for tests. */
interface Parts {
  /** Milliseconds. */
  now?: () => number;
  /** Calls back after a time in ms. */
  after?: (callback: () => void, ms: number) => unknown;
}

/** The owner of a request's turn: an account, or the network of a client without a known account. */
export interface Owner {
  id: string;
  isStranger: boolean;
}

/** Starts a request soon or later. Returns false if too many requests of its owner are waiting. */
export type RequestTurns = (owner: Owner, start: () => void) => boolean;

/**
 * Creates the turns in which requests start: few in a turn of the event loop. Accounts take turns, so that none delays
 * the others, and so do the networks of strangers, which together have a share of the time while accounts send requests
 * (a leaky bucket of milliseconds).
 */
export const createRequestTurns = ({ now = () => performance.now(), after = setTimeout }: Parts = {}): RequestTurns => {
  const createGroup = () => ({ waiting: createRoundRobin<() => void>(), places: createFairShares(PLACES) });
  const [accounts, strangers] = [createGroup(), createGroup()];
  let lastKnown = -Infinity;
  /** The time used by strangers that is not paid off yet, in ms. */
  let used = 0;
  let at = now();
  let scheduled = 0;
  let isPaused = false;

  /** The group with the next turn; undefined if no request waits, or only strangers whose share is used up. */
  const next = (): typeof strangers | undefined => {
    const time = now();
    used = Math.max(0, used - (time - at) * SHARE);
    at = time;
    const hasAccounts = !accounts.waiting.isEmpty();
    const mayStrangers = used < SLICE_MS || (!hasAccounts && time - lastKnown >= KNOWN_MS);
    if (mayStrangers && !strangers.waiting.isEmpty()) return strangers;
    return hasAccounts ? accounts : undefined;
  };
  const pause = (): void => {
    if (isPaused || strangers.waiting.isEmpty()) return;
    isPaused = true;
    after(() => {
      isPaused = false;
      while (scheduled < PER_TURN) schedule();
    }, used / SHARE);
  };
  /**
   * Only the microtasks of the first callback run between two callbacks of setImmediate, so their time is measured with
   * it.
   */
  const schedule = (): void => {
    let began: number | undefined;
    scheduled += 1;
    setImmediate(() => {
      const group = next();
      if (group === strangers) began = now();
      group?.waiting.take()?.();
    });
    setImmediate(() => {
      scheduled -= 1;
      if (began !== undefined) used += now() - began;
      if (next() === undefined) pause();
      else schedule();
    });
  };

  return ({ id, isStranger }, start) => {
    const { waiting, places } = isStranger ? strangers : accounts;
    const leave = places.take(id);
    if (leave === null) return false;
    if (!isStranger) lastKnown = now();
    waiting.add(id, () => {
      leave();
      start();
    });
    if (scheduled < PER_TURN) schedule();
    return true;
  };
};
