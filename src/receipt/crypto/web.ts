import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url, CompactSign, importJWK } from 'jose';
import type { JwsHeader, RuntimeCrypto, SignJws } from './types.js';

const utf8 = new TextEncoder();

const signer =
  (key: CryptoKey | Uint8Array, header: JwsHeader & { alg: string }): SignJws =>
  (payload) =>
    new CompactSign(utf8.encode(JSON.stringify(payload))).setProtectedHeader(header).sign(key);

/**
 * The cryptography of any runtime. Hashes are computed in JavaScript: Web Crypto's change of thread takes longer than
 * the hash.
 */
export const webCrypto: RuntimeCrypto = {
  keyedHash(key) {
    // Hashing the key once saves half of the work for each text.
    const keyed = hmac.create(sha256, key);
    return (text) => base64url.encode(keyed.clone().update(utf8.encode(text)).digest());
  },
  sha256: (text) => base64url.encode(sha256(utf8.encode(text))),
  async hmacSigner(key, header) {
    const hs256 = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return signer(hs256, { alg: 'HS256', ...header });
  },
  async jwkSigner(jwk, alg, header) {
    return signer(await importJWK({ ...jwk }, alg), { alg, ...header });
  },
};
