import type { Verifier } from '../../verifier/types.js';
import { withTimeout } from '../../util/timeout.js';
import { createCircuitBreaker } from './circuit-breaker.js';
import { outcomeOfError, toOutcome } from './outcome.js';
import { createRateLimiter } from './rate-limiter.js';
import { createAskService } from './service.js';
import { MARGIN_MS, noVerdict, type Ask, type Outcome, type Pay, type ServiceUpstream } from './types.js';

/** The upstream's time for one check, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 4500;
const DEFAULT_RATE = 5;
/** How long a call waits for its turn at most, in milliseconds: a person waits with it. */
const MAX_WAIT_MS = 1000;

const askVerifier =
  (verifier: Verifier) =>
  (address: string, timeoutMs: number): Promise<Outcome> =>
    withTimeout(timeoutMs, async (signal) =>
      toOutcome(await verifier.verify(address, { timeoutMs: timeoutMs - MARGIN_MS, signal }), address),
    );

/** Makes an {@link Ask} that keeps to the upstream's rate and time, behind a circuit breaker. */
export const createAsk = (upstream: ServiceUpstream | Verifier): Ask => {
  const inProcess = 'verify' in upstream;
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    ratePerSecond = DEFAULT_RATE,
    breaker: options,
  }: Partial<ServiceUpstream> = inProcess ? { ratePerSecond: Infinity } : upstream;
  const limiter = createRateLimiter(ratePerSecond, Math.min(MAX_WAIT_MS, timeoutMs / 4));
  const breaker = createCircuitBreaker(options);

  const askUpstream = inProcess ? askVerifier(upstream) : createAskService(upstream);

  const call = async (address: string, limitMs: number): Promise<Outcome> => {
    const outcome = await askUpstream(address, limitMs).catch(outcomeOfError);
    if (outcome.pauseMs !== undefined) limiter.pause(outcome.pauseMs);
    return outcome;
  };

  const inTurn = async (address: string, pay: Pay): Promise<Outcome> => {
    const waitedMs = await limiter.enter();
    if (waitedMs === null) {
      const reason = `not asked: more than ${ratePerSecond} calls a second, or it asked for a pause`;
      return noVerdict('rate_limited', reason, { notAsked: true });
    }
    const paid = await pay();
    return paid.ok ? call(address, timeoutMs - waitedMs) : { ...paid, notAsked: true };
  };

  return async (address, pay) =>
    (await breaker.run(() => inTurn(address, pay))) ?? noVerdict('upstream_error', 'not asked: it has been failing');
};
