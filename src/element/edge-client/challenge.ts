import type { AltchaPrompt, ChallengePrompt, TokenRequest } from '../../protocol/index.js';
import { EmailVerifyChallengeEvent } from '../challenge-event.js';

/** Answers a challenge on behalf of the page. */
export type AnswerChallenge = (challenge: ChallengePrompt, signal: AbortSignal) => Promise<string> | string;

export interface ChallengeHost {
  /** Where the element's events are dispatched. */
  readonly eventTarget: EventTarget;
  readonly challenge?: AnswerChallenge | null | undefined;
}

/** The time to answer, in milliseconds: providers' answers stay valid for two minutes or more. */
const ANSWER_TIMEOUT_MS = 120_000;
/** The most hashes that an edge may ask for. */
const MAX_HASHES = 1_000_000;
/** Hashes computed concurrently: one at a time leaves the processor idle. */
const CONCURRENT_HASHES = 64;
/** How long to hash before yielding to the page, in milliseconds: half a frame. */
const SLICE_MS = 8;

const utf8 = new TextEncoder();
const hexadecimal = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Yields to the page's other tasks. */
const yieldToPage = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

/**
 * Solves a proof of work: hashes one number after another, in time slices between which the page runs. Expiry is the edge's to
 * check, since the page's clock may be wrong.
 * @returns the answer in ALTCHA's format, base64 of JSON.
 * @throws when no number up to `maxnumber` fits, or the signal is aborted.
 */
export const solveAltcha = async (prompt: AltchaPrompt, signal: AbortSignal): Promise<string> => {
  const { algorithm, challenge, salt, signature, maxnumber } = prompt;
  // A page without HTTPS has no `crypto.subtle`. Node has no `isSecureContext`.
  if ('isSecureContext' in globalThis && !isSecureContext) throw new Error('The page is not served over HTTPS.');
  const last = Math.min(maxnumber, MAX_HASHES);
  const wanted = parseInt(challenge.slice(0, 8), 16);
  let started = performance.now();
  const isSliceOver = (): boolean => performance.now() - started >= SLICE_MS;
  for (let next = 0; next <= last;) {
    signal.throwIfAborted();
    const from = next;
    const pending: Promise<ArrayBuffer>[] = [];
    // A slow device starts fewer per slice.
    do pending.push(crypto.subtle.digest(algorithm, utf8.encode(`${salt}${next++}`)));
    while (pending.length < CONCURRENT_HASHES && next <= last && !isSliceOver());
    const hashes = await Promise.all(pending);
    const found = hashes.findIndex(
      (hash) => new DataView(hash).getUint32(0) === wanted && hexadecimal(hash) === challenge,
    );
    if (found >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: from + found, salt, signature }));
    if (isSliceOver()) {
      await yieldToPage();
      started = performance.now();
    }
  }
  throw new Error('The challenge has no solution.');
};

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
 * Answers a challenge: solves a proof of work, and asks the page about everything else, first by the event
 * `email-verify-challenge`, then by the property `challenge`.
 * @param warn reports to the page's author.
 * @returns the body of the next token request; rejects when there is no answer.
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
