import { COMMON_SUFFIXES, REAL_TLDS } from './data/endings.js';
import { LISTED_TYPOS, REAL_LOOKALIKES } from './data/lookalikes.js';
import { NATIONAL_PROVIDERS, LARGE, PROVIDERS } from './data/providers.js';
import { nameOf, nearest, type Name, type Near } from './nearest.js';
import { parseAddress, type ParsedAddress, type ParseFailure } from './parse.js';
import { typoCost } from './typo.js';
import { tidy } from './tidy.js';

/** The address that was probably meant. */
export interface Suggestion {
  /** A whole address, with the local part as it was typed. */
  address: string;
  /** True if the typo is obvious enough to be fixed without asking. */
  certain: boolean;
}

interface Guess {
  domain: string;
  certain: boolean;
}

const ask = (domain: string): Guess => ({ domain, certain: false });

/** An address without a character that needs tidying: only its domain may be wrong. Most texts are this. */
const CLEAN = /^[\w.!#$%&*+/=?^{|}~\u00c0-\u052f-][\w.!#$%&'*+/=?^`{|}~\u00c0-\u052f-]*@[a-z\d-]+(?:\.[a-z\d-]+)*$/i;

/** Endings that are countries, and a typo of .com or .net just as well. */
const AMBIGUOUS = /^(c[mo]|om|ne|et)$/;

/** True for the domain of a provider that has one in each country. */
const isNational = ({ label, rest, ending }: Name): boolean =>
  // `de`, `co.nz`, `com.ar` may follow.
  NATIONAL_PROVIDERS.test(label) && /^(com?\.)?[a-z][a-z]$/.test(rest) && REAL_TLDS.test(ending);

/** True if the domain of a national provider was surely meant. */
const isNationalProvider = (name: Name): boolean => isNational(name) && !AMBIGUOUS.test(name.rest);

const isLarge = (near: Near | null): near is Near => near !== null && near.cost < 2 && near.meant.rank < LARGE.length;

/**
 * True if the typo leaves no doubt of the provider. Another or an extra first letter, as in hmail.com or hicloud.com, may be another
 * provider, and so may a letter after the name.
 */
const isObvious = ({ domain: typed, label, ending }: Name, near: Near): boolean => {
  const { meant, cost, tied } = near;
  const { domain } = meant;
  return (
    isLarge(near) &&
    !tied &&
    (cost === 1 || typed.length > domain.length) &&
    typed.slice(1) !== domain &&
    typed.slice(1) !== domain.slice(1) &&
    !(typed.length > domain.length && label.slice(0, -1) === meant.label) &&
    (meant.label.length > 4 || (label === meant.label && !REAL_TLDS.test(ending))) &&
    // Of a country, one letter tells too little: gmx.dr.
    (ending === meant.ending || AMBIGUOUS.test(ending) || (ending.length > 2 && !REAL_TLDS.test(ending))) &&
    // A dot too many makes it a subdomain of a domain that somebody has.
    typed.split('.').length <= domain.split('.').length &&
    /^[a-z\d.-]+$/.test(typed) &&
    !LISTED_TYPOS.test(typed)
  );
};

/**
 * True if an address's domain is one edit away from a large provider's and not itself known. Such a domain often belongs to a
 * squatter, so accepting mail does not prove that the person has a mailbox there.
 */
export const isNearLargeProvider = (address: string): boolean => {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const typed = nameOf(domain);
  const near = PROVIDERS.has(domain) ? null : nearest(typed);
  // Of a short name, only the ending is a typo that squatters live by.
  const isLong = near !== null && (near.meant.label.length > 4 || near.meant.label === typed.label);
  return isLong && isLarge(near) && !REAL_LOOKALIKES.test(domain) && !isNationalProvider(typed);
};

/** Fixes a top-level domain that does not exist. */
const fixTld = ({ domain, rest, ending: last }: Name): Guess | null => {
  if (REAL_TLDS.test(last) || last === domain) return null;
  const [two = last] = /[^.]+\.[^.]+$/.exec(rest) ?? [];
  let [best, least] = ['', 2];
  for (const ending of [last, two])
    for (const meant of COMMON_SUFFIXES) {
      const cost = typoCost(ending, meant);
      if (cost < least) [best, least] = [domain.slice(0, -ending.length) + meant, cost];
    }
  // A longer ending may be the beginning of another (.comp), unless a letter is doubled.
  const certain = least === 1 && last.length > 2 && (domain.length <= best.length || /(.)\1/.test(last));
  return best ? { domain: best, certain } : null;
};

/** Reads gmail.net, gamil.co, gmail alone and yaho.com.ar: nearly the right name, with an ending that is not .com. */
const guessByName = (typed: Name): Guess | null => {
  const label = typed.label || typed.domain;
  const rest = typed.label && typed.rest;
  if (rest === 'com' || label.length < 3) return null;
  const whole = nameOf(`${label}.com`);
  const near = nearest(whole);
  if (!isLarge(near)) return null;
  const exact = !near.cost;
  // No name of a large provider that is worth guessing is shorter.
  if (!exact && (label.length < 4 || !isObvious(whole, near))) return null;
  const { domain, label: name } = near.meant;
  if (/^(c[mo]?|om|net?|org)?$/.test(rest) || (exact && /^g|^i/.test(name) && /^(com?\.)?[a-z]{2,4}$/.test(rest)))
    return ask(domain);
  return !exact && isNational({ ...typed, label: name }) ? ask(`${name}.${rest}`) : null;
};

const guess = (typed: Name): Guess | null => {
  const near = nearest(typed);
  if (near && isObvious(typed, near)) return { domain: near.meant.domain, certain: true };
  const fixed = fixTld(typed);
  if (near && near.cost < 2 && near.meant.domain !== fixed?.domain) return ask(near.meant.domain);
  if (fixed) {
    const { domain, certain } = fixed;
    if (PROVIDERS.has(domain)) return fixed;
    const name = nameOf(domain);
    const inner = guess(name);
    if (inner) return { ...inner, certain: certain && inner.certain };
    // ma.ccom may be mac.com.
    return { domain, certain: certain && !nearest(name, true) };
  }
  return near ? ask(near.meant.domain) : guessByName(typed);
};

/** Guesses the domain that was meant. */
const guessDomain = (domain: string): Guess | null => {
  if (PROVIDERS.has(domain)) return null;
  const typed = nameOf(domain);
  const found = guess(typed);
  return found && !REAL_LOOKALIKES.test(domain) && (found.certain || !isNationalProvider(typed)) ? found : null;
};

/** Reads a mark in or after a domain as a key that was hit by mistake: gm,ail.com, hotmail.co! */
const guessPunctuated = (text: string, tidied: string): Guess | null => {
  const typed = /^[^\s@]+@([^\s@]+)$/.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined || typed === tidied) return null;
  const near = nearest(nameOf(typed));
  return near && near.cost < 2 && near.meant.domain !== tidied ? ask(near.meant.domain) : null;
};

/**
 * Guesses the intended address of a text that is nearly an address, or whose domain is nearly a well-known one. `certain` is true for
 * white space, a label, `mailto:`, brackets and punctuation around it, full-width characters, an ending that does not exist (`.con`), and
 * a domain that is one edit away from a large provider and not itself known. Never throws.
 * @returns null when the typed text is the best guess.
 */
export const suggest = (text: string): Suggestion | null => suggestParsed(text, parseAddress(text));

/** Suggests as {@link suggest} does, for a text that is parsed already. */
export const suggestParsed = (text: string, parsed: ParsedAddress | ParseFailure): Suggestion | null => {
  // Bounds the work below. No address is this long.
  if (text.length > 1000) return null;
  const clean = CLEAN.test(text);
  const { address: tidied, certain } = clean ? { address: text, certain: true } : tidy(text);
  const start = tidied.lastIndexOf('@') + 1;
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
  if (address === text || !parseAddress(address).ok) return null;
  // A candidate that begins with a sign, or ends in no known ending, was hardly cut out right.
  const isWhole = (): boolean => {
    const ending = domain.slice(domain.lastIndexOf('.') + 1).toLowerCase();
    return /^["\p{L}\p{N}]/u.test(local) && (REAL_TLDS.test(ending) || /^(\p{L}{3,}|xn--.+|\P{ASCII}+)$/u.test(ending));
  };
  return {
    address,
    certain: certain && local === before && found?.certain !== false && (isWhole() || address === text.trim()),
  };
};
