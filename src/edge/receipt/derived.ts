import { receiptKeyFromSeed, type ReceiptPrivateKey } from './key.js';

const utf8 = new TextEncoder();

/**
 * The receipt key that belongs to an installation's secret: for operators who keep one secret, and no key of its own. HKDF
 * (RFC 5869) under a label of its own: the key tells nothing of the secret, and every process with this secret signs with it.
 */
export const receiptKeyFromSecret = async (secret: string): Promise<ReceiptPrivateKey> => {
  const material = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveBits']);
  const labels = { salt: utf8.encode('email-verify'), info: utf8.encode('receipt') };
  const seed = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', ...labels }, material, 256);
  return receiptKeyFromSeed(new Uint8Array(seed));
};
