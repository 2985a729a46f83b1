import { base64url } from 'jose';
import { edgeCrypto, type KeyedHash, type SignJws } from './crypto/index.js';

/** Keys derived from one secret, one per use, so that a value made for one use is invalid in another. */
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

const utf8 = new TextEncoder();
/** The `typ` of a token, so that no other kind of JWT is accepted as one (RFC 8725, section 3.11). */
export const TOKEN_TYPE = 'email-verify-token+jwt';
const KEY_BITS = 256;
/** Characters of the key id: enough to avoid collisions. */
const ID_LENGTH = 11;

/** Derives the keys by HKDF-SHA-256 (RFC 5869), each under its own label. */
export const deriveKeys = async (secret: Uint8Array<ArrayBuffer>): Promise<EdgeKeys> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const derive = async (use: string): Promise<Uint8Array<ArrayBuffer>> => {
    const info = utf8.encode(`email-verify edge ${use}`);
    const bits = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
    return new Uint8Array(await crypto.subtle.deriveBits(bits, material, KEY_BITS));
  };
  const [name, token, client, challenge, address] = await Promise.all([
    derive('id'),
    derive('token'),
    derive('client'),
    derive('challenge'),
    derive('address'),
  ]);
  const { keyedHash, hmacSigner } = edgeCrypto();
  const id = base64url.encode(name).slice(0, ID_LENGTH);
  const hs256 = { name: 'HMAC', hash: 'SHA-256' };
  return {
    id,
    token: await crypto.subtle.importKey('raw', token, hs256, false, ['sign', 'verify']),
    signToken: await hmacSigner(token, { typ: TOKEN_TYPE, kid: id }),
    client: keyedHash(client),
    challenge: base64url.encode(challenge),
    address: keyedHash(address),
  };
};
