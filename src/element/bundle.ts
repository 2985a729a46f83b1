/** The module that the loader imports: the element with all that it needs to show a verdict. */
export { attach } from './attach.js';
export { EmailVerifyElement } from './email-verify-element.js';
export { onSubmit, resubmit } from './form/submit-listener.js';
