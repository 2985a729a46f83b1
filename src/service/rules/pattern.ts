/** The patterns of rules: an address, a domain, all names below a domain, or a mail server. */
import { caselessMailbox } from '../../address/mailbox.js';
import { parseAddress } from '../../address/parse.js';

/** Completes 'PATTERN must be …'. */
export const PATTERN_EXPECTED =
  'an address, a domain such as firm.org, *.firm.org for the names below it, or a mail server: mx:mx.firm.org, mx:*.firm.org';
/** The longest text that is read as a pattern, in UTF-16 code units. */
export const MAX_PATTERN = 260;

const MX = 'mx:';
const BELOW = '*.';

/** A pattern that was read. */
export interface Pattern {
  /** As people see it: in lower case, domains in ASCII. */
  pattern: string;
  /** The same for all spellings of one mailbox; else the pattern. Rules are found by it. */
  key: string;
}

/** A domain in lower-case ASCII, of one label or more; null for other text. */
const domainOf = (text: string): string | null => {
  const before = 'x@x.';
  const parsed = parseAddress(before + text.replace(/\.$/, ''));
  return parsed.ok ? parsed.ascii.slice(before.length) : null;
};

/** A domain, or `*.` and a domain. */
const namesOf = (text: string): string | null => {
  const isBelow = text.startsWith(BELOW);
  const domain = domainOf(isBelow ? text.slice(BELOW.length) : text);
  return domain === null ? null : (isBelow ? BELOW : '') + domain;
};

/**
 * The key of the mailbox behind an address; null for text that is no address. Letter case and the mail host are left
 * aside, as for outcomes of mail.
 */
const keyOfAddress = (email: string): { ascii: string; key: string } | null => {
  const parsed = parseAddress(email.trim());
  if (!parsed.ok) return null;
  return { ascii: parsed.ascii.toLowerCase(), key: caselessMailbox(parsed) };
};

/** Reads a pattern as people write it. @returns null for text that is not one: see {@link PATTERN_EXPECTED}. */
export const readPattern = (text: string): Pattern | null => {
  const given = text.trim().toLowerCase();
  if (given.length > MAX_PATTERN) return null;
  if (given.startsWith(MX)) {
    const host = namesOf(given.slice(MX.length));
    return host === null ? null : { pattern: MX + host, key: MX + host };
  }
  if (given.includes('@')) {
    // `*@firm.org` is meant for all addresses of a domain, and would fit the one whose name is a star.
    if (given.slice(0, given.lastIndexOf('@')).includes('*')) return null;
    const address = keyOfAddress(given);
    return address && { pattern: address.ascii, key: address.key };
  }
  const names = namesOf(given);
  // A single label is no domain of mail, but the names below it are: `*.example`.
  return names?.includes('.') === true ? { pattern: names, key: names } : null;
};

/** `*.` and each domain above a name, the nearest first. */
const above = (name: string): string[] => {
  const labels = name.split('.');
  return labels.slice(1).map((_, index) => BELOW + labels.slice(index + 1).join('.'));
};

/** The keys of the rules that can fit an address, the most specific first; none for text that is no address. */
export const keysOf = (email: string): string[] => {
  const address = keyOfAddress(email);
  if (address === null) return [];
  const domain = address.ascii.slice(address.ascii.lastIndexOf('@') + 1);
  return [address.key, domain, ...above(domain)];
};

/** True for the key of a rule for mail servers. */
export const isOfMailServer = (key: string): boolean => key.startsWith(MX);

/** The keys of the rules that can fit a mail server, the most specific first. */
export const keysOfMailServer = (host: string): string[] => {
  if (host === '') return [];
  const name = host.toLowerCase();
  return [name, ...above(name)].map((key) => MX + key);
};
