import type { ReceiptAlgorithm } from '../../protocol/index.js';

/** A keyed hash (HMAC-SHA-256, base64url). Without the key nobody can try out texts against it. */
export type KeyedHash = (text: string) => string;

/** Signs a payload as a compact JWS (RFC 7515); synchronously on Node. */
export type SignJws = (payload: object) => string | Promise<string>;

/** The protected header of a JWS without `alg`, which the key determines. */
export type JwsHeader = Readonly<Record<'typ' | 'kid', string>>;

/** A private key: an Ed25519 or P-256 JWK. */
export type PrivateJwk = Readonly<{ kty: string; crv: string; x: string; y?: string; d: string }>;

/** Hashes and JWS signatures, as fast as the runtime has them. */
export interface RuntimeCrypto {
  keyedHash: (key: Uint8Array) => KeyedHash;
  /** SHA-256 of a text in UTF-8, base64url. */
  sha256: (text: string) => string;
  /** Creates a signer for HS256. */
  hmacSigner: (key: Uint8Array<ArrayBuffer>, header: JwsHeader) => SignJws | Promise<SignJws>;
  /** Creates a signer for the algorithm of a private key. */
  jwkSigner: (jwk: PrivateJwk, alg: ReceiptAlgorithm, header: JwsHeader) => SignJws | Promise<SignJws>;
}
