import { isOverridable } from '../../../src/element/field/judgement.js';
import { Hold, type Field, type Reply } from '../../../src/element/form/submission.js';
import type { SessionOptions } from '../../../src/element/ports.js';
import type { Session } from '../../../src/element/field/field.js';
import { start } from './field.js';

/** A field with its real session, less the DOM. */
export class TestField implements Field<number> {
  /** What stands in it. */
  text = '';
  disabled = false;
  readonly session: Session;
  readonly asked: ReturnType<typeof start>['asked'];
  readonly options: SessionOptions;
  readonly #form: TestForm;

  constructor(form: TestForm) {
    this.#form = form;
    const { session, asked, options } = start(
      {},
      {
        write: (value) => {
          this.text = value;
          session.edit(value);
        },
        release: (send) => {
          form.hold.release(this, send, session.state.value);
        },
        cancel: () => {
          form.hold.cancel(this);
        },
      },
    );
    this.session = session;
    this.asked = asked;
    this.options = options;
  }

  get value(): string {
    return this.disabled ? '' : this.text;
  }

  ask(): Reply {
    return !this.value ? 'pass' : this.session.submit(this.value);
  }

  letGo(): void {
    this.session.letGo();
  }

  focus(): void {
    this.#form.ended();
  }

  /** Whether what would be sent of it has been found out, and may be sent. */
  get sound(): boolean {
    if (!this.value) return true;
    const { finding, override } = this.session.state;
    if (finding?.verdict.email !== this.value) return false;
    return finding.decision !== 'block' || (override === 'taken' && isOverridable(finding));
  }
}

/** A form with some fields; each press is a number. */
export class TestForm {
  readonly fields: TestField[];
  readonly sent: number[] = [];
  presses = 0;
  /** The press that waits. */
  pending: number | null = null;
  /** Called with each submission that is sent. */
  onSent = (): void => undefined;
  readonly hold = new Hold<number>((press) => {
    this.#fire(press);
  });

  constructor(count: number) {
    this.fields = Array.from({ length: count }, () => new TestField(this));
  }

  press(): void {
    this.pending = ++this.presses;
    this.#fire(this.presses);
  }

  ended(): void {
    this.pending = null;
  }

  #fire(press: number): void {
    if (!this.hold.submit(this.fields, press)) return;
    this.sent.push(press);
    this.ended();
    this.onSent();
  }
}
