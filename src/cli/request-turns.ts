import { createPlaces } from '../util/places.js';
import { createRoundRobin } from '../util/round-robin.js';

/** The part of the time that strangers' requests take at most, while known accounts send requests, and the least that they have. */
const SHARE = 1 / 3;
/** The time for which a request of a known account counts, in ms. */
const KNOWN_MS = 1000;
/** The time that strangers' requests take in one piece, in ms: who is known and comes meanwhile waits as long. */
const SLICE_MS = 1;
/** Requests that start in a turn of the event loop, at most. */
const PER_TURN = 8;
/** Requests of accounts that wait, at most, and as many of strangers. An owner alone may have half of them. */
const PLACES = 2000;

/** The runtime's parts, for tests. */
interface Parts {
  /** Milliseconds. */
  now?: () => number;
  /** Calls back after a time in ms. */
  after?: (callback: () => void, ms: number) => unknown;
}

/** Whose turn a request takes: an account's, or that of a network for which no account is known. */
export interface Owner {
  id: string;
  isStranger: boolean;
}

/** Starts a request soon, or later. Returns false if its owner has too many that wait. */
export type RequestTurns = (owner: Owner, start: () => void) => boolean;

/**
 * Creates the turns in which requests start: few in a turn of the event loop, the accounts one after the other, so that none delays the others, and
 * so the networks of strangers, which together have a share of the time while accounts ask (a leaky bucket of milliseconds).
 */
export const createRequestTurns = ({ now = () => performance.now(), after = setTimeout }: Parts = {}): RequestTurns => {
  const createGroup = () => ({ waiting: createRoundRobin<() => void>(), places: createPlaces(PLACES) });
  const [accounts, strangers] = [createGroup(), createGroup()];
  let lastKnown = -Infinity;
  /** The time that strangers used and that is not paid off yet, in ms, at a moment. */
  let used = 0;
  let at = now();
  let scheduled = 0;
  let isPaused = false;

  /** The next group whose turn it is; undefined if nobody waits, or strangers alone whose share is used up. */
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
  /** Between two callbacks of setImmediate run only the microtasks of the first: their time is measured with it. */
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
