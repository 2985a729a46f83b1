import type { Verdict } from './result.js';

/** The body of `POST /token`: the answer to a challenge. Empty if the edge asks for none. */
export interface TokenRequest {
  challenge: string;
}

/**
 * A challenge that a page has to answer before it gets a token: the member `challenge` of the problems
 * `challenge_required` and `challenge_failed`. Its `type` says what else it has: `siteKey` for `turnstile`, `hcaptcha`
 * and `recaptcha`.
 */
export interface ChallengePrompt {
  readonly type: string;
  readonly [member: string]: unknown;
}

/**
 * A proof of work in ALTCHA's second format: find the counter from 0 to `maxNumber` for which PBKDF2 of `nonce` and
 * counter (32 bits, big-endian), with `salt` and `cost` iterations, gives a key that begins with `keyPrefix`. All
 * binary values are hexadecimal.
 */
export interface AltchaPrompt extends ChallengePrompt {
  readonly type: 'altcha';
  readonly parameters: {
    readonly algorithm: 'PBKDF2/SHA-256';
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    /** Bytes of the key. */
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly keySignature: string;
    /** `expires` in milliseconds since 1970. */
    readonly data: { readonly maxNumber: number; readonly expires: number };
  };
  /** Signs the parameters. */
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
