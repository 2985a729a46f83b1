/** Registers `<email-verify>`, unless something has done so already. */
import { EmailVerifyElement } from './email-verify-element.js';

EmailVerifyElement.define();

export { EmailVerifyElement };
