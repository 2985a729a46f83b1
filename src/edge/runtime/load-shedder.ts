/** An average turn up to this length is no overload, in milliseconds; at the other one every request is refused. */
const LOW_MS = 15;
const HIGH_MS = 35;
/** The time constant of the average, in milliseconds. */
const AVERAGED_MS = 200;

/** The runtime's parts, for tests. */
interface Parts {
  /** Milliseconds. */
  now?: () => number;
  /** Calls back when this turn of the event loop ends. */
  atTurnEnd?: (callback: () => void) => unknown;
  /** From 0 to 1. */
  random?: () => number;
}

/**
 * Creates the decision which requests a busy process refuses. All it has accepted is worked on at once, so its queue is the event loop: a turn takes
 * the longer, the more there is, and each request waits for some turns. Refuses at random, the more likely the longer the turns of the
 * last moments were (random early detection, Floyd and Jacobson 1993): none up to 15 ms, every one at 35 ms. One long turn, such as a garbage
 * collection, counts as 35 ms, which is not enough to refuse. Watches turns only while requests arrive.
 * @returns a function to call for each request: true to refuse it.
 */
export const createLoadShedder = ({
  now = () => performance.now(),
  atTurnEnd = setImmediate,
  random = Math.random,
}: Parts = {}): (() => boolean) => {
  let average = 0;
  let began = 0;
  let isWatching = false;
  let hasArrivals = false;

  const add = (turnMs: number, forMs: number): void => {
    average += (turnMs - average) * (1 - Math.exp(-forMs / AVERAGED_MS));
  };

  const watch = (): void => {
    isWatching = true;
    hasArrivals = false;
    atTurnEnd(endTurn);
  };

  const endTurn = (): void => {
    const ended = now();
    const ms = Math.min(ended - began, HIGH_MS);
    add(ms, ms);
    began = ended;
    if (hasArrivals) watch();
    else isWatching = false;
  };

  return () => {
    if (!isWatching) {
      const at = now();
      add(0, at - began);
      began = at;
      watch();
    }
    hasArrivals = true;
    return random() < (average - LOW_MS) / (HIGH_MS - LOW_MS);
  };
};
