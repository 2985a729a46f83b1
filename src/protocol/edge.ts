import type { Verdict } from './result.js';

/** The body of `POST /token`: the answer to a challenge. Empty where the edge has set none. */
export interface TokenRequest {
  challenge: string;
}

/**
 * A challenge that a page has to answer before it gets a token: the member `challenge` of the problems `challenge_required` and
 * `challenge_failed`. Its `type` says what else it has: `siteKey` for `turnstile`, `hcaptcha` and `recaptcha`.
 */
export interface ChallengePrompt {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A proof of work in ALTCHA's first format: find the number up to `maxnumber` that, appended to `salt`, has this SHA-256. */
export interface AltchaPrompt extends ChallengePrompt {
  readonly type: 'altcha';
  readonly algorithm: 'SHA-256';
  /** The wanted hash, in hexadecimal digits. */
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** The response of `POST /token`. */
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

/** The response of `POST /validate`. */
export interface EdgeVerdict extends Verdict {
  /** The signed receipt (JWS, compact). */
  receipt: string;
}
