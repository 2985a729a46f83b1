import { compactVerify, importJWK } from 'jose';
import { RECEIPT_LIFETIME_S, type ReceiptClaims } from '../protocol/index.js';
import { RECEIPT_TYPE } from './address-hash.js';
import { runtimeCrypto, type SignJws } from './crypto/index.js';
import { algorithmOfReceiptKey, publicHalf, type ReceiptPrivateKey } from './key.js';

/** The claims of a receipt without `iat`, `exp` and `jti`. */
export type Statement = Omit<ReceiptClaims, 'iat' | 'exp' | 'jti'>;

/** Signs a statement as a compact JWS, valid for half an hour. */
export type SignReceipt = (statement: Statement, nowMs: number) => string | Promise<string>;

/**
 * Creates the signer of a key. A test signature detects a private key that does not match the published one: no backend
 * would accept its receipts.
 * @throws TypeError if the private and the public key do not match.
 */
export const createSigner = async (receiptKey: ReceiptPrivateKey): Promise<SignReceipt> => {
  const algorithm = algorithmOfReceiptKey(receiptKey);
  let sign: SignJws;
  try {
    sign = await runtimeCrypto().jwkSigner(receiptKey, algorithm, { typ: RECEIPT_TYPE, kid: receiptKey.kid });
    await compactVerify(await sign({}), await importJWK({ ...publicHalf(receiptKey) }, algorithm));
  } catch {
    throw new TypeError('receiptKey: the private key does not match the public key');
  }
  return (statement, nowMs) => {
    const iat = Math.floor(nowMs / 1000);
    const claims: ReceiptClaims = { ...statement, iat, exp: iat + RECEIPT_LIFETIME_S, jti: crypto.randomUUID() };
    return sign(claims);
  };
};
