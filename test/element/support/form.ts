import { isOverridable } from '../../../src/element/field/assessment.js';
import { Submission, type SubmitReply, type SubmissionField } from '../../../src/element/form/submission.js';
import type { FieldOptions } from '../../../src/element/options.js';
import type { Field } from '../../../src/element/field/field.js';
import { HOLD_MS, start } from './field.js';

/** A real field without a DOM. */
export class TestField implements SubmissionField<number> {
  /** The text in the field. */
  text = '';
  disabled = false;
  readonly inner: Field;
  readonly asked: ReturnType<typeof start>['asked'];
  readonly options: FieldOptions;
  readonly #form: TestForm;

  constructor(form: TestForm) {
    this.#form = form;
    const { field, asked, options } = start(
      {},
      {
        write: (value) => {
          this.text = value;
          field.edit(value);
        },
        release: (send) => {
          form.submission.release(this, send, field.state.value);
        },
        cancel: () => {
          form.submission.cancel(this);
        },
      },
    );
    this.inner = field;
    this.asked = asked;
    this.options = options;
  }

  get value(): string {
    return this.disabled ? '' : this.text;
  }

  submit(_press: number, waitedMs: number): SubmitReply {
    return !this.value ? 'pass' : this.inner.submit(this.value, waitedMs);
  }

  endHold(): void {
    this.inner.endHold();
  }

  focus(): void {
    this.#form.ended();
  }

  /**
   * True if the field lets its form be sent: empty, checked without a block or with the block overridden, or checking
   * for the whole hold.
   */
  get sound(): boolean {
    if (!this.value) return true;
    const { assessment, override, phase } = this.inner.state;
    // Nobody waits longer than `hold` for a check.
    if (phase === 'checking') return Date.now() - this.#form.waitingSince >= HOLD_MS;
    if (assessment?.verdict.email !== this.value) return false;
    return assessment.decision !== 'block' || (override === 'taken' && isOverridable(assessment));
  }
}

/** A form with some fields; each press is a number. */
export class TestForm {
  readonly fields: TestField[];
  readonly sent: number[] = [];
  presses = 0;
  /** When the first press was made of those that wait. */
  waitingSince = 0;
  /** The press that waits. */
  pending: number | null = null;
  /** Called with each submission that is sent. */
  onSent = (): void => undefined;
  readonly submission = new Submission<number>((press) => {
    this.#fire(press);
  });

  constructor(count: number) {
    this.fields = Array.from({ length: count }, () => new TestField(this));
  }

  press(): void {
    if (this.pending === null) this.waitingSince = Date.now();
    this.pending = ++this.presses;
    this.#fire(this.presses);
  }

  /** The number of checks that its fields have requested. */
  get asked(): number {
    return this.fields.reduce((sum, { asked }) => sum + asked.length, 0);
  }

  ended(): void {
    this.pending = null;
  }

  #fire(press: number): void {
    if (!this.submission.submit(this.fields, press)) return;
    this.sent.push(press);
    this.ended();
    this.onSent();
  }
}
