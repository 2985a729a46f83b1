import { z } from 'zod';
import { dateText } from '../../config/parsers.js';
import { field } from '../http/request-fields.js';
import { PLANS } from '../accounts/tables.js';
import { KEY_MODES, SCOPES } from '../keys/tables.js';

/** Any text: single-check.ts refuses those that cannot be checked. */
export const ANY_TEXT = field('text', z.string(), 'shop');
export const NUMBER = field('the number of an account or a key', z.int().positive(), 7);
export const PLAN = field(`one of ${PLANS.join(', ')}`, z.enum(PLANS), 'enterprise');
export const MODE = field(`one of ${KEY_MODES.join(', ')}`, z.enum(KEY_MODES), 'live');
/** An empty list of scopes, a malformed network and too many networks are refused elsewhere: ../keys.ts. */
export const SCOPE_LIST = field(`a list of ${SCOPES.join(' and ')}`, z.array(z.enum(SCOPES)).max(SCOPES.length), [
  'validate',
]);
export const NETWORKS = field('a list of addresses and blocks such as 192.0.2.0/24', z.array(z.string()), [
  '192.0.2.0/24',
]);

const MAX_HOURS = 720;
export const GRACE_HOURS = field(`a number of hours from 0 to ${MAX_HOURS}`, z.number().min(0).max(MAX_HOURS), 24);

const MAX_COUNT = 999_999_999;
export const COUNT = field(`a whole number from 1 to ${MAX_COUNT}`, z.int().min(1).max(MAX_COUNT), 500);
export const SOURCE = field('one of grant, purchase', z.enum(['grant', 'purchase']), 'grant');
const MAX_REFERENCE = 200;
export const REFERENCE = field(
  `a text of 1 to ${MAX_REFERENCE} characters without control characters`,
  z.string().regex(new RegExp(`^\\P{Cc}{1,${MAX_REFERENCE}}$`, 'u')),
  'invoice 7',
);
export const EXPIRES_AT = field(
  dateText.expected,
  z.string().transform((text, { issues }) => {
    const date = dateText.parse(text);
    if (date !== undefined) return date;
    issues.push({ code: 'custom', input: text });
    return z.NEVER;
  }),
  '2090-01-31',
);
