/** Registers `<email-verify>`, unless something has done so already. */
import { EmailVerifyElement } from './email-verify-element.js';

// A server that renders the page has no registry.
const registry = globalThis.customElements as CustomElementRegistry | undefined;
const present = registry?.get('email-verify') as Partial<typeof EmailVerifyElement> | undefined;
if (!present) registry?.define('email-verify', EmailVerifyElement);
else if (present.version !== EmailVerifyElement.version) {
  console.warn(
    `<email-verify> ${EmailVerifyElement.version} is not used: ${present.version ?? 'another one'} is registered already.`,
  );
}

export { EmailVerifyElement };
