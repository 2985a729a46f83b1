import { isReachable } from '../dom/reachable.js';

/**
 * Members of a form, taken from their prototypes: a control named `elements`, `append` or `requestSubmit` hides the
 * form's own.
 */

/** The controls of a form, including those outside of it that refer to it by `form=`. */
export const controlsOf = (form: HTMLFormElement): HTMLElement[] => [
  ...(Reflect.get(HTMLFormElement.prototype, 'elements', form) as Iterable<HTMLElement>),
];

/**
 * Shows a message at an input like native validation, until the person's next key or click: a browser hides the message
 * of a valid input, and an invalid one would stop the next submission.
 */
const complain = (input: HTMLInputElement, message: string): void => {
  const shown = new AbortController();
  input.setCustomValidity(message);
  input.reportValidity();
  for (const type of ['click', 'keydown'])
    window.addEventListener(
      type,
      () => {
        shown.abort();
        input.setCustomValidity('');
      },
      { capture: true, signal: shown.signal },
    );
};

const formsIn = (root: ParentNode): HTMLFormElement[] => [...root.querySelectorAll('form')];

/** A press of a button, or of Enter, whose form can be sent later as if it were sent at once. */
export interface Press {
  readonly submitter: HTMLElement | null;
  /** The address in the e-mail field. */
  readonly value: string;
  /** The time of the press, on the clock of `performance.now()`. */
  readonly since: number;
  /**
   * Finds the current e-mail field: a server or a framework may have replaced the form by a new one, with the same id,
   * name or position, or the field in the same form.
   */
  find(): HTMLInputElement | undefined;
  /** Submits the form as the person did, with the same submitter and the same data. */
  replay(): void;
  /**
   * Submits the current form. If it has another address, or may not be sent, the person is asked to press again, unless
   * nobody could see the message or correct the address.
   */
  send(message: string, mayBeSent?: boolean): void;
}

/** Records a press, new or held since an earlier time, and the e-mail field that it waits for. */
export const pressOf = (
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  input: HTMLInputElement,
  since = performance.now(),
): Press => {
  const { value } = input;
  const root = input.getRootNode() as Document | ShadowRoot;
  const forms = formsIn(root);
  const enabled = controlsOf(form).filter((control) => !control.matches(':disabled'));

  const find = (): HTMLInputElement | undefined => {
    if (form.isConnected && input.form === form) return input;
    const isSuccessor = (one: HTMLFormElement, at: number): boolean =>
      !forms.includes(one) &&
      (at === forms.indexOf(form) ||
        ['id', 'name'].some((name) => one.getAttribute(name) && one.getAttribute(name) === form.getAttribute(name)));
    const now = form.isConnected ? [form] : formsIn(root).filter(isSuccessor);
    const controls = now.flatMap(controlsOf) as HTMLInputElement[];
    return controls.find(({ name, type }) => name === input.name && type === input.type);
  };

  const replay = (): void => {
    // Pages disable the pressed button, or the whole form, against double clicks, and design systems press a temporary
    // button. Without this, the form would lose the values.
    const disabled: Element[] = [];
    for (const control of [...enabled, submitter]) {
      let node: Element | null | undefined;
      while (control?.matches(':disabled') && (node = control.closest('[disabled]'))) {
        node.removeAttribute('disabled');
        disabled.push(node);
      }
    }
    const wasDetached = submitter?.isConnected === false;
    if (wasDetached) Node.prototype.appendChild.call(form, submitter);
    const request = (by: HTMLElement | null): void => {
      HTMLFormElement.prototype.requestSubmit.call(form, by);
    };
    try {
      request(submitter);
    } catch (error) {
      // A form-associated custom element is not a submit button (TypeError): its click submits. A button that has moved
      // to another form (NotFoundError) is left out.
      if (error instanceof TypeError) submitter?.click();
      else request(null);
    } finally {
      for (const node of disabled) node.toggleAttribute('disabled', true);
      if (wasDetached) submitter.remove();
    }
  };

  const send = (message: string, mayBeSent = true): void => {
    const field = find();
    if (!field?.form) return;
    const hasAddress = field.value === value || field.value === input.value;
    if (!(mayBeSent && hasAddress) && isReachable(field)) complain(field, message);
    else if (field === input) replay();
    else pressOf(field.form, submitter, field).replay();
  };

  return { submitter, value, since, find, replay, send };
};
