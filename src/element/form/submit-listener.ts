import { noteDecision } from '../blocked-values.js';
import { warnOnce } from '../warn-once.js';
import { controlsOf, pressOf, type Press } from './native-form.js';
import { Submission, type SubmitReply, type SubmissionField } from './submission.js';

type Submitter = HTMLElement | null;

export interface SubmitHost extends Node {
  readonly input: HTMLInputElement | null;
  /** True if the loader created the host: the loader creates another one for another input. */
  readonly isDetached: boolean;
  /** Handles a submission of the form. */
  onSubmit(submitter: Submitter, waitedMs: number): SubmitReply;
  /** Called when no submission is held any more. */
  endHold(): void;
  /** Adds the hidden fields to the form, whose data is about to be read. */
  onSend(): void;
  /** Adds the hidden fields' values to the form's data, if the page has removed the fields. */
  onFormData(data: FormData): void;
  /** True if the current value has no verdict, although it could be checked. */
  readonly isUnverified: boolean;
}

/**
 * True if the value is left to native validation: it is empty, or breaks the author's `pattern`, `minlength` or
 * `maxlength`.
 */
const isLeftToBrowser = ({ validity, value }: HTMLInputElement): boolean =>
  validity.patternMismatch || validity.tooLong || validity.tooShort || !value;

const controllers = new Set<SubmitController>();
const submissions = new WeakMap<HTMLFormElement, Submission<Press>>();
const handled = new WeakSet<Event>();
/** The time of the last submission of a form: reading its data is part of it. */
const sent = new WeakMap<HTMLFormElement, number>();
/** True if the form was submitted, or its data was read, since the page was opened. */
export const wasSent = (form: HTMLFormElement): boolean => sent.has(form);

/** Time for which the submission that is being replayed was held before, in ms. */
let heldBeforeMs = 0;
/** The time when the page was left last. */
let leftAt = 0;
/** Time within which a framework may fill in a field after inserting it, in ms. */
const FILL_MS = 50;

const submissionOf = (form: HTMLFormElement): Submission<Press> => {
  const submission =
    submissions.get(form) ??
    new Submission<Press>((press) => {
      press.replay();
    });
  submissions.set(form, submission);
  return submission;
};

/** The controllers of a form's inputs, in document order. */
const controllersOf = (form: EventTarget | null): SubmitController[] =>
  [...controllers]
    .filter(({ input }) => form && input?.form === form)
    .sort(({ input: a }, { input: b }) =>
      a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );

/** Time within which a design system's button submits after its click, in ms. */
const CLICK_MS = 50;
let lastClick: { target: EventTarget | null; at: number } = { target: null, at: 0 };

/**
 * The form-associated custom element that was clicked. It submits by script, and sets itself as the submitter late or
 * never; its click submits once more.
 */
const clickedIn = (form: HTMLFormElement): HTMLElement | null =>
  performance.now() - lastClick.at < CLICK_MS
    ? (controlsOf(form).find((control) => control === lastClick.target && control.localName.includes('-')) ?? null)
    : null;

const isRendered = (element: Element): boolean => element.getClientRects().length > 0;

/** The marks that validation libraries put on a required control. */
const REQUIRED =
  '[aria-required=true], [data-val-required], [data-rule-required], [data-parsley-required=true], .required';

/** True if another rendered control is invalid, or required and empty: the page's own validation will then stop the form. */
const willBeStopped = (form: HTMLFormElement, inputs: readonly (HTMLInputElement | null)[]): boolean =>
  (controlsOf(form) as HTMLInputElement[]).some(
    (control) =>
      !inputs.includes(control) &&
      control.willValidate &&
      (!control.validity.valid || (!control.value && control.matches(REQUIRED))) &&
      isRendered(control),
  );

/**
 * Handles a `submit` event: lets it pass, or stops it and sends the form once after every field has replied. Listens in
 * the capture phase, before the page's own listeners. Custom validity cannot hold a form: an invalid control fires no
 * `submit`, and the submitter would be lost.
 */
export const onSubmit = (event: Event): void => {
  if (handled.has(event) || event.defaultPrevented) return;
  handled.add(event);
  const form = event.target as HTMLFormElement;
  const submitter = (event as SubmitEvent).submitter ?? clickedIn(form);
  const fields = controllersOf(form);
  const inputs = fields.map(({ input }) => input);
  const [first] = inputs;
  if (!first) return;
  const submission = submissionOf(form);
  for (const field of fields) field.submission = submission;
  const mayHold = !willBeStopped(form, inputs);
  if (
    submission.submit(fields, pressOf(form, submitter, first, performance.now() - heldBeforeMs), heldBeforeMs, mayHold)
  ) {
    sent.set(form, performance.now());
    for (const field of fields) field.host.onSend();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Submits a form that the loader has held, or the form that has replaced it.
 * @param isBound true if the form must have an element already.
 */
export const resubmit = (press: Press, pressAgain: string, isBound = false): void => {
  const form = press.find()?.form;
  const { value, since } = press;
  if (!form || Math.max(leftAt, sent.get(form) ?? 0) > since || (isBound && !controllersOf(form).length)) return;
  // The person has typed this address, even if the server has rendered it since.
  noteDecision(value, 'block');
  heldBeforeMs = performance.now() - since;
  try {
    press.send(pressAgain);
  } finally {
    heldBeforeMs = 0;
  }
};

/** Handles clicks: a page may read the form at a click, without a `submit` event. */
const onClick = ({ target }: Event): void => {
  lastClick = { target, at: performance.now() };
  if (!(target instanceof Element)) return;
  // The button may be outside of its form.
  const button = target.closest<HTMLButtonElement>('button, input');
  for (const { input, host } of controllers) {
    const form = input?.form;
    if (form && (button?.form === form || Node.prototype.contains.call(form, target))) host.onSend();
  }
};

/** Warns the author of `form.submit()` and `new FormData(form)`, which fire no `submit` and cannot be held. */
const onFormData = (event: Event): void => {
  const form = event.target as HTMLFormElement;
  for (const { host } of controllersOf(form)) {
    host.onFormData((event as FormDataEvent).formData);
    if (sent.has(form) || !host.isUnverified) continue;
    // The browser reads the data again when it navigates.
    sent.set(form, 0);
    const frames = (new Error().stack ?? '').split('\n').filter((line) => /:\d+:\d+/.test(line));
    warnOnce(
      `the form was read before its address was checked, ${frames[1]?.trim() ?? 'by a script'}. ` +
        'Use form.requestSubmit(), or await element.receipt().',
    );
  }
};

/** Drops held submissions: a page that comes back from the back/forward cache must not send them. */
const onPageHide = (): void => {
  leftAt = performance.now();
  for (const controller of controllers) controller.cancel();
};

const LISTENERS = { submit: onSubmit, click: onClick, formdata: onFormData, pagehide: onPageHide };

/** True if another controller listens at this root. */
const hasControllers = (root: EventTarget): boolean => [...controllers].some(({ roots }) => roots.includes(root));

/** Takes part in the submissions of the input's form. A form with several such inputs asks each of them. */
export class SubmitController implements SubmissionField<Press> {
  readonly host: SubmitHost;
  /** The event targets on which it listens: a `submit` in a shadow tree does not reach the window. */
  roots: EventTarget[] = [];
  /** The submission of the form that was submitted last. */
  submission: Submission<Press> | null = null;
  /** The newest press. */
  #press: Press | null = null;

  constructor(host: SubmitHost) {
    this.host = host;
  }

  connect(): void {
    const root = this.host.getRootNode();
    this.roots = root instanceof ShadowRoot ? [window, root] : [window];
    controllers.add(this);
    for (const target of this.roots) {
      // Adding the same function twice has no effect.
      for (const [type, listener] of Object.entries(LISTENERS)) target.addEventListener(type, listener, true);
    }
  }

  disconnect(): void {
    controllers.delete(this);
    for (const target of this.roots) {
      if (hasControllers(target)) continue;
      // Vitest removes the window's methods before jsdom disconnects the page's elements.
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
      for (const [type, listener] of Object.entries(LISTENERS)) target.removeEventListener?.(type, listener, true);
    }
    this.roots = [];
    this.cancel();
  }

  get input(): HTMLInputElement | null {
    return this.host.input;
  }

  get value(): string {
    const { input } = this;
    return input && !input.matches(':disabled') && !isLeftToBrowser(input) ? input.value : '';
  }

  submit(press: Press, waitedMs: number): SubmitReply {
    const { submitter } = press;
    this.#press = press;
    if (!this.value || (submitter as HTMLButtonElement | null)?.formNoValidate) return 'pass';
    return this.host.onSubmit(submitter, waitedMs);
  }

  endHold(): void {
    this.host.endHold();
  }

  /** True if a submission is held, for this field or another one. */
  get isHeld(): boolean {
    return this.submission?.isHeld(this) ?? false;
  }

  focus(): void {
    this.input?.focus();
  }

  /** Hands the held submission over to the replacement, after the input has left the page or the element. */
  handOver(pressAgain: string): void {
    const press = this.isHeld && this.#press;
    this.cancel();
    if (!press) return;
    setTimeout(() => {
      resubmit(press, pressAgain, !this.host.isDetached);
    }, FILL_MS);
  }

  /** Cancels the held submission. */
  cancel(): void {
    this.submission?.cancel(this);
  }

  /** Passes the held submission with this value, or moves the focus to the input. */
  release(send: boolean, value = this.value): void {
    this.submission?.release(this, send, value);
  }
}
