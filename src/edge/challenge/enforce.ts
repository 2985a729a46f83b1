import { Refusal } from '../../protocol/refusal.js';
import { createFairShares } from '../../util/fair-shares.js';
import { TimeoutError, withTimeout } from '../../util/timeout.js';
import type { Client } from '../hashed-client.js';
import { errorLine } from '../log.js';
import type { CheckedOptions } from '../options.js';
import { takeOne } from '../quota.js';
import { readAnswer, RIGHT } from './answer.js';
import { AnswerRefused, ChallengeUnavailable, type ChallengeContext } from './types.js';

/**
 * Accepts a token request with a correct answer; accepts any request if there is no challenge that every page must pass.
 * @throws Refusal `challenge_required` or `challenge_failed`, with the prompt in the member `challenge`; `too_large` or
 * `bad_request` for an invalid body; `rate_limited`; `unavailable`.
 */
export type EnforceChallenge = (
  request: Request,
  client: Client,
  from: Pick<ChallengeContext, 'origin' | 'clientAddress' | 'secrets'>,
) => Promise<void>;

/** Timeout of a challenge, in milliseconds: a page waits 5 s for its token. */
const TIMEOUT_MS = 3000;
const RETRY_AFTER_S = 5;
const RETRY_AFTER = { 'retry-after': String(RETRY_AFTER_S) };
/**
 * Maximum number of answers that are verified at once. One client holds an eighth of the places at most, so that its
 * flood does not lock out others.
 */
const PLACES = 512;
const SHARE = 1 / 7;

/** The reason for the log. Only messages of our own errors are used, since others may quote the request. */
const reasonOf = (error: unknown): string => {
  if (error instanceof TimeoutError) return 'no answer in time';
  return error instanceof ChallengeUnavailable ? error.message : 'it threw an error';
};

/** Creates the challenge check of `POST /token`, for a challenge that every page must pass. */
export const createEnforceChallenge = (options: CheckedOptions): EnforceChallenge => {
  const { challenge, store, now, log } = options;
  if (typeof challenge === 'string') return () => Promise.resolve();
  const places = createFairShares(PLACES, SHARE);

  /** Calls the challenge, with the timeout. */
  const bounded = <T>(
    context: Omit<ChallengeContext, 'signal'>,
    act: (context: ChallengeContext) => T | Promise<T>,
  ): Promise<T> => withTimeout(TIMEOUT_MS, async (signal) => act({ ...context, signal }));

  const verify = async (answer: string, { subscriber }: Client, context: Omit<ChallengeContext, 'signal'>) => {
    const leave = places.take(subscriber);
    if (!leave) {
      const detail = `Too many answers of one client are being checked; try again in ${RETRY_AFTER_S} s.`;
      throw new Refusal('rate_limited', detail, RETRY_AFTER);
    }
    const started = now();
    try {
      return await bounded(context, (all) => challenge.verify(answer, all));
    } catch (error) {
      if (!(error instanceof AnswerRefused)) throw error;
      log({ event: 'challenge', outcome: 'failed', reason: error.message, ms: now() - started });
      return false;
    } finally {
      leave();
    }
  };

  /** Logs the failure; refuses the request with `onUnavailable: 'refuse'`, and a client's sixth in a minute. */
  const onTrouble = async (error: unknown, started: number, client: Client): Promise<void> => {
    const known = error instanceof TimeoutError || error instanceof ChallengeUnavailable;
    if (!known) log(errorLine(error));
    const ms = now() - started;
    let outcome: 'passed' | 'refused' = 'refused';
    try {
      if (challenge.onUnavailable === 'refuse') {
        const detail = `The challenge cannot be checked now; try again in ${RETRY_AFTER_S} s.`;
        throw new Refusal('unavailable', detail, RETRY_AFTER);
      }
      await takeOne(options, 'unchecked', client);
      outcome = 'passed';
    } finally {
      log({ event: 'challenge', outcome, reason: reasonOf(error), ms });
    }
  };

  return async (request, client, from) => {
    const answer = await readAnswer(request);
    const context = {
      ...from,
      now,
      once: (id: string, ttlMs: number) => store.setIfAbsent(`x:${id}`, ttlMs),
    };
    const started = now();
    try {
      if (answer !== undefined && (await verify(answer, client, context))) return;
      const prompt = await bounded(context, (all) => challenge.describe(all));
      throw answer === undefined
        ? new Refusal('challenge_required', `Solve 'challenge' and retry. ${RIGHT}`, {}, { challenge: prompt })
        : new Refusal(
            'challenge_failed',
            'The answer is wrong, expired or already used. Solve the new challenge.',
            {},
            { challenge: prompt },
          );
    } catch (error) {
      // Includes `unavailable` from the store.
      if (error instanceof Refusal) throw error;
      await onTrouble(error, started, client);
    }
  };
};
