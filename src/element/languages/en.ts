import type { SubStatusCode } from '../../protocol/index.js';
import { UNKNOWN } from '../unknown.js';

/** Everything the element says. `{email}`, `{domain}`, `{suggestion}`, `{from}` and `{to}` are filled in. */
export const ENGLISH = {
  checking: 'Checking this address…',
  valid: 'This address can receive mail.',
  suggestion: 'Did you mean {suggestion}?',
  accept: 'Use it',
  keep: 'Keep mine',
  fixed: 'Changed {from} to {to}.',
  undo: 'Undo',
  invalid: 'This address cannot receive mail. Please check it.',
  risky: 'Mail to this address may not arrive. Please check it.',
  unknown: UNKNOWN,
  other: 'Please use another address.',
  syntax_error: 'Enter an address like name@example.com.',
  domain_not_found: 'The domain {domain} does not exist. Please check the part after the @.',
  no_mail_server: '{domain} does not receive mail. Please check the part after the @.',
  null_mx: '{domain} does not receive mail. Please check the part after the @.',
  reserved_domain: '{domain} is a domain for examples and tests. Enter an address of your own.',
  mailbox_not_found: 'There is no mailbox {email}. Please check the part before the @.',
  mailbox_full: 'The mailbox {email} is full.',
  mailbox_disabled: 'The mailbox {email} does not receive mail any more.',
  disposable: 'This is an address for one-time use. Enter one that you keep.',
  override: 'Press the button again to use it anyway.',
};

export type Messages = typeof ENGLISH;

/** What a page says in place of it; codes for which the element has no words may have some. */
export type OwnMessages = Partial<Record<keyof Messages | SubStatusCode, string>>;

/** Letters that are written from the right: the blocks from Hebrew to Arabic, and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Fills a text's placeholders. What is filled in is text, whatever it holds; where letters from the right are about, it is
 * isolated (UAX #9, 2.4), or it would mix with what stands around it.
 */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? whole) : whole;
    return RIGHT_TO_LEFT.test(text + value) ? `\u2068${value}\u2069` : value;
  });
