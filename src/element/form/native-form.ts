/** Members of a form, taken from their prototypes: a control named `elements`, `append` or `requestSubmit` hides the form's own. */

/** The controls of a form, those outside of it that name it by `form=` too. */
export const controlsOf = (form: HTMLFormElement): HTMLElement[] => [
  ...(Reflect.get(HTMLFormElement.prototype, 'elements', form) as Iterable<HTMLElement>),
];

/** A press of a button, or of Enter, and what is needed to send its form later as it would have been sent at once. */
export interface Press {
  readonly form: HTMLFormElement;
  readonly submitter: HTMLElement | null;
  /** An e-mail field of the form, and the address in it. */
  readonly input: HTMLInputElement;
  readonly value: string;
  /** When it was made, on the clock of `performance.now()`. */
  readonly since: number;
  /** The fieldsets and controls that were not disabled. */
  readonly enabled: readonly HTMLElement[];
  /** The form's tree, and its forms in document order. */
  readonly root: ParentNode;
  readonly forms: readonly HTMLFormElement[];
}

/** Notes a press that is made now, or has waited since an earlier one. */
export const pressOf = (
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  input: HTMLInputElement,
  since = performance.now(),
): Press => {
  const root = input.getRootNode() as Document | ShadowRoot;
  return {
    form,
    submitter,
    input,
    value: input.value,
    since,
    enabled: controlsOf(form).filter((control) => !control.matches(':disabled')),
    root,
    forms: [...root.querySelectorAll('form')],
  };
};

/**
 * Finds the field of a press as it stands now: a server or a framework may have put a new form in the place of the old one, with the same
 * id, name or position, or a new field in the same form.
 */
export const findField = ({ form, input, root, forms }: Press): HTMLInputElement | undefined => {
  if (form.isConnected && input.form === form) return input;
  const isSuccessor = (one: HTMLFormElement, at: number): boolean =>
    !forms.includes(one) &&
    (at === forms.indexOf(form) ||
      ['id', 'name'].some((name) => one.getAttribute(name) && one.getAttribute(name) === form.getAttribute(name)));
  const now = form.isConnected ? [form] : [...root.querySelectorAll('form')].filter(isSuccessor);
  const controls = now.flatMap(controlsOf) as HTMLInputElement[];
  return controls.find(({ name, type }) => name === input.name && type === input.type);
};

/** True if a field has the address of a press, or the one that a script has put there since. */
export const hasAddress = ({ value }: HTMLInputElement, { input, value: pressed }: Press): boolean =>
  value === pressed || value === input.value;

/**
 * Shows a message at an input as native validation does, until the person's next key or click: a browser hides the message of a valid
 * input, and an invalid one would stop the next submission.
 */
export const complain = (input: HTMLInputElement, message: string): void => {
  const shown = new AbortController();
  input.setCustomValidity(message);
  input.reportValidity();
  for (const type of ['click', 'keydown', 'input'])
    window.addEventListener(
      type,
      () => {
        shown.abort();
        input.setCustomValidity('');
      },
      { capture: true, signal: shown.signal },
    );
};

/** Submits a form as the person did, with the same submitter and the same data. */
export const replay = ({ form, submitter, enabled }: Press): void => {
  // Pages disable the pressed button, or all of the form, against double clicks, and design systems press a button that is in the
  // page for that moment only. Without this, the form would lose the values.
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
    // A form-associated custom element is no submit button (TypeError): its click submits. A button that has moved to another
    // form (NotFoundError) is left out.
    if (error instanceof TypeError) submitter?.click();
    else request(null);
  } finally {
    for (const node of disabled) node.toggleAttribute('disabled', true);
    if (wasDetached) submitter.remove();
  }
};
