/** What the loader imports: the element with everything it needs until a verdict stands. */
export { attach } from './attach.js';
export { EmailVerifyElement } from './email-verify-element.js';
export { onSubmit, resubmit } from './form/submit-listener.js';
