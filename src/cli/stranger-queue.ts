import { createPlaces } from '../util/places.js';
import { createRoundRobin } from '../util/round-robin.js';

/** The part of the time that strangers' requests take, while others of them wait and known accounts send requests too. */
const SHARE = 1 / 3;
/** The time for which a request of a known account counts, in ms. */
const KNOWN_MS = 1000;
/** The time that strangers take before a pause, in ms: who is known and comes meanwhile waits as long. */
const SLICE_MS = 1;
/** Requests that start in a turn of the event loop, at most. */
const PER_TURN = 8;
/** Requests that wait, at most. A network alone may have half of them. */
const PLACES = 2000;

/** The runtime's parts, for tests. */
interface Parts {
  /** Milliseconds. */
  now?: () => number;
  /** Calls back after a time in ms. */
  after?: (callback: () => void, ms: number) => unknown;
}

/** Shares the event loop between the requests of known accounts and those of strangers. */
export interface StrangerQueue {
  /** Starts the request of a stranger soon, or later. Returns false if its network has too many that wait. */
  add: (network: string, start: () => void) => boolean;
  /** Notes that a request of a known account came. */
  noteKnown: () => void;
}

/**
 * Creates the queue of the requests for which no account is known yet. The networks take turns, so that none delays people of the others; and while
 * known accounts send requests, all of them together have a share of the event loop (a leaky bucket of milliseconds).
 */
export const createStrangerQueue = ({
  now = () => performance.now(),
  after = setTimeout,
}: Parts = {}): StrangerQueue => {
  const waiting = createRoundRobin<() => void>();
  const places = createPlaces(PLACES);
  let lastKnown = -Infinity;
  /** The time that was used and is not paid off yet, in ms, at a moment. */
  let used = 0;
  let at = now();
  let isPaused = false;
  let scheduled = 0;

  const payOff = (): void => {
    const time = now();
    used = Math.max(0, used - (time - at) * SHARE);
    at = time;
  };
  /** Between two callbacks of setImmediate run only the microtasks of the first: their time is measured with it. */
  const schedule = (): void => {
    let began: number | undefined;
    scheduled += 1;
    setImmediate(() => {
      const start = isPaused ? undefined : waiting.take();
      if (start === undefined) return;
      began = now();
      start();
    });
    setImmediate(() => {
      scheduled -= 1;
      if (began !== undefined) used += now() - began;
      goOn();
    });
  };
  const goOn = (): void => {
    if (isPaused || waiting.isEmpty()) return;
    payOff();
    if (used >= SLICE_MS && now() - lastKnown < KNOWN_MS) {
      isPaused = true;
      after(() => {
        isPaused = false;
        used = 0;
        at = now();
        while (scheduled < PER_TURN) schedule();
      }, used / SHARE);
    } else if (scheduled < PER_TURN) schedule();
  };

  return {
    add(network, start) {
      const leave = places.take(network);
      if (leave === null) return false;
      waiting.add(network, () => {
        leave();
        start();
      });
      goOn();
      return true;
    },
    noteKnown() {
      lastKnown = now();
    },
  };
};
