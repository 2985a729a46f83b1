import { receiptKeyFromSeed, type ReceiptPrivateKey } from './key.js';

const utf8 = new TextEncoder();

/**
 * Derives the receipt key from the secret of an installation, for operators who set no RECEIPT_KEY. HKDF (RFC 5869) with a
 * separate label: the key reveals nothing about the secret, and every process with this secret gets the same key.
 */
export const receiptKeyFromSecret = async (secret: string): Promise<ReceiptPrivateKey> => {
  const material = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveBits']);
  const labels = { salt: utf8.encode('email-verify'), info: utf8.encode('receipt') };
  const seed = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', ...labels }, material, 256);
  return receiptKeyFromSeed(new Uint8Array(seed));
};
