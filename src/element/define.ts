/** Registers `<email-verify>`, unless that has been done. */
import { EmailVerifyElement } from './email-verify-element.js';

EmailVerifyElement.define();

export { EmailVerifyElement };
