import type { AltchaPrompt, ChallengePrompt, TokenRequest } from '../../protocol/index.js';
import { EmailVerifyChallengeEvent } from '../challenge-event.js';
import { solveAltcha } from './altcha.js';

/** Answers a challenge on behalf of the page. */
export type AnswerChallenge = (challenge: ChallengePrompt, signal: AbortSignal) => Promise<string> | string;

export interface ChallengeHost {
  /** The target of the element's events. */
  readonly eventTarget: EventTarget;
  readonly challenge?: AnswerChallenge | null | undefined;
}

/** The time to answer, in milliseconds: providers' answers stay valid for two minutes or more. */
const ANSWER_TIMEOUT_MS = 120_000;
/** Settles like the promise, or rejects once the signal is aborted. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('No answer came in time.'));
      });
    }),
  ]);

const answerOf = async (host: ChallengeHost, challenge: ChallengePrompt, signal: AbortSignal): Promise<string> => {
  if (challenge.type === 'altcha') return solveAltcha(challenge as AltchaPrompt, signal);
  const event = new EmailVerifyChallengeEvent(challenge, signal);
  const isAllowed = host.eventTarget.dispatchEvent(event);
  const answer = event.response ?? (isAllowed ? host.challenge?.(challenge, signal) : null);
  if (answer != null) return unlessAborted(Promise.resolve(answer), signal);
  throw new Error('Answer it by the event email-verify-challenge or the property challenge.');
};

/**
 * Answers a challenge: solves a proof of work, and asks the page about every other kind, first by the event
 * `email-verify-challenge`, then by the property `challenge`.
 * @param warn reports to the page's author.
 * @returns the body of the next token request; rejects without an answer.
 */
export const answerChallenge = async (
  host: ChallengeHost,
  challenge: ChallengePrompt,
  warn: (text: string) => void,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<string> => {
  try {
    const answer = await answerOf(host, challenge, AbortSignal.timeout(timeoutMs));
    return JSON.stringify({ challenge: answer } satisfies TokenRequest);
  } catch (error) {
    warn(`the challenge '${challenge.type}' was not solved, so addresses are not checked: ${String(error)}`);
    throw error;
  }
};
