/** The part of a response that a check needs. */
export interface HttpAnswer {
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  /** The body; `""` unless the status is a success. */
  text: string;
}

/** A server that cannot be reached, or has sent no headers in time. The cause is why. */
export class NoHeadersError extends Error {
  override readonly name = 'NoHeadersError';
}

/** Limits of a request. */
interface HttpLimits {
  /** Time to the end of the body, in milliseconds. */
  timeoutMs: number;
  /** Maximum size of the body. */
  maxBytes: number;
}

/**
 * Sends a GET request for JSON. A redirect is not followed: it would carry the key to wherever it points. The body is read only if the status is
 * a success.
 * @returns rejects with a NoHeadersError; or, after the headers, with a TimeoutError, a TooLargeError, a TypeError for a body that is not UTF-8,
 * or an error whose `cause` may have a `code`.
 */
export type HttpGet = (url: string, limits: HttpLimits) => Promise<HttpAnswer>;

/** True for a status of success (RFC 9110, section 15.3). */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;
