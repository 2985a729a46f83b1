/** Registers `<email-verify>`, unless something has done so already. */
import { EmailVerifyElement } from './email-verify-element.js';

// A server that renders the page has no registry.
const registry = globalThis.customElements as CustomElementRegistry | undefined;
if (registry && !registry.get('email-verify')) registry.define('email-verify', EmailVerifyElement);

export { EmailVerifyElement };
