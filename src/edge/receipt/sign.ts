import { CompactSign, compactVerify, importJWK, SignJWT } from 'jose';
import { RECEIPT_LIFETIME_S, type ReceiptClaims } from '../../protocol/index.js';
import { algorithmOf, publicHalf, type ReceiptPrivateKey } from './key.js';
import { RECEIPT_TYPE } from './subject.js';

/** What a receipt says, apart from when it was made. */
export type Statement = Omit<ReceiptClaims, 'iat' | 'exp' | 'jti'>;

/** Signs a statement: a compact JWS that is accepted for half an hour. */
export type SignReceipt = (statement: Statement, nowMs: number) => Promise<string>;

/**
 * Makes the signer that holds this key. It signs something on trial: a private half that is not the published one's would make
 * receipts that nobody accepts.
 * @throws TypeError when the two halves of the key do not belong together.
 */
export const createSigner = async (receiptKey: ReceiptPrivateKey): Promise<SignReceipt> => {
  const alg = algorithmOf(receiptKey) ?? '';
  const header = { alg, typ: RECEIPT_TYPE, kid: receiptKey.kid };
  let key: Awaited<ReturnType<typeof importJWK>>;
  try {
    key = await importJWK({ ...receiptKey }, alg);
    const trial = await new CompactSign(new Uint8Array()).setProtectedHeader({ alg }).sign(key);
    await compactVerify(trial, await importJWK({ ...publicHalf(receiptKey) }, alg));
  } catch {
    throw new TypeError('receiptKey: its public and its private half do not belong together');
  }
  return (statement, nowMs) => {
    const iat = Math.floor(nowMs / 1000);
    const claims: ReceiptClaims = { ...statement, iat, exp: iat + RECEIPT_LIFETIME_S, jti: crypto.randomUUID() };
    return new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);
  };
};
