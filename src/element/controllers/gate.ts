import type { ReactiveController } from 'lit';

export interface GateHost extends Node {
  readonly input: HTMLInputElement | null;
  /** Asked when the form is about to be sent. */
  onSubmit(submitter: HTMLElement | null): 'pass' | 'block' | 'hold';
}

/** What is none of our business. Whether it is an address is ours to say, and so is what we said before. */
const isExempt = (input: HTMLInputElement, submitter: HTMLElement | null): boolean => {
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

/**
 * Holds a submission until the verdict is there, then sends it once, with the same button. It listens for `submit` on the
 * root, before every listener of the page; validity would not do, since an invalid control fires no `submit` at all and
 * the pressed button would be lost.
 */
export class Gate implements ReactiveController {
  readonly #host: GateHost;
  #listening: AbortController | null = null;
  #held: { form: HTMLFormElement; submitter: HTMLElement | null } | null = null;
  #replaying = false;

  constructor(host: GateHost) {
    this.#host = host;
  }

  hostConnected(): void {
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
    this.#listening?.abort();
    this.cancel();
  }

  /** Whether a submission waits. */
  get holding(): boolean {
    return this.#held !== null;
  }

  /** Forgets the submission that waits. */
  cancel(): void {
    this.#held = null;
  }

  /** Sends the submission that waits, or takes the person back to the input. */
  release(send: boolean): void {
    const held = this.#held;
    if (!held) return;
    const { input } = this.#host;
    const value = input?.value;
    if (!send) {
      this.cancel();
      input?.focus();
      return;
    }
    // An answer out of memory comes before the form is done with its `submit` event, and it ignores another one until then.
    setTimeout(() => {
      if (this.#held !== held || input?.value !== value) return;
      this.cancel();
      // The flag covers the synchronous call only: validation may stop the replay.
      this.#replaying = true;
      try {
        replay(held.form, held.submitter);
      } finally {
        this.#replaying = false;
      }
    });
  }

  #onSubmit(event: SubmitEvent): void {
    const { input } = this.#host;
    const { submitter, target } = event;
    if (this.#replaying || event.defaultPrevented || !input?.form || input.form !== target) return;
    const answer = isExempt(input, submitter) ? 'pass' : this.#host.onSubmit(submitter);
    // The newest submission is the one that counts.
    this.#held = answer === 'hold' ? { form: input.form, submitter } : null;
    if (answer === 'pass') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (answer === 'block') input.focus();
  }
}

/** Submits a form as the person did. */
const replay = (form: HTMLFormElement, submitter: HTMLElement | null): void => {
  try {
    form.requestSubmit(submitter);
  } catch (error) {
    // A form-associated custom element is no submit button (TypeError); its click submits. A button that has left the
    // form meanwhile (NotFoundError) can only be left out.
    if (error instanceof TypeError) submitter?.click();
    else form.requestSubmit();
  }
};
