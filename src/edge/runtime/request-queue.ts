/**
 * Time for which one turn of the event loop starts requests, in milliseconds. Node accepts one connection in each turn:
 * with long turns, a new client would wait behind all clients that are connected. Requests that arrive during a turn
 * are read and refused in the next one, so the whole turn takes several times as long, in proportion to this time.
 */
const TURN_MS = 2;
/** Waiting time of the first request, in milliseconds, up to which none is refused, and from which all are. */
const LOW_MS = 25;
const HIGH_MS = 100;
/**
 * Number of requests that may wait for any time. A process answers them in less than 25 ms, unless it has just started
 * or was paused. The simultaneous requests of a few people are then late, but not refused.
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
 * Creates the request queue of a process: first come, first served, for 2 ms in each turn of the event loop. It refuses
 * requests at random, with a probability that grows with the waiting time of the first one (random early detection,
 * Floyd and Jacobson 1993): none up to 25 ms, all from 100 ms. It refuses none while fewer than 32 wait.
 */
export const createRequestQueue = ({
  now = () => performance.now(),
  atTurnEnd = setImmediate,
  random = Math.random,
}: Parts = {}): RequestQueue => {
  const waiting: { start: () => void; since: number }[] = [];
  /** The end of the last turn; undefined while no request arrives and turns are not watched. */
  let turnBegan: number | undefined;
  let hasArrivals = false;

  const hasTime = (): boolean => turnBegan === undefined || now() - turnBegan < TURN_MS;

  const endTurn = (): void => {
    // At least one request, however long the turn was.
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
