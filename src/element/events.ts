import type { Decision, Verdict } from '../protocol/index.js';
import type { FailureCode } from './edge-client/check-result.js';

/**
 * The base of all events: they bubble and are composed, since React attaches no listeners to custom elements while it
 * hydrates.
 */
class ElementEvent extends Event {
  constructor(type: keyof HTMLElementEventMap, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
  }
}

/**
 * Dispatched before an address is checked. `preventDefault()` leaves it unchecked; `respondWith()` answers in place of
 * the edge.
 */
export class EmailVerifyCheckEvent extends ElementEvent {
  /** @internal */
  response: Promise<Verdict> | null = null;
  constructor(
    readonly email: string,
    /** Aborted when the answer is no longer needed. */
    readonly signal: AbortSignal,
  ) {
    super('email-verify-check', true);
  }
  /** Answers in place of the edge. Must be called synchronously by the listener; a rejection counts as `unknown`. */
  respondWith(verdict: Promise<Verdict> | Verdict): void {
    this.response = Promise.resolve(verdict);
  }
}

/** Dispatched when the current value has a verdict. */
export class EmailVerifyVerdictEvent extends ElementEvent {
  constructor(
    readonly verdict: Verdict,
    /** The policy's decision. */
    readonly decision: Decision,
    /** The signed receipt for the site's backend, or null. */
    readonly receipt: string | null,
  ) {
    super('email-verify-verdict');
  }
}

/** Dispatched before a suggestion is shown. `preventDefault()` declines it. */
export class EmailVerifySuggestionEvent extends ElementEvent {
  constructor(
    readonly email: string,
    readonly suggestion: string,
  ) {
    super('email-verify-suggestion', true);
  }
}

/** Dispatched before an obvious typo is fixed. `preventDefault()` turns the fix into a suggestion. */
export class EmailVerifyFixEvent extends ElementEvent {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super('email-verify-fix', true);
  }
}

/** Dispatched before a submission is held until there is a verdict. `preventDefault()` lets it pass at once. */
export class EmailVerifyHoldEvent extends ElementEvent {
  constructor(readonly submitter: HTMLElement | null) {
    super('email-verify-hold', true);
  }
}

/** Dispatched when the address could not be checked. Nothing is shown to the person, and by default nothing is blocked. */
export class EmailVerifyErrorEvent extends ElementEvent {
  constructor(
    readonly code: FailureCode,
    /** The cause, for the page's author. */
    readonly detail: string,
  ) {
    super('email-verify-error');
  }
}

declare global {
  /** Of elements, documents and windows: the events bubble. */
  interface GlobalEventHandlersEventMap {
    'email-verify-check': EmailVerifyCheckEvent;
    'email-verify-verdict': EmailVerifyVerdictEvent;
    'email-verify-suggestion': EmailVerifySuggestionEvent;
    'email-verify-fix': EmailVerifyFixEvent;
    'email-verify-hold': EmailVerifyHoldEvent;
    'email-verify-error': EmailVerifyErrorEvent;
  }
}
