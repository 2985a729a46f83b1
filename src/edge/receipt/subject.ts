import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url } from 'jose';
import { parseAddress } from '../../address/parse.js';

/** Names a receipt's kind of JWS, so that no other kind passes for one (RFC 8725, section 3.11). */
export const RECEIPT_TYPE = 'email-verification+jwt';

/** An address in the one form in which two spellings of it are compared. */
export interface NormalisedAddress {
  text: string;
  /** Whether the text is an address at all. */
  valid: boolean;
}

/** Normalises an address. Space around it is no part of it; text that is no address stands for itself. */
export const normalise = (email: string): NormalisedAddress => {
  const text = email.trim();
  const parsed = parseAddress(text);
  return parsed.ok ? { text: parsed.ascii, valid: true } : { text, valid: false };
};

/** SHA-256 of a text in UTF-8, base64url. */
export const digestOf = (text: string): string => base64url.encode(sha256(utf8ToBytes(text)));

/** The `sub` of a receipt: which address it is for, without saying the address. */
export const subjectOf = ({ text }: NormalisedAddress): string => digestOf(text);
