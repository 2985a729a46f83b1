/** The first stages of a check: what the text of an address and the lists say, before anybody is asked. */
import { inspect, type ParsedAddress } from '../address/index.js';
import { timestamp, type SubStatus, type ValidationResult } from '../protocol/index.js';
import { assess } from './score.js';

/** The findings on an address by syntax and lists. */
export interface TextFindings {
  readonly email: string;
  /** Null for text that is not an address. */
  readonly address: ParsedAddress | null;
  readonly domain: string;
  readonly codes: readonly SubStatus[];
  /** The address that was probably meant; `certain`: an obvious typo. */
  readonly suggestion: { readonly address: string; readonly certain: boolean } | null;
}

/** Codes after which nothing is left to ask. */
const DECIDING: readonly SubStatus[] = ['syntax_error', 'reserved_domain'];

/** Reads the text of an address. */
export const readText = (email: string): TextFindings => {
  const { parsed: address, codes, suggestion } = inspect(email);
  if (!address.ok) return { email, suggestion, address: null, domain: '', codes: ['syntax_error'] };
  const domain = address.ascii.slice(address.ascii.lastIndexOf('@') + 1);
  // A non-ASCII local part needs SMTPUTF8 on every server on the way (RFC 6531 §3.2).
  if (/[^ -~]/.test(address.local)) codes.push('smtputf8_required');
  return { email, suggestion, address, domain, codes };
};

/** True if the text leaves nothing to ask the DNS about: it is no address, or its domain is reserved. */
export const isDecided = ({ codes }: Pick<TextFindings, 'codes'>): boolean =>
  codes.some((code) => DECIDING.includes(code));

/**
 * The result of an address about which nobody is asked, neither DNS nor mail server: `mx_record` is empty, and
 * `smtp_not_checked` says so. Whoever does not ask has a reason, and gives the status by it.
 */
export const unaskedResult = (email: string): ValidationResult => {
  const { address, domain, codes, suggestion } = readText(email);
  const all = [...codes];
  if (!isDecided({ codes })) all.push('smtp_not_checked');
  // A domain that takes mail outweighs a guess, and here it is not known.
  if (suggestion?.certain === true) all.push('possible_typo');
  const { status, quality, score, sub_status } = assess(all);
  return {
    email,
    status,
    checked_at: timestamp(new Date()),
    account: address?.local ?? '',
    domain,
    quality,
    score,
    mx_record: '',
    did_you_mean: suggestion?.certain === true ? suggestion.address : null,
    sub_status,
  };
};
