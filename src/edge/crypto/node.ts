import type * as NodeCrypto from 'node:crypto';
import { algorithmOf } from '../receipt/key.js';
import type { EdgeCrypto, JwsHeader, SignJws } from './types.js';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWS (RFC 7515, section 7.1) of a signature that is made at once, base64url. */
const signer = (header: JwsHeader & { alg: string }, sign: (input: string) => string): SignJws => {
  const start = `${encoded(header)}.`;
  return (payload) => {
    const input = start + encoded(payload);
    return `${input}.${sign(input)}`;
  };
};

/** For Node: on the thread, where a signature takes a third of WebCrypto's time, which leaves it. */
export const nodeCrypto = ({ createHmac, createHash, createPrivateKey, sign }: typeof NodeCrypto): EdgeCrypto => ({
  keyedHash: (key) => (text) => createHmac('sha256', key).update(text).digest('base64url'),
  sha256: (text) => createHash('sha256').update(text).digest('base64url'),
  hmacSigner: (key, header) =>
    Promise.resolve(
      signer({ alg: 'HS256', ...header }, (input) => createHmac('sha256', key).update(input).digest('base64url')),
    ),
  // In an async function: a key that is broken throws at once.
  async receiptSigner(jwk, header) {
    const alg = algorithmOf(jwk) ?? '';
    const key = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
    // Of Ed25519 the hash is a part. ECDSA's signature is the two numbers side by side, and not DER (RFC 7518, section 3.4).
    const hash = alg === 'ES256' ? 'sha256' : null;
    return signer({ alg, ...header }, (input) =>
      sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    );
  },
});
