import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import {
  decide,
  QUALITIES,
  RECEIPT_ALGORITHM,
  STATUSES,
  type Decision,
  type Policy,
  type ReceiptClaims,
} from '../../protocol/index.js';
import { findKey, type KeySet, type PublicJwk } from './key-set.js';
import { normalise, RECEIPT_TYPE, subjectOf, type NormalisedAddress } from './subject.js';

export type { KeySet, PublicJwk } from './key-set.js';
export type { Decision, Policy, ReceiptClaims } from '../../protocol/index.js';

/** What a receipt is held against. */
export interface ReceiptExpectation {
  /** The address that was submitted with it. */
  email: string;
  /** The origin, or the origins, of the site's own pages, such as `https://shop.example`. */
  audience: string | readonly string[];
  /** The edge's public keys, or the URL they are at: `…/.well-known/jwks.json`. */
  jwks: KeySet | string;
  /** What is not let through; by default what is `invalid`. */
  policy?: Partial<Policy>;
  /** The edge that must have signed it. Only needed when the keys are shared by several. */
  issuer?: string;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
}

/**
 * Why a receipt does not do. In the order in which it is checked: `malformed` (no receipt at all), `algorithm` (not EdDSA),
 * `keys_unavailable` (the keys could not be fetched: this says nothing about the receipt), `key` (signed with none of the keys),
 * `signature`, `expired`, `issuer`, `audience` (made for another site), `address` (made for another address), `policy`
 * (genuine, but the policy blocks what was found).
 */
export type ReceiptFault =
  | 'malformed'
  | 'algorithm'
  | 'keys_unavailable'
  | 'key'
  | 'signature'
  | 'expired'
  | 'issuer'
  | 'audience'
  | 'address'
  | 'policy';

/** What {@link verifyReceipt} found. `claims` are given as soon as the signature holds. */
export type ReceiptCheck =
  | { ok: true; decision: Exclude<Decision, 'block'>; claims: ReceiptClaims }
  | { ok: false; reason: ReceiptFault; claims?: ReceiptClaims };

/** How far two clocks may differ, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;
/** A receipt has some 600 characters; a form field can have any number. */
const MAX_LENGTH = 8192;

const isOneOf = (words: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && words.includes(value);

/** The claims of a payload, or null when it is not one of a receipt. */
const readClaims = (payload: Uint8Array): ReceiptClaims | null => {
  const value: unknown = JSON.parse(new TextDecoder().decode(payload));
  if (typeof value !== 'object' || value === null) return null;
  const claims = value as Record<keyof ReceiptClaims, unknown>;
  const texts = [claims.iss, claims.aud, claims.sub, claims.jti].every((text) => typeof text === 'string');
  const times = [claims.iat, claims.exp].every((time) => Number.isFinite(time));
  const words = isOneOf(STATUSES, claims.status) && isOneOf(QUALITIES, claims.quality);
  const codes = Array.isArray(claims.sub_status) && claims.sub_status.every((code) => typeof code === 'string');
  return texts && times && words && codes ? (value as ReceiptClaims) : null;
};

/** The id of the key a receipt names, if it is one that may be checked at all. */
const readKeyId = (receipt: string): { kid: string } | 'malformed' | 'algorithm' => {
  try {
    const { alg, typ, kid, crit } = decodeProtectedHeader(receipt);
    if (alg !== RECEIPT_ALGORITHM) return 'algorithm';
    return typ === RECEIPT_TYPE && typeof kid === 'string' && crit === undefined ? { kid } : 'malformed';
  } catch {
    return 'malformed';
  }
};

const readSigned = async (
  receipt: string,
  key: PublicJwk,
): Promise<ReceiptClaims | 'malformed' | 'signature' | 'key'> => {
  const { kty, crv, x } = key;
  // The key decides what it may be used for: one of another kind must never be tried (RFC 8725, section 3.1).
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return 'key';
  const publicKey = await importJWK({ kty, crv, x }, RECEIPT_ALGORITHM).catch(() => null);
  if (!publicKey) return 'key';
  try {
    const { payload } = await compactVerify(receipt, publicKey, { algorithms: [RECEIPT_ALGORITHM] });
    return readClaims(payload) ?? 'malformed';
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'malformed';
  }
};

const faultOf = async (
  claims: ReceiptClaims,
  address: NormalisedAddress,
  { audience, issuer, now = Date.now }: ReceiptExpectation,
): Promise<ReceiptFault | null> => {
  if (claims.exp * 1000 + CLOCK_TOLERANCE_MS <= now()) return 'expired';
  if (issuer !== undefined && claims.iss !== issuer) return 'issuer';
  if (![audience].flat().includes(claims.aud)) return 'audience';
  return claims.sub === (await subjectOf(address)) ? null : 'address';
};

const check = async (receipt: string, expected: ReceiptExpectation): Promise<ReceiptCheck> => {
  const named = readKeyId(receipt);
  if (typeof named === 'string') return { ok: false, reason: named };
  const key = await findKey(expected.jwks, named.kid, (expected.now ?? Date.now)());
  if (key === 'unavailable') return { ok: false, reason: 'keys_unavailable' };
  if (key === 'missing') return { ok: false, reason: 'key' };
  const claims = await readSigned(receipt, key);
  if (typeof claims === 'string') return { ok: false, reason: claims };
  const address = normalise(expected.email);
  const fault = await faultOf(claims, address, expected);
  if (fault) return { ok: false, reason: fault, claims };
  const decision = decide({ ...claims, email: address.text }, expected.policy);
  return decision === 'block' ? { ok: false, reason: 'policy', claims } : { ok: true, decision, claims };
};

/**
 * Checks a receipt in the site's backend: that the edge signed it, not long ago, for this site and this address, and that
 * the policy lets through what was found. Works offline when `jwks` is a key set.
 * @param receipt what the form field `email-verification` held; anything at all may be given.
 * @returns whether the address may be let through, and what was found or what is wrong. Never rejects for a bad receipt or
 * address.
 * @example
 * const found = await verifyReceipt(form.get('email-verification'), {
 *   email: form.get('email'),
 *   audience: 'https://shop.example',
 *   jwks: 'https://edge.example/.well-known/jwks.json',
 * });
 * if (!found.ok) console.log(`not verified: ${found.reason}`);
 */
export const verifyReceipt = async (receipt: unknown, expected: ReceiptExpectation): Promise<ReceiptCheck> => {
  if (typeof receipt !== 'string' || receipt.length > MAX_LENGTH) return { ok: false, reason: 'malformed' };
  if (typeof expected.email !== 'string') return { ok: false, reason: 'address' };
  return check(receipt, expected);
};
