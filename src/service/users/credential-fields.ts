import { z } from 'zod';
import { parseAddress } from '../../address/parse.js';
import { field } from '../http/request-fields.js';
import { MAX_UNITS } from './passwords.js';

/** Tokens and ids are base64url. Of others, a NUL would be an error of the database. */
const BASE64URL = z.string().regex(/^[\w-]{1,100}$/);

/** An address in the form in which users are found: in lower case, the domain in ASCII; undefined for any other text. */
export const normalAddress = (text: string): string | undefined => {
  const parsed = parseAddress(text.trim());
  return parsed.ok ? parsed.ascii.toLowerCase() : undefined;
};

const ADDRESS = z.string().transform((text, { issues }) => {
  const address = normalAddress(text);
  if (address !== undefined) return address;
  issues.push({ code: 'custom', input: text });
  return z.NEVER;
});

export const EMAIL = field('an e-mail address', ADDRESS.meta({ format: 'idn-email' }), 'anna@example.com');
/** Any text of this length: passwords.ts refuses the weak ones. */
export const PASSWORD = field(
  `a password of ${MAX_UNITS} characters at most`,
  z.string().min(1).max(MAX_UNITS),
  'four random words',
);
export const TOKEN = field('the token of a link', BASE64URL, 'TOKEN');
export const ID = field('an id', BASE64URL, 'SESSION_ID');
