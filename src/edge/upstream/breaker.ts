import {
  circuitBreaker,
  CircuitState,
  CountBreaker,
  ExponentialBackoff,
  handleWhenResult,
  noJitterGenerator,
  isBrokenCircuitError,
} from 'cockatiel';
import type { BreakerOptions, Outcome } from './types.js';

/** Leaves an upstream that fails alone for a while. */
export interface Breaker {
  /**
   * Makes a call, unless the upstream is left alone. After the pause one call tries it; the others do not wait for that one.
   * @returns what became of the call; null when it was not made.
   */
  run: (call: () => Promise<Outcome>) => Promise<Outcome | null>;
}

/** A call that was not made counts neither way: what is thrown, the policy leaves out. */
class NotAsked extends Error {
  override readonly name = 'NotAsked';

  constructor(readonly outcome: Outcome) {
    super('no call was made');
  }
}

/** How many calls are looked back at. */
const SIZE = 20;
const MAX_PAUSE_MS = 60_000;

const DEFAULTS = { failures: 5, pauseMs: 5000 };

/** A circuit breaker over the last calls. Half of them must fail: nobody opens it with a few addresses that take long. */
export const createBreaker = (options: BreakerOptions = {}): Breaker => {
  const { failures, pauseMs } = { ...DEFAULTS, ...options };
  const policy = circuitBreaker(
    handleWhenResult((outcome) => (outcome as Outcome).outage === true),
    {
      breaker: new CountBreaker({ threshold: 0.49, size: Math.max(SIZE, failures), minimumNumberOfCalls: failures }),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: pauseMs,
        maxDelay: Math.max(pauseMs, MAX_PAUSE_MS),
        // Each process knows one upstream: there is no crowd to be scattered.
        generator: noJitterGenerator,
      }),
    },
  );
  return {
    async run(call) {
      if (policy.state === CircuitState.HalfOpen) return null;
      const judged = async (): Promise<Outcome> => {
        const outcome = await call();
        if (!outcome.notAsked) return outcome;
        // A try that was not made is none that went well.
        if (policy.state === CircuitState.HalfOpen) return { ...outcome, outage: true };
        throw new NotAsked(outcome);
      };
      try {
        return await policy.execute(judged);
      } catch (error) {
        if (error instanceof NotAsked) return error.outcome;
        if (isBrokenCircuitError(error)) return null;
        throw error;
      }
    },
  };
};
