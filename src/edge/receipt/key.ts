import { calculateJwkThumbprint } from 'jose';

/** The public half of a receipt key: an Ed25519 JWK (RFC 8037) with a key id. */
export interface ReceiptPublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  /** The public key, base64url. */
  x: string;
  /** The key id: what a receipt names, and a backend looks up. */
  kid: string;
}

/** A receipt key with its private half, `d`. Whoever has it can sign receipts: keep it as a password is kept. */
export interface ReceiptPrivateKey extends ReceiptPublicKey {
  d: string;
}

/** Ed25519 in PKCS #8 (RFC 8410, section 7): these bytes, then the 32 of the seed. */
const PKCS8_PREFIX = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
const SEED_BYTES = 32;

/**
 * Makes the receipt key that belongs to a seed: the same seed always gives the same key and key id (its thumbprint, RFC 7638).
 * @param seed 32 random bytes, or bytes derived from a secret by HKDF.
 * @throws RangeError for a seed of another length.
 * @example
 * const receiptKey = await receiptKeyFromSeed(crypto.getRandomValues(new Uint8Array(32)));
 */
export const receiptKeyFromSeed = async (seed: Uint8Array): Promise<ReceiptPrivateKey> => {
  if (seed.length !== SEED_BYTES) throw new RangeError(`seed: ${seed.length} bytes, but it takes ${SEED_BYTES}`);
  const pkcs8 = new Uint8Array([...PKCS8_PREFIX, ...seed]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x = '', d = '' } = await crypto.subtle.exportKey('jwk', key);
  const shape = { kty: 'OKP', crv: 'Ed25519', x } as const;
  return { ...shape, kid: await calculateJwkThumbprint(shape), d };
};

/**
 * Makes a new receipt key.
 * @example
 * console.log(JSON.stringify(await generateReceiptKey())); // keep it as RECEIPT_KEY
 */
export const generateReceiptKey = (): Promise<ReceiptPrivateKey> =>
  receiptKeyFromSeed(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));

/** The half of a key that may be published: nothing but the named members, whatever else the key carries. */
export const publicHalf = ({ kty, crv, x, kid }: ReceiptPublicKey): ReceiptPublicKey => ({ kty, crv, x, kid });
