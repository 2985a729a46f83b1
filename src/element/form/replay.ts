/**
 * Submits a form as the person did. The methods come from the prototypes: a control named `append` or `requestSubmit` hides the
 * form's own.
 */
export const replay = (form: HTMLFormElement, submitter: HTMLElement | null): void => {
  // A page disables the pressed button against double clicks, and design systems press one that is in the page for that
  // moment only. Either would take the button's value from the form.
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
    // A form-associated custom element is no submit button (TypeError): its click submits. A button that is in another form
    // by now (NotFoundError) can only be left out.
    if (error instanceof TypeError) submitter?.click();
    else request(null);
  } finally {
    if (wasDisabled) button.disabled = true;
    if (wasDetached) button.remove();
  }
};
