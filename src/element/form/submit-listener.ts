import { warnOnce } from '../warn-once.js';
import { controlsOf } from './form.js';
import { replay } from './replay.js';
import { Submission, type Reply, type SubmissionField } from './submission.js';

type Button = HTMLElement | null;

export interface SubmitHost extends Node {
  readonly input: HTMLInputElement | null;
  /** Whether the person can neither see nor change the input, or has never touched what the server filled in. */
  readonly exempt: boolean;
  /** The form is about to be sent. */
  onSubmit(submitter: Button, waitedMs: number): Reply;
  /** No submission waits any more. */
  onLetGo(): void;
  /** The form's data is about to be read: the hidden fields are put into it. */
  onSend(): void;
  /** The form's data is read: what the hidden fields hold is put into it, if the page has removed them. */
  onFormData(data: FormData): void;
  /** Whether the present value has no verdict yet. */
  readonly unverified: boolean;
}

/** Whether the value is not ours to judge: empty, or failing a native constraint of the author's. */
const isLeftToBrowser = ({ validity, value }: HTMLInputElement): boolean =>
  validity.patternMismatch || validity.tooLong || validity.tooShort || !value;

const controllers = new Set<SubmitController>();
const submissions = new WeakMap<HTMLFormElement, Submission<Button>>();
const handled = new WeakSet<Event>();
/** Forms of which a submission was let pass: reading their data is part of it. */
const sent = new WeakSet<HTMLFormElement>();
/** How long the submission that is replayed now was held before the element was loaded, in milliseconds. */
let heldBeforeMs = 0;

const submissionOf = (form: HTMLFormElement): Submission<Button> => {
  const submission =
    submissions.get(form) ??
    new Submission<Button>((submitter) => {
      replay(form, submitter);
    });
  submissions.set(form, submission);
  return submission;
};

/** The controllers of a form's inputs, in the order of the page. */
const controllersOf = (form: EventTarget | null): SubmitController[] =>
  [...controllers]
    .filter(({ input }) => form && input?.form === form)
    .sort(({ input: a }, { input: b }) =>
      a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );

/** A design system's button submits a moment after its click. */
const CLICK_MS = 50;
/** What was clicked last, and when. */
let clicked: { target: EventTarget | null; at: number } = { target: null, at: 0 };

/**
 * The form-associated custom element that was clicked: it submits by a script and names itself as the submitter only later, if ever.
 * Its click submits once more.
 */
const clickedIn = (form: HTMLFormElement): HTMLElement | null =>
  performance.now() - clicked.at < CLICK_MS
    ? (controlsOf(form).find((control) => control === clicked.target && control.localName.includes('-')) ?? null)
    : null;

const isRendered = (element: Element): boolean => element.getClientRects().length > 0;

/** How validation libraries mark a control that must not be empty; those without a mark cannot be known. */
const REQUIRED =
  '[aria-required=true], [data-val-required], [data-rule-required], [data-parsley-required=true], .required';

/** Whether another control that the person can see is empty or wrong, so that the page's own validation stops the form. */
const willBeStopped = (form: HTMLFormElement, inputs: readonly (HTMLInputElement | null)[]): boolean => {
  return (controlsOf(form) as HTMLInputElement[]).some(
    (control) =>
      !inputs.includes(control) &&
      control.willValidate &&
      (!control.validity.valid || (!control.value && control.matches(REQUIRED))) &&
      isRendered(control),
  );
};

/**
 * Handles a `submit` event: lets it pass, or stops it and sends the form once when every field has its verdict. It listens in
 * capture, before the page's own listeners; validity would not do, since an invalid control fires no `submit` at all and the
 * pressed button would be lost.
 */
export const onSubmit = (event: Event): void => {
  if (handled.has(event) || event.defaultPrevented) return;
  handled.add(event);
  const form = event.target as HTMLFormElement;
  const submitter = (event as SubmitEvent).submitter ?? clickedIn(form);
  const fields = controllersOf(form);
  if (!fields.length) return;
  const submission = submissionOf(form);
  for (const field of fields) field.submission = submission;
  const mayHold = !willBeStopped(
    form,
    fields.map(({ input }) => input),
  );
  if (submission.submit(fields, submitter, heldBeforeMs, mayHold)) {
    sent.add(form);
    for (const field of fields) field.host.onSend();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Submits a form that the loader has held for so long already. */
export const resubmit = (form: HTMLFormElement, submitter: Button, heldMs: number): void => {
  heldBeforeMs = heldMs;
  try {
    replay(form, submitter);
  } finally {
    heldBeforeMs = 0;
  }
};

/** A page may read the form at a click, with no `submit` event. */
const onClick = ({ target }: Event): void => {
  clicked = { target, at: performance.now() };
  for (const { input, host } of controllers) {
    if (input?.form && target instanceof Node && Node.prototype.contains.call(input.form, target)) host.onSend();
  }
};

/** `form.submit()` and `new FormData(form)` fire no `submit`: nothing can hold them, so the author is told. */
const onFormData = (event: Event): void => {
  const form = event.target as HTMLFormElement;
  for (const { host } of controllersOf(form)) {
    host.onFormData((event as FormDataEvent).formData);
    if (sent.has(form) || host.exempt || !host.unverified) continue;
    // The browser reads it once more when it leaves the page.
    sent.add(form);
    const frames = (new Error().stack ?? '').split('\n').filter((line) => /:\d+:\d+/.test(line));
    warnOnce(
      `the form was read before its address was checked, ${frames[1]?.trim() ?? 'by a script'}. ` +
        'Use form.requestSubmit() in place of form.submit(), or await element.receipt().',
    );
  }
};

/** A page that was left may come back from the browser's memory: nobody waits for its submission then. */
const onPageHide = (): void => {
  for (const controller of controllers) controller.cancel();
};

const LISTENERS = { submit: onSubmit, click: onClick, formdata: onFormData, pagehide: onPageHide };

/** Whether any other controller listens at this root. */
const isUsed = (root: EventTarget): boolean => [...controllers].some(({ roots }) => roots.includes(root));

/** Takes part in the submissions of the input's form. Of a form with several inputs, all of them are asked. */
export class SubmitController implements SubmissionField<Button> {
  readonly host: SubmitHost;
  /** Where it listens: a `submit` inside a shadow tree does not reach the window. */
  roots: EventTarget[] = [];
  /** That of the form that was submitted last. */
  submission: Submission<Button> | null = null;

  constructor(host: SubmitHost) {
    this.host = host;
  }

  connect(): void {
    const root = this.host.getRootNode();
    this.roots = root instanceof ShadowRoot ? [window, root] : [window];
    controllers.add(this);
    for (const target of this.roots) {
      // The same function twice at one target is one listener.
      for (const [type, listener] of Object.entries(LISTENERS)) target.addEventListener(type, listener, true);
    }
  }

  disconnect(): void {
    controllers.delete(this);
    for (const target of this.roots) {
      if (isUsed(target)) continue;
      for (const [type, listener] of Object.entries(LISTENERS)) target.removeEventListener(type, listener, true);
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

  ask(submitter: Button, waitedMs: number): Reply {
    if (!this.value || (submitter as HTMLButtonElement | null)?.formNoValidate) return 'pass';
    return this.host.onSubmit(submitter, waitedMs);
  }

  letGo(): void {
    this.host.onLetGo();
  }

  focus(): void {
    this.input?.focus();
  }

  /** Forgets the submission that waits. */
  cancel(): void {
    this.submission?.cancel(this);
  }

  /** Lets the submission that waits go on with this value, or takes the person back to the input. */
  release(send: boolean, value = this.value): void {
    this.submission?.release(this, send, value);
  }
}
