import { calculateJwkThumbprint } from 'jose';
import { RECEIPT_ALGORITHMS, type ReceiptAlgorithm } from '../protocol/index.js';

/** The public half of an EdDSA key: an Ed25519 JWK (RFC 8037) with a key id. */
export interface Ed25519PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  /** The public key, base64url. */
  x: string;
  /** The key id, as named in the header of a receipt. */
  kid: string;
}

/** The public half of an ES256 key: a P-256 JWK (RFC 7518, section 6.2) with a key id. */
export interface P256PublicKey {
  kty: 'EC';
  crv: 'P-256';
  /** The point's coordinates, base64url. */
  x: string;
  y: string;
  /** The key id, as named in the header of a receipt. */
  kid: string;
}

/** The public half of a receipt key; `kty` tells which kind it is. */
export type ReceiptPublicKey = Ed25519PublicKey | P256PublicKey;

/** A receipt key with its private half, `d`. Anyone who has it can sign receipts: keep it like a password. */
export type ReceiptPrivateKey = ReceiptPublicKey & { d: string };

/** The members of a JWK that determine its use. */
interface KeyKind {
  kty?: unknown;
  crv?: unknown;
  alg?: unknown;
  use?: unknown;
}

/**
 * The only algorithm that a key may be used with, or null if it is not supported. The key alone decides; the `alg` in a
 * receipt's header must match it (RFC 8725, section 3.1).
 */
export const algorithmOf = ({ kty, crv, alg, use = 'sig' }: KeyKind): ReceiptAlgorithm | null => {
  const algorithm = kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : kty === 'EC' && crv === 'P-256' ? 'ES256' : null;
  return use === 'sig' && (alg === undefined || alg === algorithm) ? algorithm : null;
};

/** The algorithm of a receipt key. */
export const algorithmOfReceiptKey = ({ kty }: ReceiptPublicKey): ReceiptAlgorithm =>
  kty === 'OKP' ? 'EdDSA' : 'ES256';

/** An Ed25519 key in PKCS #8 (RFC 8410, section 7) is this prefix and the 32 bytes of the seed. */
const PKCS8_PREFIX = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
const SEED_BYTES = 32;

/**
 * Creates the EdDSA key of a seed. The same seed always gives the same key and key id (its thumbprint, RFC 7638).
 * @param seed 32 random bytes, or bytes derived from a secret by HKDF.
 * @throws RangeError for a seed of another length.
 * @example
 * const receiptKey = await receiptKeyFromSeed(crypto.getRandomValues(new Uint8Array(32)));
 */
export const receiptKeyFromSeed = async (seed: Uint8Array): Promise<Ed25519PublicKey & { d: string }> => {
  if (seed.length !== SEED_BYTES) throw new RangeError(`seed: ${seed.length} bytes, but it takes ${SEED_BYTES}`);
  const pkcs8 = new Uint8Array([...PKCS8_PREFIX, ...seed]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x = '', d = '' } = await crypto.subtle.exportKey('jwk', key);
  const shape = { kty: 'OKP', crv: 'Ed25519', x } as const;
  return { ...shape, kid: await calculateJwkThumbprint(shape), d };
};

const generateP256 = async (): Promise<P256PublicKey & { d: string }> => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const shape = { kty: 'EC', crv: 'P-256', x, y } as const;
  return { ...shape, kid: await calculateJwkThumbprint(shape), d };
};

/**
 * Generates a receipt key; its id is its thumbprint (RFC 7638).
 * @param algorithm `EdDSA` (the default) or `ES256`, for backends whose library does not support Ed25519.
 * @throws TypeError for any other algorithm.
 * @example
 * console.log(JSON.stringify(await generateReceiptKey())); // keep it as RECEIPT_KEY
 */
export const generateReceiptKey = async (algorithm: ReceiptAlgorithm = 'EdDSA'): Promise<ReceiptPrivateKey> => {
  if (!RECEIPT_ALGORITHMS.includes(algorithm)) {
    throw new TypeError(`algorithm: '${algorithm as string}', but it takes ${RECEIPT_ALGORITHMS.join(' or ')}`);
  }
  if (algorithm === 'ES256') return generateP256();
  return receiptKeyFromSeed(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
};

/** The public half of a key. Only known members are copied, so that nothing private is published. */
export const publicHalf = (key: ReceiptPublicKey): ReceiptPublicKey => {
  const { x, kid } = key;
  return key.kty === 'OKP' ? { kty: key.kty, crv: key.crv, x, kid } : { kty: key.kty, crv: key.crv, x, y: key.y, kid };
};
