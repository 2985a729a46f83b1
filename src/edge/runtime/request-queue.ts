/**
 * A turn of the event loop starts requests for so long, in milliseconds. Node accepts one connection in each turn: with long turns, people who
 * have just come would wait behind all who have a connection. Requests that arrive during a turn are read and refused in the next one, so a
 * whole turn lasts several times as long, in proportion to this time.
 */
const TURN_MS = 2;
/** While the first request has waited up to this time, none is refused, in milliseconds; from the other one on every request is. */
const LOW_MS = 25;
const HIGH_MS = 100;
/**
 * Up to so many requests wait however long. A process answers them in less than 25 ms, unless it has just started, or paused: the requests of a few
 * people at once are then late, and not refused.
 */
const FEW = 32;
const MAX_WAITING = 2000;

/** The runtime's parts, for tests. */
interface Parts {
  /** Milliseconds. */
  now?: () => number;
  /** Calls back when this turn of the event loop ends. */
  atTurnEnd?: (callback: () => void) => unknown;
  /** From 0 to 1. */
  random?: () => number;
}

/** Starts a request at once or later. Returns false if the request is refused. */
export type RequestQueue = (start: () => void) => boolean;

/**
 * Creates the queue of a process's requests: first come, first served, for 2 ms in a turn of the event loop. Refuses at random, the more likely the
 * longer the first one has waited (random early detection, Floyd and Jacobson 1993): none up to 25 ms, every one at 100 ms. Refuses none while
 * fewer than 32 wait.
 */
export const createRequestQueue = ({
  now = () => performance.now(),
  atTurnEnd = setImmediate,
  random = Math.random,
}: Parts = {}): RequestQueue => {
  const waiting: { start: () => void; since: number }[] = [];
  /** When the last turn ended; undefined while no request arrives, when turns are not watched. */
  let turnBegan: number | undefined;
  let hasArrivals = false;

  const hasTime = (): boolean => turnBegan === undefined || now() - turnBegan < TURN_MS;

  const endTurn = (): void => {
    // One at least, however long the turn was.
    do waiting.shift()?.start();
    while (waiting.length > 0 && hasTime());
    turnBegan = undefined;
    if (hasArrivals || waiting.length > 0) watch();
  };

  const watch = (): void => {
    hasArrivals = false;
    turnBegan = now();
    atTurnEnd(endTurn);
  };

  return (start) => {
    if (turnBegan === undefined) watch();
    hasArrivals = true;
    if (waiting.length === 0 && hasTime()) {
      start();
      return true;
    }
    const [first] = waiting;
    const waitedMs = first === undefined || waiting.length < FEW ? 0 : now() - first.since;
    if (waiting.length >= MAX_WAITING || random() < (waitedMs - LOW_MS) / (HIGH_MS - LOW_MS)) return false;
    waiting.push({ start, since: now() });
    return true;
  };
};
