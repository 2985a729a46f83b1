/** Gives back a turn in which no call is made. */
export type GiveBack = () => void;

/** Limits the rate of calls. */
export interface RateLimiter {
  /**
   * Waits for a turn.
   * @param rank lower ranks go first; calls of the same rank in order of arrival.
   * @returns when the turn has come; null as soon as it is certain to come too late.
   */
  enter: (rank: number) => Promise<GiveBack | null>;
  /**
   * Grants no turn for `ms` milliseconds. Waiting calls get `maxWaitMs` from now, like a call that is retried after the
   * pause.
   */
  pause: (ms: number) => void;
}

interface Waiting {
  rank: number;
  /** The end of the wait, by `performance.now()`. */
  deadline: number;
  /** The last end to which pauses may move `deadline`. */
  latest: number;
  resolve: (turn: GiveBack | null) => void;
}

/**
 * The window of the rate, in milliseconds: a second, and 50 ms for network jitter, which can bring two calls closer
 * together.
 */
const SECOND_MS = 1050;

/**
 * Creates a rate limiter: a sliding window over the latest calls, and a queue ordered by rank. No second has more calls
 * than the rate. (A token bucket would let a burst and its refill pass in one second, and the upstream's 429 would
 * pause the checks of all clients.) Calls of a low rank overtake those of a high rank, which are refused if they then
 * wait too long. With the number of a client's earlier calls as rank, this is least-attained-service scheduling: heavy
 * clients do not delay light ones. Busy calls leave a fifth of the window free (trunk reservation) and are spaced
 * evenly, so that several light clients at once do not wait for a whole window.
 * @param perSecond calls a second; `Infinity` for any.
 * @param maxWaitMs the longest wait of a call for its turn; twice that if a pause begins meanwhile. It bounds the
 * queue.
 * @param few calls above this rank are busy.
 */
export const createRateLimiter = (perSecond: number, maxWaitMs: number, few = Infinity): RateLimiter => {
  /**
   * The capacity of the window: the rate in whole calls, at least one. A rate below one a second has a longer window.
   */
  const most = Math.max(1, Math.floor(perSecond));
  const isLimited = Number.isFinite(perSecond);
  const windowMs = isLimited ? (SECOND_MS * most) / perSecond : 0;
  const intervalMs = windowMs / most;
  /** Places of the window that busy calls leave free. */
  const reserved = isLimited ? Math.floor(most / 5) : 0;
  /** The times of the calls in the window, oldest first. */
  const recent: { at: number }[] = [];
  let pausedUntil = 0;
  /** The waiting calls, in the order of their turns. */
  let queue: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The time of the turn of a call with this rank, at this place of the queue. */
  const turnAt = (place: number, rank: number): number => {
    const room = rank > few ? place + reserved : place;
    const windows = Math.floor(room / most);
    // The call whose expiry frees the place.
    const leaver = recent[(room % most) - (most - recent.length)];
    const free = (leaver === undefined ? performance.now() : leaver.at + windowMs) + windows * windowMs;
    const evenly = rank > few ? (recent.at(-1)?.at ?? 0) + (place + 1) * intervalMs : 0;
    return Math.max(free, evenly, pausedUntil);
  };

  /**
   * Grants the turns that have come, refuses calls whose turn would come too late, and sets the timer for the next
   * turn.
   */
  const settle = (): void => {
    clearTimeout(timer);
    const now = performance.now();
    while (recent[0] !== undefined && recent[0].at + windowMs <= now) recent.shift();
    for (let next = queue[0]; next && turnAt(0, next.rank) <= performance.now(); [next] = queue) {
      queue.shift();
      const turn = { at: now };
      recent.push(turn);
      next.resolve(() => {
        if (recent.includes(turn)) recent.splice(recent.indexOf(turn), 1);
        settle();
      });
    }
    // Each refused call brings the following ones forward by one turn.
    const kept: Waiting[] = [];
    for (const one of queue) {
      if (turnAt(kept.length, one.rank) <= one.deadline) kept.push(one);
      else one.resolve(null);
    }
    queue = kept;
    const [first] = queue;
    if (first) timer = setTimeout(settle, Math.ceil(turnAt(0, first.rank) - now));
  };

  return {
    enter: (rank) =>
      new Promise((resolve) => {
        const after = queue.findIndex((other) => other.rank > rank);
        const place = after === -1 ? queue.length : after;
        const now = performance.now();
        queue.splice(place, 0, { rank, deadline: now + maxWaitMs, latest: now + 2 * maxWaitMs, resolve });
        settle();
      }),
    pause(ms) {
      const now = performance.now();
      pausedUntil = Math.max(pausedUntil, now + ms);
      for (const one of queue) one.deadline = Math.min(now + maxWaitMs, one.latest);
      settle();
    },
  };
};
