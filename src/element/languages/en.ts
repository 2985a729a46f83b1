import type { SubStatusCode } from '../../protocol/index.js';

/** The element's messages in English. Placeholders: `{email}`, `{domain}`, `{suggestion}`, `{from}` and `{to}`. */
export const ENGLISH = {
  checking: 'Checking…',
  valid: 'This address looks right.',
  suggestion: 'Did you mean {suggestion}?',
  accept: 'Use it',
  keep: 'Keep mine',
  fixed: 'Fixed typo: {from} → {to}',
  undo: 'Undo',
  invalid: 'This address can’t receive email. Check the spelling.',
  risky: 'Email to this address may bounce.',
  unknown: 'We couldn’t check this address. Please try again.',
  other: 'Please use a different address.',
  syntax_error: 'Enter an address like name@example.com.',
  domain_not_found: 'We can’t find {domain}. Check the spelling after the @.',
  no_mail_server: '{domain} doesn’t accept email. Check the spelling after the @.',
  null_mx: '{domain} doesn’t accept email. Check the spelling after the @.',
  reserved_domain: '{domain} is only for examples. Please use your own address.',
  mailbox_not_found: 'We can’t find {email}. Check the spelling before the @.',
  mailbox_full: 'The mailbox {email} is full.',
  mailbox_disabled: '{email} no longer receives email.',
  disposable: 'That looks like a disposable address. Please use one you check regularly.',
  override: 'Submit again to use it anyway.',
};

export type Messages = typeof ENGLISH;

/** A page's own messages, by name or by any code of a verdict. */
export type OwnMessages = Partial<Record<keyof Messages | SubStatusCode, string>>;
