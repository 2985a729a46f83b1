/** A field's reply to a submission of its form. */
export type SubmitReply = 'pass' | 'block' | 'hold';

/** A field that takes part in the submissions of its form. */
export interface SubmissionField<Button> {
  /** The value to check before the form is sent; `""` if there is nothing to check. */
  readonly value: string;
  /**
   * Handles a submission with this button. After `hold` the field calls `release` or `cancel`.
   * @param waitedMs the time for which the submission has been held already.
   */
  submit(button: Button, waitedMs: number): SubmitReply;
  /** Called when no submission is held for the field any more. */
  endHold(): void;
  focus(): void;
}

/** A submission whose fields have not all replied. */
interface Held<Button> {
  readonly button: Button;
  /** The start of the hold, on the clock of `performance.now()`. */
  readonly since: number;
  /** The fields' replies, in document order. */
  readonly replies: Map<SubmissionField<Button>, SubmitReply>;
  /** The values that the fields have passed. */
  readonly passed: Map<SubmissionField<Button>, string>;
}

const firstOf = <F>(replies: Map<F, SubmitReply>, wanted: SubmitReply): F | undefined =>
  [...replies].find(([, reply]) => reply === wanted)?.[0];

/**
 * The submissions of one form: each is sent once, when every field passes it, or not at all. A newer one replaces the
 * older and continues its wait, so that nobody waits longer than `hold`. Uses no DOM.
 */
export class Submission<Button> {
  readonly #send: (button: Button) => void;
  #held: Held<Button> | null = null;
  /** The submission that is being replayed. */
  #sending: Held<Button> | null = null;

  /** @param send submits the form as the person did, which calls `submit` once more. */
  constructor(send: (button: Button) => void) {
    this.#send = send;
  }

  /**
   * Handles a submission of the form.
   * @param fields in document order.
   * @param waitedMs the time for which the submission has been held already.
   * @param mayHold false if the page's own validation will stop the form: then it is not held first.
   * @returns true if it may be sent now.
   */
  submit(fields: readonly SubmissionField<Button>[], button: Button, waitedMs = 0, mayHold = true): boolean {
    const sending = this.#sending;
    const now = performance.now();
    const held: Held<Button> = {
      button,
      since: (sending ?? this.#held)?.since ?? now - waitedMs,
      replies: new Map(),
      passed: new Map(),
    };
    const { since, replies, passed } = held;
    this.#held = held;
    for (const field of fields) {
      // A passed value is not checked again, unless the page has changed it without an event.
      const reply = sending?.passed.get(field) === field.value ? 'pass' : field.submit(button, now - since);
      replies.set(field, reply);
      if (reply === 'pass') passed.set(field, field.value);
    }
    const blocked = firstOf(replies, 'block');
    // A listener of the page may have cancelled it, or sent another one meanwhile.
    const isCurrent = this.#held === held;
    const waits = isCurrent && mayHold && !blocked && firstOf(replies, 'hold') !== undefined;
    if (isCurrent && !waits) this.#held = null;
    // Fields stop holding for an older submission.
    if (isCurrent || !this.#held) for (const [field, reply] of replies) if (!waits || reply !== 'hold') field.endHold();
    if (isCurrent) blocked?.focus();
    return isCurrent && !blocked && !waits;
  }

  /** Handles a field that replied `hold`, and now passes this value or blocks it. */
  release(field: SubmissionField<Button>, send: boolean, value: string): void {
    const held = this.#held;
    if (held?.replies.get(field) !== 'hold') return;
    const { button, replies, passed } = held;
    replies.set(field, send ? 'pass' : 'block');
    if (send) passed.set(field, value);
    if (firstOf(replies, 'hold')) return;
    const blocked = firstOf(replies, 'block');
    if (blocked) {
      this.#end(held);
      blocked.focus();
      return;
    }
    // A cached result arrives while the form still dispatches `submit`; a form ignores `requestSubmit` until then.
    setTimeout(() => {
      if (this.#held !== held) return;
      this.#end(held);
      // Set during the synchronous call only, since native validation may stop the replay.
      this.#sending = held;
      try {
        this.#send(button);
      } finally {
        this.#sending = null;
      }
    }, 0);
  }

  /** True if a submission is held, and the field has replied to it. */
  isHeld(field: SubmissionField<Button>): boolean {
    return this.#held?.replies.has(field) ?? false;
  }

  /** Cancels the held submission for a field. While the fields are asked, only those that have replied can cancel. */
  cancel(field: SubmissionField<Button>): void {
    if (this.#held && this.isHeld(field)) this.#end(this.#held);
  }

  #end({ replies }: Held<Button>): void {
    this.#held = null;
    for (const each of replies.keys()) each.endHold();
  }
}
