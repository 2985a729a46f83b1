import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url, CompactSign, importJWK } from 'jose';
import { algorithmOf } from '../receipt/key.js';
import type { EdgeCrypto, JwsHeader, SignJws } from './types.js';

const utf8 = new TextEncoder();

const signer =
  (key: CryptoKey | Uint8Array, header: JwsHeader & { alg: string }): SignJws =>
  (payload) =>
    new CompactSign(utf8.encode(JSON.stringify(payload))).setProtectedHeader(header).sign(key);

/** For any runtime. Hashes are not WebCrypto's, which leaves the thread for each of them: that takes longer than the hash. */
export const webCrypto: EdgeCrypto = {
  keyedHash(key) {
    // The key is worked in once: what is left for each text is half the work.
    const keyed = hmac.create(sha256, key);
    return (text) => base64url.encode(keyed.clone().update(utf8.encode(text)).digest());
  },
  sha256: (text) => base64url.encode(sha256(utf8.encode(text))),
  async hmacSigner(key, header) {
    const hs256 = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return signer(hs256, { alg: 'HS256', ...header });
  },
  async receiptSigner(key, header) {
    const alg = algorithmOf(key) ?? '';
    return signer(await importJWK({ ...key }, alg), { alg, ...header });
  },
};
