import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { hkdf } from '../../util/hkdf.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts that the database must not contain in the clear. */
export interface Seal {
  /** @param context binds the text to its place: it opens only with the same one. */
  seal(text: string, context: Buffer): Buffer;
  /** @returns null if it was sealed with another secret or context, or was changed. */
  open(sealed: Buffer, context: Buffer): string | null;
}

/** AES-256-GCM (NIST SP 800-38D) with random IVs, under a key derived from the secret: IV, tag, ciphertext. */
export const createSeal = async (secret: string): Promise<Seal> => {
  const key = await hkdf(new TextEncoder().encode(secret), 'email-verify', 'seal');
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(context);
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, context) {
      const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
      if (tag.length < TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
        .setAAD(context)
        .setAuthTag(tag);
      try {
        const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};
