import type { Decision, Verdict } from '../protocol/index.js';
import type { FailureCode } from './field/state.js';

/** Every event of the element bubbles and is composed: React attaches no listeners to custom elements while hydrating. */
class ElementEvent extends Event {
  constructor(type: keyof HTMLElementEventMap, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
  }
}

/** Before an address is checked. `preventDefault()` leaves it unchecked; `respondWith()` lets the page check it itself. */
export class EmailVerifyCheckEvent extends ElementEvent {
  /** @internal */
  response: Promise<Verdict> | null = null;
  constructor(
    readonly email: string,
    /** Aborted when the answer is no longer wanted. */
    readonly signal: AbortSignal,
  ) {
    super('email-verify-check', true);
  }
  /** Answers in place of the edge. Must be called while the event is dispatched; a rejection counts as `unknown`. */
  respondWith(verdict: Promise<Verdict> | Verdict): void {
    this.response = Promise.resolve(verdict);
  }
}

/** A verdict stands for the present value. */
export class EmailVerifyVerdictEvent extends ElementEvent {
  constructor(
    readonly verdict: Verdict,
    /** What the policy makes of it. */
    readonly decision: Decision,
    /** The signed receipt for the site's backend, or null. */
    readonly receipt: string | null,
  ) {
    super('email-verify-verdict');
  }
}

/** A suggestion is shown. `preventDefault()` keeps it from being shown. */
export class EmailVerifySuggestionEvent extends ElementEvent {
  constructor(
    readonly email: string,
    readonly suggestion: string,
  ) {
    super('email-verify-suggestion', true);
  }
}

/** An obvious slip is about to be changed. `preventDefault()` makes a suggestion of it. */
export class EmailVerifyFixEvent extends ElementEvent {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super('email-verify-fix', true);
  }
}

/** A submission is about to be held until the verdict is there. `preventDefault()` lets it go at once. */
export class EmailVerifyHoldEvent extends ElementEvent {
  constructor(readonly submitter: HTMLElement | null) {
    super('email-verify-hold', true);
  }
}

/** The address could not be checked. Nothing is shown to the person, and by default nothing is blocked. */
export class EmailVerifyErrorEvent extends ElementEvent {
  constructor(
    readonly code: FailureCode,
    /** For the page's author: what went wrong. */
    readonly detail: string,
  ) {
    super('email-verify-error');
  }
}

declare global {
  interface HTMLElementEventMap {
    'email-verify-check': EmailVerifyCheckEvent;
    'email-verify-verdict': EmailVerifyVerdictEvent;
    'email-verify-suggestion': EmailVerifySuggestionEvent;
    'email-verify-fix': EmailVerifyFixEvent;
    'email-verify-hold': EmailVerifyHoldEvent;
    'email-verify-error': EmailVerifyErrorEvent;
  }
}
