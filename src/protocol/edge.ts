import type { Verdict } from './result.js';

/** The body of `POST /token`, where the edge asks for a challenge; without an answer it may be left out. */
export interface TokenRequest {
  challenge: string;
}

/**
 * What a page has to answer before it is given a token: the member `challenge` of the problems `challenge_required` and
 * `challenge_failed`. Its `type` says what else it has: `siteKey` for `turnstile`, `hcaptcha` and `recaptcha`.
 */
export interface ChallengePrompt {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A proof of work in ALTCHA's first format: find the number below `maxnumber` that, after `salt`, has this SHA-256. */
export interface AltchaPrompt extends ChallengePrompt {
  readonly type: 'altcha';
  readonly algorithm: 'SHA-256';
  /** The hash that is looked for, in hexadecimal digits. */
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

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
