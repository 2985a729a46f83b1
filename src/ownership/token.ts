import { decodeJwt, decodeProtectedHeader, type JWK } from 'jose';
import { isCompactJws } from '../receipt/crypto/compact-jws.js';
import { Refused } from './fault.js';

/** The algorithms of signatures by public keys: none without a signature, none by a shared secret (RFC 7518, RFC 8037). */
const ALGORITHMS: readonly unknown[] = ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512', 'PS256', 'RS256'];

/** A token has about 1,500 characters; a form field can have any number. */
const MAX_LENGTH = 16_384;

/** The two parts of a token (SD-JWT+KB without disclosures: RFC 9901), before any signature is checked. */
export interface OwnershipToken {
  /** The issuer's part: a person controls an address. */
  evt: { text: string; alg: string; kid: string | undefined };
  /** The browser's part: it presents that one to this page. */
  kb: { text: string; alg: string };
  claims: {
    iss: string;
    iat: number;
    email: string;
    isVerified: boolean;
    /** The address is made for this site by the issuer. */
    isPrivate: boolean;
    /** The browser's public key. */
    key: JWK;
    aud: string;
    nonce: string;
    /** When the browser has presented it, in seconds since 1970. */
    presentedAt: number;
    /** The hash of the issuer's part. */
    sdHash: string;
    /** When both parts are valid, where they name it (`nbf`, `exp`: RFC 7519 §4.1), in seconds since 1970. */
    validFrom: number;
    validUntil: number;
  };
}

const readHeader = (text: string, type: string): { alg: string; kid: string | undefined } => {
  const { alg, typ, kid, crit } = decodeProtectedHeader(text);
  if (typ !== type || crit !== undefined) throw new Refused('malformed');
  if (typeof alg !== 'string' || !ALGORITHMS.includes(alg)) throw new Refused('algorithm');
  return { alg, kid: typeof kid === 'string' ? kid : undefined };
};

const text = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new Refused('malformed');
  return value;
};

const time = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Refused('malformed');
  return value;
};

/** A time that a part need not have. */
const timeOr = (value: unknown, otherwise: number): number => (value === undefined ? otherwise : time(value));

/** @throws Refused for a private or a shared key. */
const publicKey = (value: unknown): JWK => {
  const { jwk } = (value ?? {}) as { jwk?: Record<string, unknown> };
  if (typeof jwk !== 'object' || 'd' in jwk || 'k' in jwk) throw new Refused('malformed');
  return jwk;
};

/**
 * Splits a token into what it says.
 * @throws Refused with `malformed` or `algorithm`.
 */
export const readToken = (token: unknown): OwnershipToken => {
  if (typeof token !== 'string' || token.length > MAX_LENGTH) throw new Refused('malformed');
  const [evt = '', kb = '', ...more] = token.split('~');
  if (more.length > 0 || !isCompactJws(evt) || !isCompactJws(kb)) throw new Refused('malformed');
  try {
    const [header, kbHeader] = [readHeader(evt, 'evt+jwt'), readHeader(kb, 'kb+jwt')];
    const [claims, kbClaims] = [decodeJwt(evt), decodeJwt(kb)];
    return {
      evt: { text: evt, ...header },
      kb: { text: kb, alg: kbHeader.alg },
      claims: {
        // Older drafts write it as an origin.
        iss: text(claims.iss).replace(/^https:\/\//, ''),
        iat: time(claims.iat),
        email: text(claims['email']),
        isVerified: claims['email_verified'] === true,
        isPrivate: claims['is_private_email'] === true,
        key: publicKey(claims['cnf']),
        aud: text(kbClaims.aud),
        nonce: text(kbClaims['nonce']),
        presentedAt: time(kbClaims.iat),
        sdHash: text(kbClaims['sd_hash']),
        validFrom: Math.max(timeOr(claims.nbf, -Infinity), timeOr(kbClaims.nbf, -Infinity)),
        validUntil: Math.min(timeOr(claims.exp, Infinity), timeOr(kbClaims.exp, Infinity)),
      },
    };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('malformed');
  }
};
