import { base64url } from 'jose';

/** True for canonical base64url: no padding, no white space, and unused bits are zero (RFC 7515 §2, RFC 4648 §3.5). */
const isCanonical = (part: string): boolean => {
  try {
    return base64url.encode(base64url.decode(part)) === part;
  } catch {
    return false;
  }
};

/** True for three canonical parts. Several spellings of one token would pass as several tokens. */
export const isCompactJws = (text: string): boolean => {
  const parts = text.split('.', 4);
  return parts.length === 3 && parts.every(isCanonical);
};
