import type { ChallengePrompt } from '../protocol/index.js';

/**
 * Dispatched when the edge asks for a CAPTCHA before it checks addresses: by the element that was used last, once for
 * all elements of a page. A separate file because it is loaded on demand.
 */
export class EmailVerifyChallengeEvent extends Event {
  /** @internal */
  response: Promise<string> | null = null;
  constructor(
    /** The challenge, such as `{type: 'turnstile', siteKey: '…'}`. */
    readonly challenge: ChallengePrompt,
    /** Aborted after two minutes, when an answer comes too late. */
    readonly signal: AbortSignal,
  ) {
    super('email-verify-challenge', { bubbles: true, composed: true, cancelable: true });
  }
  /** Answers the challenge. Must be called synchronously by the listener; after a rejection addresses stay unchecked. */
  respondWith(answer: Promise<string> | string): void {
    this.response = Promise.resolve(answer);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'email-verify-challenge': EmailVerifyChallengeEvent;
  }
}
