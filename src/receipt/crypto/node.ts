import type { JwsHeader, RuntimeCrypto, SignJws } from './types.js';

interface Hmac {
  update(text: string): { digest(encoding: 'base64url'): string };
}

/** The part of node:crypto that is used here. Declared by hand, so that the published types need no `@types/node`. */
export interface NodeCrypto {
  hash(algorithm: 'sha256', text: string, encoding: 'base64url'): string;
  createHmac(algorithm: 'sha256', key: Uint8Array): Hmac;
  createPrivateKey(input: { key: Record<string, unknown>; format: 'jwk' }): object;
  sign(hash: string | null, data: Uint8Array, options: { key: object; dsaEncoding: 'ieee-p1363' }): Buffer;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Builds compact JWS (RFC 7515, section 7.1) from signatures in base64url. */
const signer = (header: JwsHeader & { alg: string }, sign: (input: string) => string): SignJws => {
  const start = `${encoded(header)}.`;
  return (payload) => {
    const input = start + encoded(payload);
    return `${input}.${sign(input)}`;
  };
};

/** The cryptography of Node. A signature on this thread takes a third of the time that Web Crypto's thread pool takes. */
export const nodeCrypto = (node: NodeCrypto): RuntimeCrypto => {
  const keyedHash: RuntimeCrypto['keyedHash'] = (key) => (text) =>
    node.createHmac('sha256', key).update(text).digest('base64url');
  return {
    keyedHash,
    sha256: (text) => node.hash('sha256', text, 'base64url'),
    hmacSigner: (key, header) => signer({ alg: 'HS256', ...header }, keyedHash(key)),
    jwkSigner(jwk, alg, header) {
      const key = node.createPrivateKey({ key: { ...jwk }, format: 'jwk' });
      // Ed25519 includes its hash. JWS has an ECDSA signature as two numbers, not as DER (RFC 7518, section 3.4).
      const hash = alg === 'ES256' ? 'sha256' : null;
      return signer({ alg, ...header }, (input) =>
        node.sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
      );
    },
  };
};
