import type { AltchaPrompt, ChallengePrompt, TokenRequest } from '../../protocol/index.js';
import { EmailVerifyChallengeEvent } from '../challenge-event.js';

/** A page's way of answering challenges. */
export type AnswerChallenge = (challenge: ChallengePrompt, signal: AbortSignal) => Promise<string> | string;

/** The element that came upon a challenge. */
export interface ChallengedHost {
  /** Where its events are dispatched. */
  readonly stage: EventTarget;
  readonly challenge?: AnswerChallenge | null | undefined;
}

/** How long an answer is waited for, in milliseconds: providers hold theirs to be good for two minutes or more. */
const ANSWER_MS = 120_000;
/** The most hashes that an edge may ask for. */
const MAX_NUMBER = 1_000_000;
/** Hashes that are under way at once: one at a time leaves the processor idle. */
const AT_ONCE = 64;
/** How long hashes are started, or waited for, before the page gets a turn, in milliseconds: half of a picture's time. */
const SLICE_MS = 8;

const utf8 = new TextEncoder();
const hexadecimal = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What else the page has to do comes first. */
const turn = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

/**
 * Solves a proof of work: hashes number after number, in slices of time between which the page goes on. No clock but that of the
 * slices is asked: whether a challenge is too old is the edge's to say.
 * @returns the answer in ALTCHA's form: base64 of JSON.
 * @throws when nothing up to `maxnumber` fits, or the signal is aborted: nothing more is hashed then.
 */
export const solveAltcha = async (prompt: AltchaPrompt, signal: AbortSignal): Promise<string> => {
  const { algorithm, challenge, salt, signature, maxnumber } = prompt;
  // Node has no such word; a page without HTTPS has no `crypto.subtle`.
  if ('isSecureContext' in globalThis && !isSecureContext) throw new Error('The page is not served over HTTPS.');
  const last = Math.min(maxnumber, MAX_NUMBER);
  const wanted = parseInt(challenge.slice(0, 8), 16);
  let started = performance.now();
  const isOver = (): boolean => performance.now() - started >= SLICE_MS;
  for (let next = 0; next <= last;) {
    signal.throwIfAborted();
    const from = next;
    const under: Promise<ArrayBuffer>[] = [];
    // A slow device starts fewer.
    do under.push(crypto.subtle.digest(algorithm, utf8.encode(`${salt}${next++}`)));
    while (under.length < AT_ONCE && next <= last && !isOver());
    const hashes = await Promise.all(under);
    const found = hashes.findIndex(
      (hash) => new DataView(hash).getUint32(0) === wanted && hexadecimal(hash) === challenge,
    );
    if (found >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: from + found, salt, signature }));
    if (isOver()) {
      await turn();
      started = performance.now();
    }
  }
  throw new Error('The challenge has no solution.');
};

/** Resolves like the promise, or rejects once the signal is aborted. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('No answer came in time.'));
      });
    }),
  ]);

const answerOf = async (host: ChallengedHost, challenge: ChallengePrompt, signal: AbortSignal): Promise<string> => {
  if (challenge.type === 'altcha') return solveAltcha(challenge as AltchaPrompt, signal);
  const event = new EmailVerifyChallengeEvent(challenge, signal);
  const wanted = host.stage.dispatchEvent(event);
  const answer = event.response ?? (wanted ? host.challenge?.(challenge, signal) : null);
  if (answer != null) return unlessAborted(Promise.resolve(answer), signal);
  throw new Error('Answer it by the event email-verify-challenge or the property challenge.');
};

/**
 * Answers what an edge asks before it gives a token: a proof of work by itself, everything else by the page, which is asked by
 * the event `email-verify-challenge` and then by the property `challenge`.
 * @param tell takes a word to the page's author.
 * @returns the body of the next request; rejects when there is no answer.
 */
export const solve = async (
  host: ChallengedHost,
  challenge: ChallengePrompt,
  tell: (text: string) => void,
  answerMs = ANSWER_MS,
): Promise<string> => {
  try {
    const answer = await answerOf(host, challenge, AbortSignal.timeout(answerMs));
    return JSON.stringify({ challenge: answer } satisfies TokenRequest);
  } catch (error) {
    tell(`the edge's challenge '${challenge.type}' was not answered: addresses are not checked. ${String(error)}`);
    throw error;
  }
};
