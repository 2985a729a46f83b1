import type { ChallengePrompt } from '../../protocol/index.js';

/** The context of a request, for a challenge. */
export interface ChallengeContext {
  /** The origin of the page that requests a token. */
  origin: string;
  /** The client's IP address, if the runtime knows it. Send it to a provider only if your privacy policy allows it. */
  clientAddress?: string;
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal;
  /** Secrets for challenges only, the same in every process of this edge. The first creates challenges; all verify. */
  secrets: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
  /**
   * Records `id` as used, for `ttlMs`. Atomic: of concurrent calls with one id, only one gets true.
   * @param id short ASCII text.
   * @returns true if the id was not in use.
   */
  once: (id: string, ttlMs: number) => Promise<boolean>;
}

/**
 * A challenge that a page must pass to get a token. If a method throws or takes longer than three seconds, the challenge
 * counts as unavailable, and `onUnavailable` decides.
 * @example
 * const question: Challenge = {
 *   describe: () => ({ type: 'question', text: 'What colour is the sky?' }),
 *   verify: (answer) => answer.trim().toLowerCase() === 'blue',
 * };
 * const edge = createEdge({ ...options, challenge: question });
 */
export interface Challenge {
  /**
   * Returns the prompt for the page: JSON, with a `type` that the page knows. Called for each request without a correct
   * answer.
   */
  describe(context: ChallengeContext): ChallengePrompt | Promise<ChallengePrompt>;
  /** Verifies an answer: untrusted text of at most 16,000 bytes. */
  verify(answer: string, context: ChallengeContext): boolean | Promise<boolean>;
  /**
   * While answers cannot be verified: `allow` (default) issues five tokens per client network and minute, within the quotas;
   * `refuse` locks everyone out.
   */
  onUnavailable?: 'allow' | 'refuse';
}

/**
 * Thrown if an answer cannot be verified, for a reason that no client can cause. The message is logged: it must not
 * contain the answer or a secret.
 */
export class ChallengeUnavailable extends Error {
  override readonly name = 'ChallengeUnavailable';
}

/** Thrown for a wrong answer whose reason is logged: a client can cause it, but so can a wrong setting. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused';
}
