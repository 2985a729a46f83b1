import { base64url } from 'jose';
import { edgeCrypto, type KeyedHash, type SignJws } from './crypto/index.js';

/** The keys an edge derives from one secret, one for each use, so that no value made for one can serve in another. */
export interface EdgeKeys {
  /** Names this set of keys in a token's header; tells nothing of them. */
  id: string;
  /** Verifies tokens (HS256). */
  token: CryptoKey;
  /** Signs them with the same key. */
  signToken: SignJws;
  /** Hashes clients' network addresses. */
  client: KeyedHash;
  /** The secret of challenges. */
  challenge: string;
  /** Hashes the addresses whose verdicts are remembered. */
  address: KeyedHash;
}

const utf8 = new TextEncoder();
/** Names the kind of JWT that a token is, so that no other kind passes for it (RFC 8725, section 3.11). */
export const TOKEN_TYPE = 'email-verify-token+jwt';
const KEY_BITS = 256;
/** Enough to tell two sets of keys apart. */
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
