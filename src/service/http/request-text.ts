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

/** The most arrays and objects that stand in each other. A megabyte of brackets would be parsed for half a second. */
const MAX_DEPTH = 100;
const [QUOTE, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, 0x7b, 0x7d];
/** The bit that tells a brace from a square bracket. */
const BRACE = 0x20;

/** True if the brackets of a text, outside of strings, stand deeper than {@link MAX_DEPTH}. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) isInString = !isInString;
    else if (isInString) at += Number(unit === BACKSLASH);
    else if ((unit | BRACE) === OPENING) depth += 1;
    else if ((unit | BRACE) === CLOSING) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
};

/** Parses JSON. @throws Refusal `bad_request`. */
export const parseJson = (text: string): unknown => {
  if (isTooDeep(text))
    throw new Refusal(
      'bad_request',
      `The body must be JSON with at most ${MAX_DEPTH} arrays and objects in each other.`,
    );
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('bad_request', 'The body must be JSON.');
  }
};
