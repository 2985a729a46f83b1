import { hkdf } from '../util/hkdf.js';
import { receiptKeyFromSeed, type ReceiptPrivateKey } from './key.js';

/**
 * Derives 32 bytes for one purpose from the secret of an installation. Every process with the same secret derives the
 * same bytes.
 */
export const deriveFromSecret = (secret: string, purpose: string): Promise<Uint8Array<ArrayBuffer>> =>
  hkdf(new TextEncoder().encode(secret), 'email-verify', purpose);

/** Derives the receipt key from the secret of an installation, for operators who set no RECEIPT_KEY. */
export const receiptKeyFromSecret = async (secret: string): Promise<ReceiptPrivateKey> =>
  receiptKeyFromSeed(await deriveFromSecret(secret, 'receipt'));
