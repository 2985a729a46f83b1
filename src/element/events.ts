import type { Decision, Verdict } from '../protocol/index.js';
import type { FailureCode } from './machine.js';

/** Every event of the element bubbles and is composed: React attaches no listeners to custom elements while hydrating. */
const init = (cancelable = false): EventInit => ({ bubbles: true, composed: true, cancelable });

/** Before an address is checked. `preventDefault()` leaves it unchecked; `respondWith()` lets the page check it itself. */
export class EmailVerifyCheckEvent extends Event {
  static readonly type = 'email-verify-check';
  /** @internal */
  response: Promise<Verdict> | null = null;
  constructor(
    readonly email: string,
    /** Aborted when the answer is no longer wanted. */
    readonly signal: AbortSignal,
  ) {
    super(EmailVerifyCheckEvent.type, init(true));
  }
  /** Answers in place of the edge. Must be called while the event is dispatched; a rejection counts as `unknown`. */
  respondWith(verdict: Promise<Verdict> | Verdict): void {
    this.response = Promise.resolve(verdict);
  }
}

/** A verdict stands for the present value. */
export class EmailVerifyVerdictEvent extends Event {
  static readonly type = 'email-verify-verdict';
  constructor(
    readonly verdict: Verdict,
    /** What the policy makes of it. */
    readonly decision: Decision,
    /** The signed receipt for the site's backend, or null. */
    readonly receipt: string | null,
  ) {
    super(EmailVerifyVerdictEvent.type, init());
  }
}

/** A suggestion is shown. `preventDefault()` keeps it from being shown. */
export class EmailVerifySuggestionEvent extends Event {
  static readonly type = 'email-verify-suggestion';
  constructor(
    readonly email: string,
    readonly suggestion: string,
  ) {
    super(EmailVerifySuggestionEvent.type, init(true));
  }
}

/** An obvious slip is about to be changed. `preventDefault()` makes a suggestion of it. */
export class EmailVerifyFixEvent extends Event {
  static readonly type = 'email-verify-fix';
  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super(EmailVerifyFixEvent.type, init(true));
  }
}

/** A submission is about to be held until the verdict is there. `preventDefault()` lets it go at once. */
export class EmailVerifyHoldEvent extends Event {
  static readonly type = 'email-verify-hold';
  constructor(readonly submitter: HTMLElement | null) {
    super(EmailVerifyHoldEvent.type, init(true));
  }
}

/** The address could not be checked. Nothing is shown to the person, and by default nothing is blocked. */
export class EmailVerifyErrorEvent extends Event {
  static readonly type = 'email-verify-error';
  constructor(
    readonly code: FailureCode,
    /** For the page's author: what went wrong. */
    readonly detail: string,
  ) {
    super(EmailVerifyErrorEvent.type, init());
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
