import type { Verifier } from '../../verifier/types.js';
import { createPlaces } from '../../util/places.js';
import { withTimeout } from '../../util/timeout.js';
import { PERSON } from '../quota.js';
import { createCircuitBreaker } from './circuit-breaker.js';
import { outcomeOfError, toOutcome } from './outcome.js';
import { createRateLimiter } from './rate-limiter.js';
import { createAskService } from './service.js';
import {
  innerTimeout,
  noVerdict,
  type Ask,
  type Asker,
  type Outcome,
  type Pay,
  type ServiceUpstream,
} from './types.js';

/** The upstream's time for one check, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 4500;
const DEFAULT_RATE = 5;
/** How long a call waits for its turn at most, in milliseconds: a person waits with it. */
const MAX_WAIT_MS = 1000;
/** Calls in flight at most, with those that wait for their turn. */
const MAX_IN_FLIGHT = 1000;
/** A client alone holds an eighth of the places. */
const SHARE = 1 / 7;

const askVerifier =
  (verifier: Verifier) =>
  (address: string, timeoutMs: number): Promise<Outcome> =>
    withTimeout(timeoutMs, async (signal) =>
      toOutcome(await verifier.verify(address, { timeoutMs: innerTimeout(timeoutMs), signal }), address),
    );

/** Makes an {@link Ask} that keeps to the upstream's rate and time, behind a circuit breaker. */
export const createAsk = (upstream: ServiceUpstream | Verifier): Ask => {
  const inProcess = 'verify' in upstream;
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    ratePerSecond = DEFAULT_RATE,
    breaker: options,
  }: Partial<ServiceUpstream> = inProcess ? { ratePerSecond: Infinity } : upstream;
  const maxWaitMs = Math.min(MAX_WAIT_MS, timeoutMs / 4);
  const limiter = createRateLimiter(ratePerSecond, maxWaitMs, PERSON);
  // Twice what the rate lets through while the slowest call takes its time.
  const slowest = Math.ceil((2 * ratePerSecond * (timeoutMs + maxWaitMs)) / 1000);
  const places = createPlaces(Math.min(MAX_IN_FLIGHT, Math.max(slowest, 1)), SHARE);
  const breaker = createCircuitBreaker(options);

  const askUpstream = inProcess ? askVerifier(upstream) : createAskService(upstream);

  const call = async (address: string): Promise<Outcome> => {
    const outcome = await askUpstream(address, timeoutMs).catch((error: unknown) => outcomeOfError(error, address));
    if (outcome.pauseMs !== undefined) limiter.pause(outcome.pauseMs);
    return outcome;
  };

  const inTurn = async (address: string, { checks }: Asker, pay: Pay): Promise<Outcome> => {
    if (!(await limiter.enter(checks))) {
      const reason = `not asked: more than ${ratePerSecond} calls a second, or it asked for a pause`;
      return noVerdict('rate_limited', reason, { inconclusive: true });
    }
    const paid = await pay();
    return paid.ok ? call(address) : { ...paid, inconclusive: true };
  };

  return async (address, asker, pay) => {
    const leave = places.take(asker.id);
    if (!leave) return noVerdict('rate_limited', 'not asked: too many calls of one client are under way');
    try {
      const outcome = await breaker.run(asker.id, () => inTurn(address, asker, pay));
      return outcome ?? noVerdict('upstream_error', 'not asked: it has been failing');
    } finally {
      leave();
    }
  };
};
