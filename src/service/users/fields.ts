import { z } from 'zod';
import { parseAddress } from '../../address/parse.js';
import { field } from '../fields.js';
import { MAX_UNITS } from './passwords.js';

/** Tokens and ids are base64url. Of others, a NUL would be an error of the database. */
const BASE64URL = z.string().regex(/^[\w-]{1,100}$/);

/** An address in the form in which users are found: in lower case, the domain in ASCII. */
const ADDRESS = z.string().transform((text, { issues }) => {
  const parsed = parseAddress(text.trim());
  if (parsed.ok) return parsed.ascii.toLowerCase();
  issues.push({ code: 'custom', input: text });
  return z.NEVER;
});

export const EMAIL = field('an e-mail address', ADDRESS);
/** Which passwords are good ones is another question: passwords.ts. */
export const PASSWORD = field(`a password of ${MAX_UNITS} characters at most`, z.string().min(1).max(MAX_UNITS));
export const TOKEN = field('the token of a link', BASE64URL);
export const ID = field('an id', BASE64URL);
