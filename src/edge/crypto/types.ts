import type { ReceiptPrivateKey } from '../receipt/key.js';

/** A keyed hash (HMAC-SHA-256, base64url): without the key nobody can try out what text it stands for. */
export type KeyedHash = (text: string) => string;

/** Signs a payload as a compact JWS (RFC 7515): at once, or in a while. */
export type SignJws = (payload: object) => string | Promise<string>;

/** A JWS's protected header, but for the algorithm, which the key decides. */
export type JwsHeader = Readonly<Record<'typ' | 'kid', string>>;

/** The cryptography of an edge that runs for each request. */
export interface EdgeCrypto {
  keyedHash: (key: Uint8Array) => KeyedHash;
  /** SHA-256 of a text in UTF-8, base64url. */
  sha256: (text: string) => string;
  /** Signs by HS256. */
  hmacSigner: (key: Uint8Array<ArrayBuffer>, header: JwsHeader) => SignJws | Promise<SignJws>;
  /** Signs by the algorithm of the key. */
  receiptSigner: (key: ReceiptPrivateKey, header: JwsHeader) => SignJws | Promise<SignJws>;
}
