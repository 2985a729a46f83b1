import { Refusal } from '../../protocol/refusal.js';
import { TimeoutError, withTimeout } from '../../util/timeout.js';
import { readJsonObject } from '../body.js';
import { errorLine } from '../log.js';
import type { CheckedOptions } from '../options.js';
import { ChallengeUnavailable, type ChallengeContext } from './types.js';

/**
 * Lets a request for a token pass that brings the right answer, or any request where nothing is asked.
 * @throws Refusal `challenge_required` or `challenge_failed`, whose member `challenge` says what to answer; `too_large` or
 * `bad_request` for another body; `unavailable`.
 */
export type EnforceChallenge = (
  request: Request,
  from: Pick<ChallengeContext, 'origin' | 'clientAddress' | 'secrets'>,
) => Promise<void>;

/** How long a challenge may take, in milliseconds: a page waits 5 s for its token. */
const TIMEOUT_MS = 3000;
/**
 * The bound of this route's body, above that of the others: Turnstile's answers have up to 2,048 characters, hCaptcha's more
 * than 4,000, and neither hCaptcha nor reCAPTCHA names a limit.
 */
const MAX_BODY_BYTES = 16_384;
const RIGHT = 'Send {"challenge": "…"} as text/plain or application/json, in UTF-8.';
const RETRY_AFTER_S = 5;

const readAnswer = async (request: Request): Promise<string | undefined> => {
  if (request.body === null) return undefined;
  const { challenge } = await readJsonObject(request, MAX_BODY_BYTES, RIGHT, '{}');
  if (challenge === undefined || typeof challenge === 'string') return challenge;
  throw new Refusal('bad_request', `'challenge' is no string. ${RIGHT}`);
};

/** Words for the operator. Only our own errors may speak for themselves: another's may quote what was sent. */
const reasonOf = (error: unknown): string => {
  if (error instanceof TimeoutError) return 'no answer in time';
  return error instanceof ChallengeUnavailable ? error.message : 'it threw an error';
};

/** Makes the check of challenges that stands before `POST /token`. */
export const createEnforceChallenge = ({ challenge, store, now, log }: CheckedOptions): EnforceChallenge => {
  if (!challenge) return () => Promise.resolve();

  /** Does one thing with the challenge, in its time. */
  const bounded = <T>(
    context: Omit<ChallengeContext, 'signal'>,
    act: (context: ChallengeContext) => T | Promise<T>,
  ): Promise<T> => withTimeout(TIMEOUT_MS, async (signal) => act({ ...context, signal }));

  /** Tells the operator; the page only where it has to come again. */
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
        ? new Refusal('challenge_required', `Answer 'challenge', then: ${RIGHT}`, {}, { challenge: prompt })
        : new Refusal(
            'challenge_failed',
            'The answer is wrong, too late or was used before. Answer the new challenge.',
            {},
            { challenge: prompt },
          );
    } catch (error) {
      // A store that is away says so by itself.
      if (error instanceof Refusal) throw error;
      onTrouble(error, started);
    }
  };
};
