import { canonicalMailbox } from '../address/mailbox.js';
import { parseAddress } from '../address/parse.js';
import { runtimeCrypto } from './crypto/index.js';

/** The `typ` of a receipt, so that no other kind of JWS is accepted as one (RFC 8725, section 3.11). */
export const RECEIPT_TYPE = 'email-verification+jwt';

/** An address in normal form, for comparison. */
export interface NormalisedAddress {
  text: string;
  /** True if the text is a valid address. */
  valid: boolean;
}

/** Normalises an address. Surrounding whitespace is removed; text that is not an address is kept. */
export const normalise = (email: string): NormalisedAddress => {
  const text = email.trim();
  const parsed = parseAddress(text);
  return parsed.ok ? { text: parsed.ascii, valid: true } : { text, valid: false };
};

/**
 * The `mailbox` of a receipt: a hash of the mailbox behind the address.
 * @param host the best mail exchanger; `""` when it is not known.
 */
export const mailboxOf = ({ text }: NormalisedAddress, host: string): string =>
  runtimeCrypto().sha256(canonicalMailbox(text, { host }));

/** A text in lower case. The Kelvin sign stays as it is, since its lower case is the ASCII letter k. */
const lowerCase = (text: string): string => text.replace(/[^\u212a]+/g, (part) => part.toLowerCase());

/**
 * The `sub` of a receipt: a hash of the address; and `folded`, a hash of the address in lower case, if that is another
 * text.
 */
export const subjectsOf = ({ text }: NormalisedAddress): { sub: string; folded?: string } => {
  const { sha256 } = runtimeCrypto();
  const lower = lowerCase(text);
  return { sub: sha256(text), ...(lower !== text && { folded: sha256(lower) }) };
};
