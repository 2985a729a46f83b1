import type { Verifier } from '../../verifier/types.js';
import { withDeadline } from '../deadline.js';
import { createBreaker } from './breaker.js';
import { outcomeOfError, toOutcome } from './outcome.js';
import { createPace } from './pace.js';
import { askService } from './service.js';
import type { Ask, Outcome, ServiceUpstream, Troubled } from './types.js';

const DEFAULT_TIMEOUT_MS = 4500;
const DEFAULT_RATE = 5;
/** How long a call waits for its turn at most, in milliseconds: a person waits with it. */
const MAX_WAIT_MS = 1000;
/** A verifier is told to end this much sooner, so that what it knows by then is still used. */
const VERIFIER_MARGIN_MS = 250;

const leftAlone: Troubled = { trouble: 'upstream_error', reason: 'not asked: it has been failing' };
const tooMany = (ratePerSecond: number): Troubled => ({
  trouble: 'rate_limited',
  reason: `not asked: more than ${ratePerSecond} calls a second, or it asked for a pause`,
});

/** How to ask this upstream: at its rate, within its time, and not while it fails. */
export const createAsk = (upstream: ServiceUpstream | Verifier): Ask => {
  const inProcess = 'verify' in upstream;
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    ratePerSecond = DEFAULT_RATE,
    breaker: options,
  }: Partial<ServiceUpstream> = inProcess ? { ratePerSecond: Infinity } : upstream;
  const pace = createPace(ratePerSecond, Math.min(MAX_WAIT_MS, timeoutMs / 4));
  const breaker = createBreaker(options);

  const call = async (address: string, limitMs: number): Promise<Outcome> => {
    const outcome = await withDeadline(limitMs, async (signal) =>
      inProcess
        ? toOutcome(await upstream.verify(address, { timeoutMs: limitMs - VERIFIER_MARGIN_MS, signal }))
        : askService(upstream, address, signal),
    ).catch(outcomeOfError);
    if (outcome.pauseMs !== undefined) pace.pause(outcome.pauseMs);
    return outcome;
  };

  const inTurn = async (address: string, pay: () => Promise<Troubled | null>): Promise<Outcome> => {
    const waitedMs = await pace.enter();
    const refused = waitedMs === null ? tooMany(ratePerSecond) : await pay();
    return refused ? { ...refused, notAsked: true } : call(address, timeoutMs - (waitedMs ?? 0));
  };

  return async (address, pay) => (await breaker.run(() => inTurn(address, pay))) ?? leftAlone;
};
