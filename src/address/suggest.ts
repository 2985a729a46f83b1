import { REAL_TLDS } from './data/endings.js';
import { ask, guessDomain, type Guess } from './guess-domain.js';
import { readMisplacedAt } from './misplaced-at.js';
import { nameOf } from './domain-parts.js';
import { nearest } from './nearest-provider.js';
import { parseAddress, type ParsedAddress, type ParseFailure } from './parse.js';
import { readSpaced } from './spaced-domain.js';
import { tidy } from './address-in-text.js';

/** The address that was probably meant. */
export interface Suggestion {
  /** A whole address, with the local part as it was typed. */
  address: string;
  /** True if the typo is obvious enough to be fixed without asking. */
  certain: boolean;
}

/** An address without characters that need tidying: only its domain may be wrong. Most texts match. */
const CLEAN = /^[\w.!#$%&*+/=?^{|}~\u00c0-\u052f-][\w.!#$%&'*+/=?^`{|}~\u00c0-\u052f-]*@[a-z\d-]+(?:\.[a-z\d-]+)*$/i;

/** Reads a mark in or after a domain as a mistyped key: gm,ail.com, hotmail.co! */
const guessPunctuated = (text: string, tidied: string): Guess | null => {
  const typed = /^[^\s@]+@([^\s@]+)$/.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined || typed === tidied) return null;
  const near = nearest(nameOf(typed));
  return near && near.cost < 2 && near.meant.domain !== tidied ? ask(near.meant.domain) : null;
};

/**
 * Guesses the intended address of a text that is nearly an address, or whose domain is nearly a well-known one.
 * `certain` is true for white space, a label, `mailto:`, brackets and punctuation around it, full-width characters, an
 * ending that does not exist (`.con`), and a domain that is one edit away from a large provider and not known itself.
 * Never throws.
 * @returns null if the typed text is the best guess.
 */
export const suggest = (text: string): Suggestion | null => suggestParsed(text, parseAddress(text));

/** Suggests as {@link suggest} does, for a text that is parsed already. */
export const suggestParsed = (text: string, parsed: ParsedAddress | ParseFailure): Suggestion | null => {
  // Bounds the work below. No address is this long.
  if (text.length > 1000) return null;
  const clean = CLEAN.test(text);
  const spaced = clean || parsed.ok ? null : readSpaced(text);
  if (spaced) return spaced;
  const { address: tidied, certain } = clean ? { address: text, certain: true } : tidy(text);
  const start = tidied.lastIndexOf('@') + 1;
  const misplaced = parsed.ok || (start && (clean || parseAddress(tidied).ok)) ? null : readMisplacedAt(text);
  if (misplaced && parseAddress(misplaced).ok) return { address: misplaced, certain: false };
  if (!start) return null;
  const typed = tidied.slice(start).toLowerCase();
  const found = (clean ? null : guessPunctuated(text, typed)) ?? guessDomain(typed);
  const isAsTyped = parsed.ok && tidied === text;
  if (isAsTyped && !found) return null;
  const before = tidied.slice(0, start);
  // RFC 5321 allows a dot only between two other letters, unless the local part is quoted.
  const local = isAsTyped || before.startsWith('"') ? before : before.replace(/\.+(?=[.@])|^\.+/g, '');
  const domain = found?.domain ?? tidied.slice(start);
  const address = local + domain;
  if (address === text) return null;
  const made = parseAddress(address);
  if (!made.ok) return null;
  // Only the dots of another keyboard were replaced.
  const isSame = parsed.ok && parsed.ascii === made.ascii;
  // A candidate that begins with a sign, or has an unknown ending, was probably not cut out correctly.
  const isWhole = (): boolean => {
    const ending = domain.slice(domain.lastIndexOf('.') + 1).toLowerCase();
    return /^["\p{L}\p{N}]/u.test(local) && (REAL_TLDS.test(ending) || /^(\p{L}{3,}|xn--.+|\P{ASCII}+)$/u.test(ending));
  };
  return {
    address,
    certain:
      isSame || (certain && local === before && found?.certain !== false && (isWhole() || address === text.trim())),
  };
};
