import { readOutcomeReport, type OutcomeRequest, type ValidateRequest } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { readText, TooLargeError } from '../util/read-body.js';
import { TimeoutError } from '../util/timeout.js';

/** Default limit of a request body, in bytes. */
export const MAX_BODY_BYTES = 2048;
const BODY_TIMEOUT_MS = 5000;
/** 64 for the local part, 1 for the @, 255 for the domain (RFC 5321, section 4.5.3.1). */
const MAX_EMAIL_LENGTH = 320;
const RIGHT = 'Send {"token": "…", "email": "…"} as text/plain or application/json, in UTF-8.';

const refusalOf = (error: unknown, maxBytes: number, right: string): Refusal => {
  if (error instanceof TooLargeError)
    return new Refusal('too_large', `The body has more than ${maxBytes} bytes. ${right}`);
  if (error instanceof TimeoutError) {
    return new Refusal('bad_request', `The body did not arrive within ${BODY_TIMEOUT_MS} ms. ${right}`);
  }
  return new Refusal('bad_request', `The body is not JSON in UTF-8, or was cut short. ${right}`);
};

const checkMediaType = (contentType: string | null, right: string): void => {
  const [type = ''] = (contentType ?? 'text/plain').split(';');
  if (['text/plain', 'application/json'].includes(type.trim().toLowerCase())) return;
  throw new Refusal('bad_request', `Unsupported media type. ${right}`);
};

/**
 * Reads a JSON object from the body, with a size limit and a timeout.
 * @param right describes a valid body, for the error detail.
 * @param otherwise the text that replaces an empty body.
 * @throws Refusal `too_large` or `bad_request`; its detail describes a valid body.
 */
export const readJsonObject = async (
  request: Request,
  maxBytes: number,
  right: string,
  otherwise = '',
): Promise<Record<string, unknown>> => {
  checkMediaType(request.headers.get('content-type'), right);
  const body: unknown = await readText(request, { maxBytes, timeoutMs: BODY_TIMEOUT_MS })
    .then((text): unknown => JSON.parse(text || otherwise))
    .catch((error: unknown) => {
      throw refusalOf(error, maxBytes, right);
    });
  if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  throw new Refusal('bad_request', `The body is not a JSON object. ${right}`);
};

/**
 * Reads the body of `POST /validate`.
 * @throws Refusal `too_large`, `bad_request` or `missing_email`; its detail describes a valid body.
 */
export const readValidateRequest = async (request: Request): Promise<ValidateRequest> => {
  const { token, email } = await readJsonObject(request, MAX_BODY_BYTES, RIGHT);
  if (typeof token !== 'string') throw new Refusal('bad_request', `'token' must be a string. ${RIGHT}`);
  if (typeof email !== 'string') throw new Refusal('bad_request', `'email' must be a string. ${RIGHT}`);
  if (email.trim() === '') throw new Refusal('missing_email', `'email' is empty. ${RIGHT}`);
  if (email.length > MAX_EMAIL_LENGTH) {
    throw new Refusal(
      'bad_request',
      `'email' has ${email.length} characters; the longest address has ${MAX_EMAIL_LENGTH}.`,
    );
  }
  return { token, email };
};

const RIGHT_REPORT =
  'Send {"token": "…", "form": "/sign-up", "counts": {"used": 1, "sent": 1}} as text/plain or application/json; see docs/outcomes.md.';

/**
 * Reads the body of `POST /outcomes`.
 * @throws Refusal `too_large` or `bad_request`; its detail describes a valid body.
 */
export const readOutcomeRequest = async (request: Request): Promise<OutcomeRequest> => {
  const { token, ...report } = await readJsonObject(request, MAX_BODY_BYTES, RIGHT_REPORT);
  if (typeof token !== 'string') throw new Refusal('bad_request', `'token' must be a string. ${RIGHT_REPORT}`);
  const read = readOutcomeReport(report);
  if (read) return { token, ...read };
  throw new Refusal('bad_request', `The counts are not those of one use of a form. ${RIGHT_REPORT}`);
};
