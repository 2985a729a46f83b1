import { Refusal } from '../../protocol/refusal.js';
import { readJsonObject } from '../request-body.js';

/**
 * Body limit of this route, above the default: Turnstile's answers have up to 2,048 characters, hCaptcha's more than 4,000,
 * and neither hCaptcha nor reCAPTCHA documents a limit.
 */
const MAX_BODY_BYTES = 16_384;
/** The last sentence of error messages: a valid body. */
export const RIGHT = 'Send {"challenge": "…"} as text/plain or application/json, in UTF-8.';

/**
 * True for a request without a body. Most token requests declare a length of 0; on Node, `body` would first make a stream
 * of it, which takes longer than the token.
 */
const isEmpty = (request: Request): boolean => request.headers.get('content-length') === '0' || request.body === null;

/** Reads the answer of a token request; undefined if it has none. */
export const readAnswer = async (request: Request): Promise<string | undefined> => {
  if (isEmpty(request)) return undefined;
  const { challenge } = await readJsonObject(request, MAX_BODY_BYTES, RIGHT, '{}');
  if (challenge === undefined || typeof challenge === 'string') return challenge;
  throw new Refusal('bad_request', `'challenge' must be a string. ${RIGHT}`);
};
