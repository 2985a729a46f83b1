import { Refusal } from '../../protocol/refusal.js';
import { TimeoutError, withTimeout } from '../../util/timeout.js';
import { readJsonObject } from '../body.js';
import { errorLine } from '../log.js';
import type { CheckedOptions } from '../options.js';
import { ChallengeUnavailable, type ChallengeContext } from './types.js';

/**
 * Accepts a token request with a correct answer; accepts any request if there is no challenge that every page must pass.
 * @throws Refusal `challenge_required` or `challenge_failed`, with the prompt in the member `challenge`; `too_large` or
 * `bad_request` for an invalid body; `unavailable`.
 */
export type EnforceChallenge = (
  request: Request,
  from: Pick<ChallengeContext, 'origin' | 'clientAddress' | 'secrets'>,
) => Promise<void>;

/** Timeout of a challenge, in milliseconds: a page waits 5 s for its token. */
const TIMEOUT_MS = 3000;
/**
 * Body limit of this route, above the default: Turnstile's answers have up to 2,048 characters, hCaptcha's more than 4,000,
 * and neither hCaptcha nor reCAPTCHA documents a limit.
 */
const MAX_BODY_BYTES = 16_384;
/** What would be right. */
export const RIGHT = 'Send {"challenge": "…"} as text/plain or application/json, in UTF-8.';
const RETRY_AFTER_S = 5;

/** Reads the answer of a token request; undefined without one. */
export const readAnswer = async (request: Request): Promise<string | undefined> => {
  if (request.body === null) return undefined;
  const { challenge } = await readJsonObject(request, MAX_BODY_BYTES, RIGHT, '{}');
  if (challenge === undefined || typeof challenge === 'string') return challenge;
  throw new Refusal('bad_request', `'challenge' must be a string. ${RIGHT}`);
};

/** The reason for the log. Only messages of our own errors are used: others may quote the request. */
const reasonOf = (error: unknown): string => {
  if (error instanceof TimeoutError) return 'no answer in time';
  return error instanceof ChallengeUnavailable ? error.message : 'it threw an error';
};

/** Creates the challenge check of `POST /token`, for a challenge that every page must pass. */
export const createEnforceChallenge = ({ challenge, store, now, log }: CheckedOptions): EnforceChallenge => {
  if (typeof challenge === 'string') return () => Promise.resolve();

  /** Calls the challenge, with the timeout. */
  const bounded = <T>(
    context: Omit<ChallengeContext, 'signal'>,
    act: (context: ChallengeContext) => T | Promise<T>,
  ): Promise<T> => withTimeout(TIMEOUT_MS, async (signal) => act({ ...context, signal }));

  /** Logs the failure; refuses the request only with `onUnavailable: 'refuse'`. */
  const onTrouble = (error: unknown, started: number): void => {
    const known = error instanceof TimeoutError || error instanceof ChallengeUnavailable;
    if (!known) log(errorLine(error));
    log({ event: 'challenge', reason: reasonOf(error), ms: now() - started });
    if (challenge.onUnavailable !== 'refuse') return;
    throw new Refusal('unavailable', `The challenge cannot be checked now; try again in ${RETRY_AFTER_S} s.`, {
      'retry-after': String(RETRY_AFTER_S),
    });
  };

  return async (request, from) => {
    const answer = await readAnswer(request);
    const context = {
      ...from,
      now,
      once: (id: string, ttlMs: number) => store.setIfAbsent(`x:${id}`, ttlMs),
    };
    const started = now();
    try {
      if (answer !== undefined && (await bounded(context, (all) => challenge.verify(answer, all)))) return;
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
      onTrouble(error, started);
    }
  };
};
