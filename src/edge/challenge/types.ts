import type { ChallengePrompt } from '../../protocol/index.js';

/** What a challenge is told of the request, and what the edge lends it. */
export interface ChallengeContext {
  /** The origin of the page that wants a token. */
  origin: string;
  /** The client's network address, where the runtime knows it. Give it to a provider only if your privacy policy says so. */
  clientAddress?: string;
  /** Aborted when the answer is no longer waited for. */
  signal: AbortSignal;
  /** Secrets for challenges alone, the same in every process of this edge. The first makes, each of them checks. */
  secrets: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
  /**
   * Notes that something was used, for `ttlMs`. Atomic: of any number of calls at once, one is the first.
   * @param id short ASCII text.
   * @returns whether it had not been used before.
   */
  once: (id: string, ttlMs: number) => Promise<boolean>;
}

/**
 * What a page has to answer before it is given a token. A method that throws could not find out: `onUnavailable` then says
 * what is done. Both end within three seconds, or count as that.
 * @example
 * const question: Challenge = {
 *   describe: () => ({ type: 'question', text: 'What colour is the sky?' }),
 *   verify: (answer) => answer.trim().toLowerCase() === 'blue',
 * };
 * const edge = createEdge({ ...options, challenge: question });
 */
export interface Challenge {
  /** What the page is told to answer: JSON, with a `type` that the page knows. Called for each request without a right answer. */
  describe(context: ChallengeContext): ChallengePrompt | Promise<ChallengePrompt>;
  /** Whether the answer, of at most 16,000 bytes, is right. It comes from anybody: it may be any text. */
  verify(answer: string, context: ChallengeContext): boolean | Promise<boolean>;
  /**
   * Whether a token is given when nobody can say if the answer is right (`allow`). The quotas still bound what that can cost;
   * `refuse` keeps real people out for as long as the provider is down.
   */
  onUnavailable?: 'allow' | 'refuse';
}

/** The answer could not be checked. The message goes to the log: it quotes neither the answer nor a secret. */
export class ChallengeUnavailable extends Error {
  override readonly name = 'ChallengeUnavailable';
}
