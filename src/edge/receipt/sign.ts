import { importJWK, SignJWT } from 'jose';
import { RECEIPT_ALGORITHM, RECEIPT_LIFETIME_S, type ReceiptClaims } from '../../protocol/index.js';
import type { ReceiptPrivateKey } from './key.js';
import { RECEIPT_TYPE } from './subject.js';

/** What a receipt says, apart from when it was made. */
export type Statement = Omit<ReceiptClaims, 'iat' | 'exp' | 'jti'>;

/** Signs a statement: a compact JWS that is accepted for half an hour. */
export type SignReceipt = (statement: Statement, nowMs: number) => Promise<string>;

/** Makes the signer that holds this key. Rejects when the key's parts do not belong together. */
export const createSigner = async (receiptKey: ReceiptPrivateKey): Promise<SignReceipt> => {
  const key = await importJWK({ ...receiptKey }, RECEIPT_ALGORITHM);
  const header = { alg: RECEIPT_ALGORITHM, typ: RECEIPT_TYPE, kid: receiptKey.kid };
  return (statement, nowMs) => {
    const iat = Math.floor(nowMs / 1000);
    const claims: ReceiptClaims = { ...statement, iat, exp: iat + RECEIPT_LIFETIME_S, jti: crypto.randomUUID() };
    return new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);
  };
};
