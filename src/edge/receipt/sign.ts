import { compactVerify, importJWK } from 'jose';
import { RECEIPT_LIFETIME_S, type ReceiptClaims } from '../../protocol/index.js';
import { edgeCrypto, type SignJws } from '../crypto/index.js';
import { algorithmOf, publicHalf, type ReceiptPrivateKey } from './key.js';
import { RECEIPT_TYPE } from './subject.js';

/** The claims of a receipt, but for its times and its id. */
export type Statement = Omit<ReceiptClaims, 'iat' | 'exp' | 'jti'>;

/** Signs a statement: a compact JWS that is accepted for half an hour. */
export type SignReceipt = (statement: Statement, nowMs: number) => string | Promise<string>;

/**
 * Makes the signer that holds this key. It signs something on trial: a private half that is not the published one's would make
 * receipts that nobody accepts.
 * @throws TypeError when the two halves of the key do not belong together.
 */
export const createSigner = async (receiptKey: ReceiptPrivateKey): Promise<SignReceipt> => {
  let sign: SignJws;
  try {
    sign = await edgeCrypto().receiptSigner(receiptKey, { typ: RECEIPT_TYPE, kid: receiptKey.kid });
    await compactVerify(await sign({}), await importJWK({ ...publicHalf(receiptKey) }, algorithmOf(receiptKey) ?? ''));
  } catch {
    throw new TypeError('receiptKey: its public and its private half do not belong together');
  }
  return (statement, nowMs) => {
    const iat = Math.floor(nowMs / 1000);
    const claims: ReceiptClaims = { ...statement, iat, exp: iat + RECEIPT_LIFETIME_S, jti: crypto.randomUUID() };
    return sign(claims);
  };
};
