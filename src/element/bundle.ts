/** The module that the loader imports: the element with everything that it needs to show a verdict. */
import { explain } from './debug/explain.js';
import { EmailVerifyElement } from './email-verify-element.js';
import { isOn } from './boolean-option.js';

export { attach } from './attach.js';
export { onSubmit, resubmit } from './form/submit-listener.js';
export { nextTask } from './next-task.js';

/** Registers the element. With `debug`, the console lists the fields of the page that are left alone. */
export const start = ({ debug, match }: { debug?: unknown; match?: string }): void => {
  EmailVerifyElement.define();
  if (isOn(debug)) void explain(match);
};
