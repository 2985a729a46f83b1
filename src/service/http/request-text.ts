import { Refusal } from '../../protocol/refusal.js';
import { readText, TooLargeError } from '../../util/read-body.js';

/** Maximum time for a body to arrive, in ms. */
const TIMEOUT_MS = 5000;

/**
 * Reads the body of a request as text.
 * @throws Refusal `too_large`, or `bad_request` if it is not UTF-8 or does not arrive in 5 s.
 */
export const readRequestText = async (request: Request, maxBytes: number): Promise<string> => {
  try {
    return await readText(request, { maxBytes, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof TooLargeError) throw new Refusal('too_large', `The body has more than ${maxBytes} bytes.`);
    throw new Refusal('bad_request', 'The body must be UTF-8, and arrive within 5 s.');
  }
};

/** Parses JSON. @throws Refusal `bad_request`. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('bad_request', 'The body must be JSON.');
  }
};
