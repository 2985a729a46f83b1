/** Registers `<email-verify>`, unless it is registered already. */
import { EmailVerifyElement } from './email-verify-element.js';

EmailVerifyElement.define();

export { EmailVerifyElement };
