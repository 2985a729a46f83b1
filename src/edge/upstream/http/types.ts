/** The part of a response that a check needs. */
export interface HttpAnswer {
  status: number;
  /** Returns a header by its name in lower case; null without it. */
  header: (name: string) => string | null;
  /** The body; `""` if it was not read. */
  text: string;
}

/** A server that cannot be reached, or sent no headers in time. `cause` has the reason. */
export class NoHeadersError extends Error {
  override readonly name = 'NoHeadersError';
}

/** A request for JSON, with its limits. */
export interface HttpRequest {
  /** Time to the end of the body, in milliseconds. */
  timeoutMs: number;
  /** Maximum size of the answer's body. */
  maxBytes: number;
  /** Headers beside `accept`. */
  headers?: Readonly<Record<string, string>>;
  /** The body of a POST request. Without it, the request is a GET. */
  body?: string;
  /** Decides by the status if the body is read; by default it is read for a success. */
  reads?: (status: number) => boolean;
}

/**
 * Sends a request. Redirects are not followed, since they would carry the key to another server.
 * @returns rejects with a NoHeadersError; or, after the headers, with a TimeoutError, a TooLargeError, a TypeError for
 * a body that is not UTF-8, or an error whose `cause` may have a `code`.
 */
export type HttpSend = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

/** True for a status of success (RFC 9110, section 15.3). */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;
