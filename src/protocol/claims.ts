import type { Quality, Status, SubStatusCode } from './result.js';

/** The algorithm of a token. A token that names another one is refused. */
export const TOKEN_ALGORITHM = 'HS256';
/** The lifetime of a token, in seconds. */
export const TOKEN_LIFETIME_S = 600;

/** The claims of a token: the page, the client and the number of checks. RFC 7519 names, and three private ones. */
export interface TokenClaims {
  /** The origin of the page it was issued to. */
  aud: string;
  iat: number;
  exp: number;
  jti: string;
  /** A keyed hash of the client's network address. */
  client: string;
  /** The number of checks that the token pays for. */
  checks: number;
  /** The difficulty of the proof of work that was solved for the token, from 2; 0 or absent: none. */
  rung?: number;
}

/** The algorithms of a receipt's signature: Ed25519 (RFC 8037), the default, or ECDSA with P-256 (RFC 7518, section 3.4). */
export const RECEIPT_ALGORITHMS = ['EdDSA', 'ES256'] as const;
export type ReceiptAlgorithm = (typeof RECEIPT_ALGORITHMS)[number];
/** The lifetime of a receipt, in seconds. */
export const RECEIPT_LIFETIME_S = 1800;
/** The name of the hidden form field in which a receipt is submitted. */
export const RECEIPT_FIELD = 'email-verification';
/**
 * The name of the hidden form field that is sent when a blocked address was used anyway. Its value: the code, or else
 * the status.
 */
export const OVERRIDE_FIELD = 'email-verification-override';

/** The claims of a receipt, which proves to the site's backend, offline, the verdict on this address on this site. */
export interface ReceiptClaims {
  /** The edge that signed it. */
  iss: string;
  /** The origin of the site's page. */
  aud: string;
  /** base64url SHA-256 of the normalised address. */
  sub: string;
  /**
   * base64url SHA-256 of the mailbox behind the address: the same for all spellings that one person's provider delivers
   * to one mailbox, such as `anna+news@gmail.com` and `an.na@gmail.com`.
   */
  mailbox: string;
  /**
   * base64url SHA-256 of the normalised address in lower case; only if the address has capitals. Tells a changed letter
   * case from another address.
   */
  folded?: string;
  status: Status;
  quality: Quality;
  sub_status: SubStatusCode[];
  /** True: the verdict is that of an edge in test mode, or of a test key. Nothing was checked. */
  test?: true;
  iat: number;
  exp: number;
  jti: string;
}
