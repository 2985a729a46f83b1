import {
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  type JWTHeaderParameters,
  type JWTVerifyGetKey,
} from 'jose';
import { QUALITIES, RECEIPT_ALGORITHMS, STATUSES, type ReceiptClaims } from '../protocol/index.js';
import { isCompactJws } from './crypto/compact-jws.js';
import { success } from '../util/success-or-failure.js';
import { algorithmOf } from './key.js';
import { findKey, type KeySet } from './remote-jwks.js';
import { RECEIPT_TYPE } from './address-hash.js';

/** Tolerated clock skew between edge and backend, in seconds, either way. */
export const CLOCK_TOLERANCE_S = 60;

/** Reasons for a receipt that is not genuine or has expired. See `ReceiptFault`. */
export type SignatureFault = 'malformed' | 'algorithm' | 'keys_unavailable' | 'key' | 'signature' | 'expired';

/** The claims of a genuine receipt, even if it has expired. */
export type SignedResult =
  { ok: true; value: ReceiptClaims } | { ok: false; reason: SignatureFault; claims?: ReceiptClaims };

/** Carries a fault out of the key look-up, through jose. */
class KeyFault extends Error {
  override readonly name = 'KeyFault';

  constructor(readonly reason: SignatureFault) {
    super(reason);
  }
}

const isOneOf = <T extends string>(words: readonly T[], value: unknown): value is T => words.includes(value as T);

/** Reads the claims of a receipt; null for any other payload. */
const readClaims = (value: object | undefined): ReceiptClaims | null => {
  const claims: Partial<Record<keyof ReceiptClaims, unknown>> = value ?? {};
  const texts = [claims.iss, claims.aud, claims.sub, claims.mailbox, claims.jti].every(
    (text) => typeof text === 'string',
  );
  const times = [claims.iat, claims.exp].every((time) => Number.isFinite(time));
  const folded = claims.folded === undefined || typeof claims.folded === 'string';
  const test = claims.test === undefined || claims.test === true;
  const words = isOneOf(STATUSES, claims.status) && isOneOf(QUALITIES, claims.quality);
  const codes = Array.isArray(claims.sub_status) && claims.sub_status.every((code) => typeof code === 'string');
  return texts && folded && test && times && words && codes ? (value as ReceiptClaims) : null;
};

/** Finds and imports the key that a header names. The key determines the algorithm, and the header must match. */
const importKey = async (
  { alg, typ, kid, crit }: JWTHeaderParameters,
  jwks: KeySet | string,
  nowMs: number,
): Promise<Awaited<ReturnType<typeof importJWK>>> => {
  if (typ !== RECEIPT_TYPE || typeof kid !== 'string' || crit !== undefined) throw new KeyFault('malformed');
  const found = await findKey(jwks, kid, nowMs);
  if (!found.ok) throw new KeyFault(found.reason);
  const algorithm = algorithmOf(found.value);
  if (algorithm === null) throw new KeyFault('key');
  if (algorithm !== alg) throw new KeyFault('algorithm');
  // Import only the key parameters: other members (key_ops, ext) could make the import fail.
  const { kty = '', crv = '', x = '', y = '' } = found.value;
  return importJWK(kty === 'EC' ? { kty, crv, x, y } : { kty, crv, x }, algorithm).catch(() => {
    throw new KeyFault('key');
  });
};

const faultOf = (error: unknown): SignatureFault => {
  if (error instanceof KeyFault) return error.reason;
  return error instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'malformed';
};

/** Checks a receipt's header, signature and expiry, and reads its claims. Never rejects. */
export const readSigned = async (receipt: string, jwks: KeySet | string, nowMs: number): Promise<SignedResult> => {
  if (!isCompactJws(receipt)) return { ok: false, reason: 'malformed' };
  const getKey: JWTVerifyGetKey = (header) => importKey(header, jwks, nowMs);
  try {
    if (!isOneOf(RECEIPT_ALGORITHMS, decodeProtectedHeader(receipt).alg)) return { ok: false, reason: 'algorithm' };
    const { payload } = await jwtVerify(receipt, getKey, {
      algorithms: [...RECEIPT_ALGORITHMS],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(nowMs),
    });
    const claims = readClaims(payload);
    return claims ? success(claims) : { ok: false, reason: 'malformed' };
  } catch (error) {
    const claims = error instanceof errors.JWTExpired ? readClaims(error.payload) : null;
    return claims ? { ok: false, reason: 'expired', claims } : { ok: false, reason: faultOf(error) };
  }
};
