import type { BreakerOptions, Outcome } from './types.js';

/** A circuit breaker: closed while the upstream works, open while it is left alone, half-open while one call tries it. */
export interface CircuitBreaker {
  /**
   * Makes a call, unless the circuit is open, or half-open with another call trying.
   * @returns the outcome of the call; null when it was not made. A call that rejects counts as neither success nor outage.
   */
  run: (call: () => Promise<Outcome>) => Promise<Outcome | null>;
}

/** How many calls are looked back at. */
const WINDOW = 20;
const MAX_PAUSE_MS = 60_000;

/**
 * Makes a circuit breaker over the last 20 calls. It opens after an outage when there were `failures` or more calls, and half of them or
 * more were outages: nobody opens it with a few addresses that take long. It is open for `pauseMs`, twice as long after each try that is an
 * outage too, up to a minute.
 */
export const createCircuitBreaker = ({ failures = 5, pauseMs = 5000 }: BreakerOptions = {}): CircuitBreaker => {
  const size = Math.max(WINDOW, failures);
  /** Whether each of the last calls was an outage, the oldest first. */
  let calls: boolean[] = [];
  /** When an open circuit may be tried, by `performance.now()`; null: closed. */
  let openUntil: number | null = null;
  let halfOpen = false;
  let lastPauseMs = 0;

  const isClosed = (): boolean => openUntil === null;

  const open = (forMs: number): void => {
    lastPauseMs = forMs;
    openUntil = performance.now() + forMs;
  };

  const count = (isOutage: boolean): void => {
    calls.push(isOutage);
    if (calls.length > size) calls.shift();
    const outages = calls.filter(Boolean).length;
    if (isOutage && calls.length >= failures && outages * 2 >= calls.length) open(pauseMs);
  };

  /** Lets one call try the upstream. One that was not made is no success. */
  const tryOnce = async (call: () => Promise<Outcome>): Promise<Outcome> => {
    halfOpen = true;
    try {
      const outcome = await call();
      if (outcome.outage || outcome.notAsked) {
        open(Math.min(lastPauseMs * 2, Math.max(pauseMs, MAX_PAUSE_MS)));
      } else {
        openUntil = null;
        calls = [false];
      }
      return outcome;
    } catch (error) {
      openUntil = null;
      throw error;
    } finally {
      halfOpen = false;
    }
  };

  return {
    async run(call) {
      if (openUntil !== null) return halfOpen || performance.now() < openUntil ? null : tryOnce(call);
      const outcome = await call();
      // A call that began before the circuit opened must not lengthen the pause.
      if (!outcome.notAsked && isClosed()) count(outcome.outage === true);
      return outcome;
    },
  };
};
