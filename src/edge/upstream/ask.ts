import type { Verifier } from '../../verifier/types.js';
import { createFairShares } from '../../util/fair-shares.js';
import { withTimeout } from '../../util/timeout.js';
import { PERSON } from '../quota.js';
import { createCircuitBreaker } from './circuit-breaker.js';
import { outcomeOfError, toOutcome } from './outcome.js';
import { createRateLimiter, type GiveBack } from './rate-limiter.js';
import { createAskService } from './service.js';
import {
  innerTimeout,
  noVerdict,
  type AdaptedUpstream,
  type Ask,
  type Asker,
  type AskService,
  type Outcome,
  type Pay,
  type ServiceUpstream,
  type UpstreamLimits,
} from './types.js';

/** Default time limit of an upstream call, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 4500;
const DEFAULT_RATE = 5;
/**
 * The longest wait of a call for its turn, in milliseconds: longer than the window of the rate limiter, so that the
 * calls after a burst get a turn.
 */
const MAX_WAIT_MS = 1200;
/**
 * Maximum delay between a turn and its call, in milliseconds. A later call waits for another turn, since the rate
 * limiter's window has no room for more.
 */
const TURN_MS = 25;
/** Time between a call's deadline and the later deadline of its check, in milliseconds. */
const MARGIN_MS = 100;
/** The least time left with which a call is still made, in milliseconds. */
const MIN_CALL_MS = 1000;
/** Maximum number of calls in flight, including those that wait for their turn. */
const MAX_IN_FLIGHT = 1000;
/** One client holds an eighth of the places at most. */
const SHARE = 1 / 7;

const askVerifier =
  (verifier: Verifier): AskService =>
  (address, timeoutMs) =>
    withTimeout(timeoutMs, async (signal) =>
      toOutcome(await verifier.verify(address, { timeoutMs: innerTimeout(timeoutMs), signal }), address),
    );

const askServiceOf = (upstream: ServiceUpstream | AdaptedUpstream): AskService =>
  'ask' in upstream ? upstream.ask : createAskService(upstream);

/** Creates an {@link Ask} with the upstream's rate limit and timeout, behind a circuit breaker. */
export const createAsk = (upstream: ServiceUpstream | AdaptedUpstream | Verifier): Ask => {
  const inProcess = 'verify' in upstream;
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    ratePerSecond = DEFAULT_RATE,
    breaker: options,
  }: UpstreamLimits = inProcess ? { ratePerSecond: Infinity } : upstream;
  const maxWaitMs = Math.min(MAX_WAIT_MS, timeoutMs / 4);
  const limiter = createRateLimiter(ratePerSecond, maxWaitMs, PERSON);
  // Twice the number of calls that the rate allows within the longest call.
  const slowest = Math.ceil((2 * ratePerSecond * (timeoutMs + maxWaitMs)) / 1000);
  const places = createFairShares(Math.min(MAX_IN_FLIGHT, Math.max(slowest, 1)), SHARE);
  const breaker = createCircuitBreaker(options);

  const askUpstream = inProcess ? askVerifier(upstream) : askServiceOf(upstream);

  const notAsked = noVerdict(
    'rate_limited',
    `not asked: more than ${ratePerSecond} calls a second, or it asked for a pause`,
    {
      inconclusive: true,
    },
  );

  /** Makes one call when its turn comes and it is paid for, within the time left for the check. */
  const call = async (address: string, { checks, endsAt = Infinity }: Asker, pay: Pay): Promise<Outcome> => {
    const leftMs = (): number => Math.min(timeoutMs, endsAt - MARGIN_MS - performance.now());
    /** Waits for a turn; null if none comes, or only too late to be worth a call's price. */
    const enter = async (): Promise<GiveBack | null> => {
      const turn = await limiter.enter(checks);
      if (leftMs() >= Math.min(MIN_CALL_MS, timeoutMs / 2)) return turn;
      turn?.();
      return null;
    };
    let giveBack = await enter();
    if (!giveBack) return notAsked;
    const turnAt = performance.now();
    const paid = await pay();
    if (!paid.ok) {
      giveBack();
      return { ...paid, inconclusive: true };
    }
    if (performance.now() - turnAt > TURN_MS) {
      // The store was slow: the turn is over.
      giveBack();
      giveBack = await enter();
      if (!giveBack) return notAsked;
    }
    const outcome = await askUpstream(address, leftMs()).catch((error: unknown) => outcomeOfError(error, address));
    if (outcome.pauseMs !== undefined) limiter.pause(outcome.pauseMs);
    return outcome;
  };

  /**
   * Retries once after the upstream's rate limit refused a call: another client of the account may have used up the
   * rate.
   */
  const callTwice = async (address: string, asker: Asker, pay: Pay): Promise<Outcome> => {
    const first = await call(address, asker, pay);
    if (first.pauseMs === undefined) return first;
    const second = await call(address, asker, pay);
    return second.inconclusive ? first : second;
  };

  return async (address, asker, pay) => {
    const leave = places.take(asker.id);
    if (!leave) return noVerdict('rate_limited', 'not asked: too many calls of one client are under way');
    try {
      const outcome = await breaker.run(asker.id, () => callTwice(address, asker, pay), asker.checks > PERSON);
      return outcome ?? noVerdict('upstream_error', 'not asked: it has been failing');
    } finally {
      leave();
    }
  };
};
