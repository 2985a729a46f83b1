import { importJWK, SignJWT } from 'jose';
import { generateReceiptKey, type ReceiptPrivateKey } from '../../src/edge/index.js';
import { verifyReceipt, type ReceiptExpectation, type ReceiptFault } from '../../src/receipt/index.js';
import type { ReceiptClaims } from '../../src/protocol/index.js';
import { ISSUER, ORIGIN } from '../edge/support.js';

export const EMAIL = 'ada@example.com';
/** `printf ada@example.com | openssl dgst -sha256 -binary | basenc --base64url` */
const SUBJECT = 'tfyF5VdV-eDQMKEKtEKbaylEhV-aDWAHf-gyvsvEHXI';

/** Two keys of each kind. */
export const eddsa = await generateReceiptKey();
export const otherEddsa = await generateReceiptKey();
export const es256 = await generateReceiptKey('ES256');
export const otherEs256 = await generateReceiptKey('ES256');

export const algorithmOfKey = (key: ReceiptPrivateKey): 'EdDSA' | 'ES256' => (key.kty === 'OKP' ? 'EdDSA' : 'ES256');

/** The claims of a receipt that is made now. */
export const claimsAt = (nowMs: number, over: Partial<ReceiptClaims> = {}): ReceiptClaims => {
  const iat = Math.floor(nowMs / 1000);
  return {
    iss: ISSUER,
    aud: ORIGIN,
    sub: SUBJECT,
    mailbox: SUBJECT,
    status: 'valid',
    quality: 'safe',
    sub_status: [],
    iat,
    exp: iat + 1800,
    jti: crypto.randomUUID(),
    ...over,
  };
};

/** A receipt by hand: signed with this key, whatever its header then says. */
export const signWith = async (key: ReceiptPrivateKey, claims: object, header: object = {}): Promise<string> => {
  const alg = algorithmOfKey(key);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg, typ: 'email-verification+jwt', kid: key.kid, ...header })
    .sign(await importJWK({ ...key }, alg));
};

/** Resolves to the reason for which a backend that trusts these keys refuses a receipt, or to `ok`. */
export const reasonOf = async (
  receipt: unknown,
  keys: readonly object[],
  over: Partial<ReceiptExpectation> = {},
): Promise<ReceiptFault | 'ok'> => {
  const check = await verifyReceipt(receipt, { email: EMAIL, audience: ORIGIN, jwks: { keys }, ...over });
  return check.ok ? 'ok' : check.reason;
};
