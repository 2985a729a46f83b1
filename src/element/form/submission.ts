/** What a field says to a submission of its form. */
export type Reply = 'pass' | 'block' | 'hold';

/** A field of a form, as a submission meets it. */
export interface Field<Button> {
  /** What is to be found out about it before the form is sent; `""` when that is nothing. */
  readonly value: string;
  /** A submission with this button is about to be sent. After `hold` the field will `release` it, or `cancel`. */
  ask(button: Button): Reply;
  /** Nobody waits for the field any more. */
  letGo(): void;
  focus(): void;
}

/** A submission on its way past the fields. */
interface Held<Button> {
  readonly button: Button;
  /** What the fields have said, in the order of the page. */
  readonly replies: Map<Field<Button>, Reply>;
  /** The values that they have let pass. */
  readonly passed: Map<Field<Button>, string>;
}

const firstOf = <F>(replies: Map<F, Reply>, wanted: Reply): F | undefined =>
  [...replies].find(([, reply]) => reply === wanted)?.[0];

/**
 * What becomes of one form's submissions: each is sent once, when every field lets it pass, or not at all. The newest is
 * the one that counts. Knows no DOM.
 */
export class Hold<Button> {
  readonly #send: (button: Button) => void;
  #held: Held<Button> | null = null;
  #sending: Held<Button>['passed'] | null = null;

  /** @param send submits the form as the person did; it comes to `submit` once more. */
  constructor(send: (button: Button) => void) {
    this.#send = send;
  }

  /**
   * The form is about to be sent.
   * @param fields in the order of the page.
   * @returns whether it may go on now.
   */
  submit(fields: readonly Field<Button>[], button: Button): boolean {
    const held: Held<Button> = { button, replies: new Map(), passed: new Map() };
    const { replies, passed } = held;
    const sending = this.#sending;
    this.#held = held;
    for (const field of fields) {
      // What was let pass is not asked again, unless the page has changed it unnoticed.
      const reply = sending?.get(field) === field.value ? 'pass' : field.ask(button);
      replies.set(field, reply);
      if (reply === 'pass') passed.set(field, field.value);
    }
    const blocked = firstOf(replies, 'block');
    // A listener of the page may have taken it back, or sent another one meanwhile.
    const stands = this.#held === held;
    const waits = stands && !blocked && firstOf(replies, 'hold') !== undefined;
    if (stands && !waits) this.#held = null;
    // Nobody waits any more for what an older press waited for.
    if (stands || !this.#held) for (const [field, reply] of replies) if (!waits || reply !== 'hold') field.letGo();
    if (stands) blocked?.focus();
    return stands && !blocked && !waits;
  }

  /** A field that was waited for lets this value pass, or not. */
  release(field: Field<Button>, send: boolean, value: string): void {
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
    // An answer out of memory comes before the form is done with its `submit` event, and it ignores another one until then.
    setTimeout(() => {
      if (this.#held !== held) return;
      this.#held = null;
      // For the synchronous call only: validation may stop what is sent.
      this.#sending = passed;
      try {
        this.#send(button);
      } finally {
        this.#sending = null;
      }
    }, 0);
  }

  /** A field takes the submission back; while the fields are being asked, those only that have answered can. */
  cancel(field: Field<Button>): void {
    const held = this.#held;
    if (!held?.replies.has(field)) return;
    this.#held = null;
    for (const each of held.replies.keys()) each.letGo();
  }
}
