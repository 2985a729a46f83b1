/** The module that the loader imports: the element with all that it needs to show a verdict. */
import { explain } from './debug/explain.js';
import { EmailVerifyElement } from './email-verify-element.js';
import { isOn } from './is-on.js';

export { attach } from './attach.js';
export { onSubmit, resubmit } from './form/submit-listener.js';

/** Registers the element. With `debug`, the console says which fields of the page are left alone. */
export const start = ({ debug, match }: { debug?: unknown; match?: string }): void => {
  EmailVerifyElement.define();
  if (isOn(debug)) void explain(match);
};
