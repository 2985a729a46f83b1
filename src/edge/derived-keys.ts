import { base64url } from 'jose';
import { hkdf } from '../util/hkdf.js';
import { runtimeCrypto, type KeyedHash, type SignJws } from '../receipt/crypto/index.js';

/** Keys derived from one secret, one per purpose, so that a value made for one purpose is invalid for another. */
export interface EdgeKeys {
  /** The key id in a token's header; reveals nothing about the keys. */
  id: string;
  /** Verifies tokens (HS256). */
  token: CryptoKey;
  /** Signs tokens with the same key. */
  signToken: SignJws;
  /** Hashes clients' network addresses. */
  client: KeyedHash;
  /** Secret for challenges. */
  challenge: string;
  /** Hashes email addresses, for the cache of verdicts. */
  address: KeyedHash;
}

/** The `typ` of a token, so that no other kind of JWT is accepted as one (RFC 8725, section 3.11). */
export const TOKEN_TYPE = 'email-verify-token+jwt';
/** Characters of the key id: enough to avoid collisions. */
const ID_LENGTH = 11;

/** Derives the keys, each under its own label. */
export const deriveKeys = async (secret: Uint8Array<ArrayBuffer>): Promise<EdgeKeys> => {
  const derive = (use: string): Promise<Uint8Array<ArrayBuffer>> => hkdf(secret, '', `email-verify edge ${use}`);
  const token = await derive('token');
  const { keyedHash, hmacSigner } = runtimeCrypto();
  const id = base64url.encode(await derive('id')).slice(0, ID_LENGTH);
  const hs256 = { name: 'HMAC', hash: 'SHA-256' };
  return {
    id,
    token: await crypto.subtle.importKey('raw', token, hs256, false, ['sign', 'verify']),
    signToken: await hmacSigner(token, { typ: TOKEN_TYPE, kid: id }),
    client: keyedHash(await derive('client')),
    challenge: base64url.encode(await derive('challenge')),
    address: keyedHash(await derive('address')),
  };
};
