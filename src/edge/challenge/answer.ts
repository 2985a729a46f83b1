import { Refusal } from '../../protocol/refusal.js';
import { readJsonObject } from '../body.js';

/**
 * Body limit of this route, above the default: Turnstile's answers have up to 2,048 characters, hCaptcha's more than 4,000,
 * and neither hCaptcha nor reCAPTCHA documents a limit.
 */
const MAX_BODY_BYTES = 16_384;
/** The last sentence of error messages: the body that would be right. */
export const RIGHT = 'Send {"challenge": "…"} as text/plain or application/json, in UTF-8.';

/** Reads the answer of a token request; undefined without one. */
export const readAnswer = async (request: Request): Promise<string | undefined> => {
  if (request.body === null) return undefined;
  const { challenge } = await readJsonObject(request, MAX_BODY_BYTES, RIGHT, '{}');
  if (challenge === undefined || typeof challenge === 'string') return challenge;
  throw new Refusal('bad_request', `'challenge' must be a string. ${RIGHT}`);
};
