import { Refusal } from '../../protocol/refusal.js';
import { BoundedMap } from '../../util/bounded-map.js';
import type { UsageOf } from '../upstream-budget.js';
import type { Client } from '../hashed-client.js';
import type { CheckedOptions } from '../options.js';
import { PERSON, type Usage } from '../quota.js';
import { readAnswer, RIGHT } from './answer.js';
import { isEnough, maxNumberOf, rungAt, rungOfWork, shareOf, TOP, TOP_FOR_PEOPLE } from './ladder.js';
import { createWork, verifyWork, type WorkContext } from './proof-of-work.js';

/** Asks busy clients for a proof of work, harder with the share of a quota that is used. */
export interface Adaptive {
  /**
   * Verifies the answer of a token request.
   * @returns the rung that was solved; 0 without a correct answer, in ordinary traffic.
   * @throws Refusal `challenge_required` or `challenge_failed`, with the prompt, if a check with such a token would be
   * refused, by the checks of this client that this process has seen.
   */
  admit(request: Request, client: Client, from: Omit<WorkContext, 'now'>): Promise<number>;
  /** The share of its quotas up to which a busy client may use a token for this rung. */
  shareOf(rung: number, origin: string): number;
  /**
   * Checks that the token's rung suffices for a check that was just counted.
   * @param rung that the token was issued for.
   * @param checks of the client in these 24 hours.
   * @throws Refusal `challenge_required`, with the prompt.
   */
  demand(
    rung: number,
    client: Client,
    used: { checks: number; usage: Usage },
    from: Omit<WorkContext, 'now'>,
  ): Promise<void>;
}

/** Longer than the two minutes that the element takes at most. */
const LIFETIME_MS = 300_000;
/** Maximum number of busy clients whose rung is known. */
const MOST_KNOWN = 10_000;

/**
 * Creates the adaptive challenge. The check decides, since the store counts checks exactly: a token that was fetched
 * earlier is refused once more work is required. Each rise is logged once.
 */
export const createAdaptive = ({ store, now, monotonicNow, log }: CheckedOptions, usageOf: UsageOf): Adaptive => {
  /** The rungs of busy clients, origins and the day. */
  const known = new BoundedMap<string, number>({ maxSize: MOST_KNOWN, now: monotonicNow });

  /**
   * Records and returns the rung of a client, an origin or the day. Rung 0 is recorded of clients alone: it says that a
   * client is busy.
   */
  const climb = (of: 'client' | 'origin' | 'day', id: string, { share, resetMs }: Usage): number => {
    const rung = rungAt(share);
    if (rung === 0 && of !== 'client') return rung;
    const key = `${of} ${id}`;
    if (rung > (known.get(key) ?? 0)) log({ event: 'ladder', of, rung, share: Math.round(share * 100) / 100 });
    known.set(key, rung, resetMs);
    return rung;
  };

  /** The rung that the calls of the day and of the origin impose on all clients. */
  const common = (origin: string, isBusy: boolean): number => {
    const { ofOrigin, ofDay } = usageOf(origin);
    const rung = Math.max(climb('origin', origin, ofOrigin), climb('day', '', ofDay));
    return Math.min(rung, isBusy ? TOP : TOP_FOR_PEOPLE);
  };

  const asked = async (code: 'challenge_required' | 'challenge_failed', rung: number, context: WorkContext) => {
    const detail = code === 'challenge_required' ? 'Solve' : 'The answer is wrong, expired, used or too easy. Solve';
    const challenge = await createWork({ maxNumber: maxNumberOf(rung), lifetimeMs: LIFETIME_MS }, context);
    return new Refusal(code, `${detail} 'challenge' and send it to POST /token. ${RIGHT}`, {}, { challenge });
  };

  /** The rung of an answer; 0 if it is wrong or used. */
  const solved = async (answer: string, wanted: number, context: WorkContext): Promise<number> => {
    const work = await verifyWork(answer, context);
    if (!work) return 0;
    const rung = rungOfWork(work.maxNumber);
    // A solution that is too easy is not used up: it may be enough later.
    return isEnough(rung, wanted) && (await store.setIfAbsent(`x:${work.id}`, work.noteMs)) ? rung : 0;
  };

  return {
    async admit(request, { hash }, from) {
      const context = { ...from, now };
      const own = known.get(`client ${hash}`);
      const wanted = Math.max(own ?? 0, common(from.origin, own !== undefined));
      const answer = await readAnswer(request);
      const rung = answer === undefined ? 0 : await solved(answer, wanted, context);
      if (isEnough(rung, wanted)) return rung;
      throw await asked(answer === undefined ? 'challenge_required' : 'challenge_failed', wanted, context);
    },

    shareOf: (rung, origin) => (isEnough(rung, common(origin, true)) ? shareOf(rung) : 0),

    async demand(rung, { hash }, { checks, usage }, from) {
      const isBusy = checks > PERSON;
      const own = isBusy ? climb('client', hash, usage) : 0;
      const wanted = Math.max(own, common(from.origin, isBusy));
      if (!isEnough(rung, wanted)) throw await asked('challenge_required', wanted, { ...from, now });
    },
  };
};
