import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url } from 'jose';

/**
 * A keyed hash (HMAC-SHA-256, base64url): without the key nobody can try out what text it stands for. Not WebCrypto's, which
 * leaves the thread for each hash: that takes longer than the hash.
 */
export type KeyedHash = (text: string) => string;

/** The keys an edge derives from one secret, one for each use, so that no value made for one can serve in another. */
export interface EdgeKeys {
  /** Names this set of keys in a token's header; tells nothing of them. */
  id: string;
  /** Signs tokens (HS256). */
  token: CryptoKey;
  /** Hashes clients' network addresses. */
  client: KeyedHash;
  /** The secret of challenges. */
  challenge: string;
  /** Hashes the addresses whose verdicts are remembered. */
  address: KeyedHash;
}

const utf8 = new TextEncoder();
const KEY_BITS = 256;
/** Enough to tell two sets of keys apart. */
const ID_LENGTH = 11;

const keyedHash = (key: Uint8Array): KeyedHash => {
  // The key is worked in once: what is left for each text is half the work.
  const keyed = hmac.create(sha256, key);
  return (text) => base64url.encode(keyed.clone().update(utf8.encode(text)).digest());
};

/** Derives the keys by HKDF-SHA-256 (RFC 5869), each under its own label. */
export const deriveKeys = async (secret: Uint8Array<ArrayBuffer>): Promise<EdgeKeys> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const derive = async (use: keyof EdgeKeys): Promise<Uint8Array<ArrayBuffer>> => {
    const info = utf8.encode(`email-verify edge ${use}`);
    const bits = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
    return new Uint8Array(await crypto.subtle.deriveBits(bits, material, KEY_BITS));
  };
  const [id, token, client, challenge, address] = await Promise.all([
    derive('id'),
    derive('token'),
    derive('client'),
    derive('challenge'),
    derive('address'),
  ]);
  const hs256 = { name: 'HMAC', hash: 'SHA-256' };
  return {
    id: base64url.encode(id).slice(0, ID_LENGTH),
    token: await crypto.subtle.importKey('raw', token, hs256, false, ['sign', 'verify']),
    client: keyedHash(client),
    challenge: base64url.encode(challenge),
    address: keyedHash(address),
  };
};
