import type { ChallengePrompt } from '../protocol/index.js';

/**
 * The edge asks the page for something before it lets addresses be checked: see `challenge.type`. It is told by the element whose
 * person came to the field; once for all the elements of a page. (Apart from the other events: it comes with what is loaded
 * only then.)
 */
export class EmailVerifyChallengeEvent extends Event {
  /** @internal */
  response: Promise<string> | null = null;
  constructor(
    /** What is asked for, such as `{type: 'turnstile', siteKey: '…'}`. */
    readonly challenge: ChallengePrompt,
    /** Aborted when the answer is no longer waited for, after two minutes. */
    readonly signal: AbortSignal,
  ) {
    super('email-verify-challenge', { bubbles: true, composed: true, cancelable: true });
  }
  /** Answers. Must be called while the event is dispatched; after a rejection addresses stay unchecked. */
  respondWith(answer: Promise<string> | string): void {
    this.response = Promise.resolve(answer);
  }
}

declare global {
  interface HTMLElementEventMap {
    'email-verify-challenge': EmailVerifyChallengeEvent;
  }
}
