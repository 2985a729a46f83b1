/** A field's answer to a submission of its form. */
export type Reply = 'pass' | 'block' | 'hold';

/** A field of a form, as a submission meets it. */
export interface SubmissionField<Button> {
  /** The value to check before the form is sent; `""` when there is nothing to check. */
  readonly value: string;
  /**
   * A submission with this button is about to be sent. After `hold` the field calls `release` or `cancel`.
   * @param waitedMs how long the submission has been held already.
   */
  ask(button: Button, waitedMs: number): Reply;
  /** No submission waits for the field any more. */
  letGo(): void;
  focus(): void;
}

/** A submission while the fields are asked. */
interface Held<Button> {
  readonly button: Button;
  /** The fields' answers, in the order of the page. */
  readonly replies: Map<SubmissionField<Button>, Reply>;
  /** The values that the fields have let pass. */
  readonly passed: Map<SubmissionField<Button>, string>;
}

const firstOf = <F>(replies: Map<F, Reply>, wanted: Reply): F | undefined =>
  [...replies].find(([, reply]) => reply === wanted)?.[0];

/**
 * The submissions of one form: each is sent once, when every field lets it pass, or not at all. A newer one replaces the older.
 * Knows no DOM.
 */
export class Submission<Button> {
  readonly #send: (button: Button) => void;
  #held: Held<Button> | null = null;
  #sending: Held<Button>['passed'] | null = null;

  /** @param send submits the form as the person did, which leads to `submit` once more. */
  constructor(send: (button: Button) => void) {
    this.#send = send;
  }

  /**
   * The form is about to be sent.
   * @param fields in the order of the page.
   * @param waitedMs how long the submission has been held already.
   * @param mayHold false when the page's own validation will stop the form: it is not held first.
   * @returns whether it may go on now.
   */
  submit(fields: readonly SubmissionField<Button>[], button: Button, waitedMs = 0, mayHold = true): boolean {
    const held: Held<Button> = { button, replies: new Map(), passed: new Map() };
    const { replies, passed } = held;
    const sending = this.#sending;
    this.#held = held;
    for (const field of fields) {
      // A value that was let pass is not asked about again, unless the page has changed it without an event.
      const reply = sending?.get(field) === field.value ? 'pass' : field.ask(button, waitedMs);
      replies.set(field, reply);
      if (reply === 'pass') passed.set(field, field.value);
    }
    const blocked = firstOf(replies, 'block');
    // A listener of the page may have taken it back, or sent another one meanwhile.
    const stands = this.#held === held;
    const waits = stands && mayHold && !blocked && firstOf(replies, 'hold') !== undefined;
    if (stands && !waits) this.#held = null;
    // An older submission is not waited for any more.
    if (stands || !this.#held) for (const [field, reply] of replies) if (!waits || reply !== 'hold') field.letGo();
    if (stands) blocked?.focus();
    return stands && !blocked && !waits;
  }

  /** A field that was waited for lets this value pass, or not. */
  release(field: SubmissionField<Button>, send: boolean, value: string): void {
    const held = this.#held;
    if (held?.replies.get(field) !== 'hold') return;
    const { button, replies, passed } = held;
    replies.set(field, send ? 'pass' : 'block');
    if (send) passed.set(field, value);
    if (firstOf(replies, 'hold')) return;
    const blocked = firstOf(replies, 'block');
    if (blocked) {
      this.#held = null;
      blocked.focus();
      return;
    }
    // A remembered answer comes while the form still fires `submit`, and a form ignores `requestSubmit` until that is over.
    setTimeout(() => {
      if (this.#held !== held) return;
      this.#held = null;
      // For the synchronous call only: validation may stop the replay.
      this.#sending = passed;
      try {
        this.#send(button);
      } finally {
        this.#sending = null;
      }
    }, 0);
  }

  /** A field takes the submission back. While the fields are asked, only those that have answered can. */
  cancel(field: SubmissionField<Button>): void {
    const held = this.#held;
    if (!held?.replies.has(field)) return;
    this.#held = null;
    for (const each of held.replies.keys()) each.letGo();
  }
}
