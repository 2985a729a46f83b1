import type { Verifier } from '../../verifier/types.js';
import { createPlaces } from '../../util/places.js';
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

/** The upstream's time for one check, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 4500;
const DEFAULT_RATE = 5;
/** The maximum wait of a call for its turn, in milliseconds: longer than the window of the rate limiter, so that the calls after a burst have a turn. */
const MAX_WAIT_MS = 1200;
/** A call is made so soon after its turn, in milliseconds, or waits for another one: the rate limiter's window has no room for more. */
const TURN_MS = 25;
/** Time between a call's deadline and the later deadline of its check, in milliseconds. */
const MARGIN_MS = 100;
/** The least time that a call is worth, in milliseconds. */
const MIN_CALL_MS = 1000;
/** Calls in flight at most, with those that wait for their turn. */
const MAX_IN_FLIGHT = 1000;
/** A client alone holds an eighth of the places. */
const SHARE = 1 / 7;

const askVerifier =
  (verifier: Verifier): AskService =>
  (address, timeoutMs) =>
    withTimeout(timeoutMs, async (signal) =>
      toOutcome(await verifier.verify(address, { timeoutMs: innerTimeout(timeoutMs), signal }), address),
    );

const askServiceOf = (upstream: ServiceUpstream | AdaptedUpstream): AskService =>
  'ask' in upstream ? upstream.ask : createAskService(upstream);

/** Makes an {@link Ask} that keeps to the upstream's rate and time, behind a circuit breaker. */
export const createAsk = (upstream: ServiceUpstream | AdaptedUpstream | Verifier): Ask => {
  const inProcess = 'verify' in upstream;
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    ratePerSecond = DEFAULT_RATE,
    breaker: options,
  }: UpstreamLimits = inProcess ? { ratePerSecond: Infinity } : upstream;
  const maxWaitMs = Math.min(MAX_WAIT_MS, timeoutMs / 4);
  const limiter = createRateLimiter(ratePerSecond, maxWaitMs, PERSON);
  // Twice what the rate lets through while the slowest call takes its time.
  const slowest = Math.ceil((2 * ratePerSecond * (timeoutMs + maxWaitMs)) / 1000);
  const places = createPlaces(Math.min(MAX_IN_FLIGHT, Math.max(slowest, 1)), SHARE);
  const breaker = createCircuitBreaker(options);

  const askUpstream = inProcess ? askVerifier(upstream) : askServiceOf(upstream);

  const notAsked = noVerdict(
    'rate_limited',
    `not asked: more than ${ratePerSecond} calls a second, or it asked for a pause`,
    {
      inconclusive: true,
    },
  );

  /** Makes one call, in its turn and paid for, in the time that the check has left. */
  const call = async (address: string, { checks, endsAt = Infinity }: Asker, pay: Pay): Promise<Outcome> => {
    const leftMs = (): number => Math.min(timeoutMs, endsAt - MARGIN_MS - performance.now());
    /** Waits for a turn; null if it does not come, or too late for a call that is worth its price. */
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
      // A slow store has taken longer than the turn lasts.
      giveBack();
      giveBack = await enter();
      if (!giveBack) return notAsked;
    }
    const outcome = await askUpstream(address, leftMs()).catch((error: unknown) => outcomeOfError(error, address));
    if (outcome.pauseMs !== undefined) limiter.pause(outcome.pauseMs);
    return outcome;
  };

  /** Retries once what the upstream has refused by its rate: another client of the account may have used that up. */
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
