import type { Verdict } from './result.js';

/** The answer of `POST /token`. */
export interface TokenAnswer {
  token: string;
  /** Seconds until it expires, so that a wrong clock in the browser does no harm. */
  expires_in: number;
}

/** The body of `POST /validate`: JSON sent as `text/plain`, so that no CORS preflight costs a round trip. */
export interface ValidateRequest {
  token: string;
  email: string;
}

/** The answer of `POST /validate`. */
export interface EdgeVerdict extends Verdict {
  /** The signed receipt (JWS, compact). */
  receipt: string;
}
