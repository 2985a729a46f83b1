import type { BreakerOptions, Outcome } from './types.js';

/**
 * A circuit breaker: closed while the upstream works, open during an outage, half-open while calls of a few clients try
 * whether it is over.
 */
export interface CircuitBreaker {
  /**
   * Makes a call, unless the circuit is open, or half-open with enough other calls trying. A call that rejects, or is
   * inconclusive, counts as neither success nor outage.
   * @param client whose call it is.
   * @param isBusy true for a client with more than a few checks: only one of the calls that try at a time may be a busy
   * client's.
   * @returns the outcome of the call; null if it was not made.
   */
  run: (client: string, call: () => Promise<Outcome>, isBusy?: boolean) => Promise<Outcome | null>;
}

/** Number of most recent clients whose last calls count; `failures` if that is larger. */
const WINDOW = 20;
/** Maximum number of clients that try a half-open circuit. It opens again when all their calls were outages. */
const MAX_TRIES = 3;
/**
 * Time after which a try without an outcome makes room for others, in milliseconds: its address may have a slow domain.
 */
const TRY_MS = 1000;
const MAX_PAUSE_MS = 60_000;

interface Try {
  since: number;
  /** The time when the client may try again; Infinity while its call is in flight. */
  againAt: number;
}

/**
 * Creates a circuit breaker over the last calls of the last 20 clients. It opens after an outage if the last calls of
 * at least `failures` clients, and of at least half of the clients, were outages: no client can open it alone. It stays
 * open for `pauseMs`. Then the calls of up to three clients try the upstream. The first success closes it; three
 * outages open it for twice as long, up to a minute.
 */
export const createCircuitBreaker = ({ failures = 5, pauseMs = 5000 }: BreakerOptions = {}): CircuitBreaker => {
  const size = Math.max(WINDOW, failures);
  /** The last call of each client, oldest first: true if it was an outage. */
  let votes = new Map<string, boolean>();
  /** The time when an open circuit may be tried, by `performance.now()`; null if it is closed. */
  let openUntil: number | null = null;
  /** The clients that are trying, or whose try was an outage. */
  let tries = new Map<string, Try>();
  let lastPauseMs = 0;

  const isClosed = (): boolean => openUntil === null;

  const open = (forMs: number): void => {
    lastPauseMs = forMs;
    openUntil = performance.now() + forMs;
    tries = new Map();
  };

  const count = (client: string, isOutage: boolean): void => {
    votes.delete(client);
    votes.set(client, isOutage);
    for (const [oldest] of votes) {
      if (votes.size <= size) break;
      votes.delete(oldest);
    }
    const outages = [...votes.values()].filter(Boolean).length;
    if (isOutage && outages >= failures && outages * 2 >= votes.size) open(pauseMs);
  };

  /** Lets a call try the upstream. */
  const tryOnce = async (client: string, call: () => Promise<Outcome>): Promise<Outcome> => {
    const current = tries;
    const since = performance.now();
    current.set(client, { since, againAt: Infinity });
    let outcome: Outcome | undefined;
    try {
      outcome = await call();
      return outcome;
    } finally {
      if (!outcome || outcome.inconclusive) current.delete(client);
      else if (current === tries) {
        if (!outcome.outage) {
          openUntil = null;
          tries = new Map();
          votes = new Map([[client, false]]);
        } else {
          // If no other client comes, this one may try again.
          current.set(client, { since, againAt: performance.now() + lastPauseMs });
          const outages = [...current.values()].filter(({ againAt }) => againAt < Infinity).length;
          if (outages >= MAX_TRIES) open(Math.min(lastPauseMs * 2, Math.max(pauseMs, MAX_PAUSE_MS)));
        }
      }
    }
  };

  const mayTry = (client: string, isBusy: boolean): boolean => {
    const at = performance.now();
    const own = tries.get(client);
    if (own) return own.againAt <= at;
    const places = [...tries.values()].filter(({ since, againAt }) => againAt < Infinity || at - since < TRY_MS);
    return places.length < (isBusy ? 1 : MAX_TRIES);
  };

  return {
    async run(client, call, isBusy = false) {
      if (openUntil !== null) {
        return performance.now() < openUntil || !mayTry(client, isBusy) ? null : tryOnce(client, call);
      }
      const outcome = await call();
      // A call that began before the circuit opened must not lengthen the pause.
      if (!outcome.inconclusive && isClosed()) count(client, outcome.outage === true);
      return outcome;
    },
  };
};
