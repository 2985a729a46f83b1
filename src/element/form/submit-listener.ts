import type { ReactiveController } from 'lit';
import { Hold, type Field, type Reply } from './submission.js';

type Button = HTMLElement | null;

export interface GateHost extends Node {
  readonly input: HTMLInputElement | null;
  /** Asked when the form is about to be sent. */
  onSubmit(submitter: Button): Reply;
  /** Nobody waits for the answer any more. */
  onLetGo(): void;
}

/** What is none of our business. Whether it is an address is ours to say, and so is what we said before. */
const isExempt = (input: HTMLInputElement, submitter: Button): boolean => {
  const { patternMismatch, tooLong, tooShort } = input.validity;
  return (
    patternMismatch ||
    tooLong ||
    tooShort ||
    !input.value ||
    input.matches(':disabled') ||
    Boolean((submitter as HTMLButtonElement | null)?.formNoValidate)
  );
};

/** The gates that are in the page. */
const gates = new Set<Gate>();
const holds = new WeakMap<HTMLFormElement, Hold<Button>>();

const holdOf = (form: HTMLFormElement): Hold<Button> => {
  let hold = holds.get(form);
  if (!hold) {
    hold = new Hold((submitter) => {
      replay(form, submitter);
    });
    holds.set(form, hold);
  }
  return hold;
};

/** The gates of a form's inputs, in the order of the page. */
const gatesOf = (form: EventTarget | null): Gate[] =>
  [...gates]
    .filter(({ input }) => form && input?.form === form)
    .sort(({ input: a }, { input: b }) =>
      a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );

/**
 * Holds a submission until the verdict is there, then sends it once, with the same button. It listens for `submit` on the
 * root, before every listener of the page; validity would not do, since an invalid control fires no `submit` at all and
 * the pressed button would be lost. Of a form with several inputs, the first one's gate asks all of them.
 */
export class Gate implements ReactiveController, Field<Button> {
  readonly #host: GateHost;
  #listening: AbortController | null = null;
  /** That of the form that was submitted last. */
  #hold: Hold<Button> | null = null;

  constructor(host: GateHost) {
    this.#host = host;
  }

  hostConnected(): void {
    gates.add(this);
    const { signal } = (this.#listening = new AbortController());
    this.#host.getRootNode().addEventListener(
      'submit',
      (event) => {
        this.#onSubmit(event as SubmitEvent);
      },
      { capture: true, signal },
    );
    // Nobody waits any more for what is sent from a page that was left: it may come back from the browser's memory.
    window.addEventListener(
      'pagehide',
      () => {
        this.cancel();
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    gates.delete(this);
    this.#listening?.abort();
    this.cancel();
  }

  get input(): HTMLInputElement | null {
    return this.#host.input;
  }

  get value(): string {
    const { input } = this;
    return input && !isExempt(input, null) ? input.value : '';
  }

  ask(submitter: Button): Reply {
    return this.input && !isExempt(this.input, submitter) ? this.#host.onSubmit(submitter) : 'pass';
  }

  letGo(): void {
    this.#host.onLetGo();
  }

  focus(): void {
    this.input?.focus();
  }

  /** Forgets the submission that waits. */
  cancel(): void {
    this.#hold?.cancel(this);
  }

  /** Lets the submission that waits go on with this value, or takes the person back to the input. */
  release(send: boolean, value = this.value): void {
    this.#hold?.release(this, send, value);
  }

  #onSubmit(event: SubmitEvent): void {
    const { submitter, target } = event;
    const fields = gatesOf(target);
    if (event.defaultPrevented || fields[0] !== this) return;
    const hold = holdOf(target as HTMLFormElement);
    for (const field of fields) field.#hold = hold;
    if (hold.submit(fields, submitter)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** Submits a form as the person did. */
const replay = (form: HTMLFormElement, submitter: Button): void => {
  // A page disables the pressed button to keep it from being pressed again, and design systems press one that is in the
  // page for that moment only. Either would take the button's value from the form.
  const button = submitter as HTMLButtonElement | null;
  const off = button?.disabled;
  const gone = button?.isConnected === false;
  if (off) button.disabled = false;
  if (gone) form.append(button);
  try {
    form.requestSubmit(submitter);
  } catch (error) {
    // A form-associated custom element is no submit button (TypeError); its click submits. A button that is in
    // another form by now (NotFoundError) can only be left out.
    if (error instanceof TypeError) submitter?.click();
    else form.requestSubmit();
  } finally {
    if (off) button.disabled = true;
    if (gone) button.remove();
  }
};
