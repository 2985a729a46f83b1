/** Members of a form, taken from their prototypes: a control named `elements`, `append` or `requestSubmit` hides the form's own. */

/** The controls of a form, those outside of it that name it by `form=` too. */
export const controlsOf = (form: HTMLFormElement): HTMLElement[] => [
  ...(Reflect.get(HTMLFormElement.prototype, 'elements', form) as Iterable<HTMLElement>),
];

/** Submits a form as the person did, with the same submitter. */
export const replay = (form: HTMLFormElement, submitter: HTMLElement | null): void => {
  // Pages disable the pressed button against double clicks, and design systems press one that is in the page for that moment
  // only. Without this, the form would lose the button's value.
  const button = submitter as HTMLButtonElement | null;
  const wasDisabled = button?.disabled;
  const wasDetached = button?.isConnected === false;
  if (wasDisabled) button.disabled = false;
  if (wasDetached) Node.prototype.appendChild.call(form, button);
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
    if (wasDisabled) button.disabled = true;
    if (wasDetached) button.remove();
  }
};
