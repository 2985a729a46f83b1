import { base64url } from 'jose';

/** True if no other text has these bytes: no padding, no white space, and no unused bits that are set (RFC 7515 §2, RFC 4648 §3.5). */
const isCanonical = (part: string): boolean => {
  try {
    return base64url.encode(base64url.decode(part)) === part;
  } catch {
    return false;
  }
};

/** True for three parts in the one way that they are written: the same token is not taken in several spellings. */
export const isCompactJws = (text: string): boolean => {
  const parts = text.split('.', 4);
  return parts.length === 3 && parts.every(isCanonical);
};
