import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import {
  QUALITIES,
  RECEIPT_ALGORITHMS,
  STATUSES,
  type ReceiptAlgorithm,
  type ReceiptClaims,
} from '../../protocol/index.js';
import { algorithmOf } from './key.js';
import type { PublicJwk } from './remote-jwks.js';
import { RECEIPT_TYPE } from './subject.js';

/** What a receipt's header says, as far as it is read: nothing of it is to be trusted. */
export interface ReceiptHeader {
  alg: ReceiptAlgorithm;
  kid: string;
}

const isOneOf = <T extends string>(words: readonly T[], value: unknown): value is T => words.includes(value as T);

/** The header of a receipt, if it is one that may be checked at all. */
export const readHeader = (receipt: string): ReceiptHeader | 'malformed' | 'algorithm' => {
  try {
    const { alg, typ, kid, crit } = decodeProtectedHeader(receipt);
    if (!isOneOf(RECEIPT_ALGORITHMS, alg)) return 'algorithm';
    return typ === RECEIPT_TYPE && typeof kid === 'string' && crit === undefined ? { alg, kid } : 'malformed';
  } catch {
    return 'malformed';
  }
};

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

/**
 * Checks a receipt's signature with the key it names, and reads what was signed.
 * @returns the claims, or why there are none.
 */
export const readSigned = async (
  receipt: string,
  { alg }: ReceiptHeader,
  key: PublicJwk,
): Promise<ReceiptClaims | 'malformed' | 'algorithm' | 'signature' | 'key'> => {
  const algorithm = algorithmOf(key);
  if (algorithm === null) return 'key';
  if (algorithm !== alg) return 'algorithm';
  // Of the key its numbers alone: what else its maker wrote into it (key_ops, ext) could only make the import fail.
  const { kty = '', crv = '', x = '', y = '' } = key;
  const publicKey = await importJWK(kty === 'EC' ? { kty, crv, x, y } : { kty, crv, x }, algorithm).catch(() => null);
  if (!publicKey) return 'key';
  try {
    const { payload } = await compactVerify(receipt, publicKey, { algorithms: [algorithm] });
    return readClaims(payload) ?? 'malformed';
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'malformed';
  }
};
