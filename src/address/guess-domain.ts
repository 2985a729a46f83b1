import { lazy } from '../util/lazy.js';
import { COMMON_SUFFIXES, REAL_TLDS } from './data/endings.js';
import { LISTED_TYPOS, REAL_LOOKALIKES } from './data/lookalikes.js';
import { LARGE, NATIONAL_NAMES, PROVIDERS } from './data/providers.js';
import { closest } from './mailcheck/closest.js';
import { nameOf, type Name } from './domain-parts.js';
import { nearest, type Near } from './nearest-provider.js';
import { typoCost } from './typo-cost.js';

/** The domain that was probably meant. */
export interface Guess {
  domain: string;
  /** True if the typo is obvious enough to be fixed without asking. */
  certain: boolean;
}

export const ask = (domain: string): Guess => ({ domain, certain: false });

/** Endings of countries that are also common typos of .com or .net. */
const AMBIGUOUS = /^(c[mo]|om|ne|et)$/;

/**
 * True for the domain of a provider with a domain in each country: its name is followed by an ending such as `de`,
 * `co.nz` or `com.ar`. Of the last two forms, a country has only one.
 */
const isNational = ({ label, rest, ending }: Name): boolean => {
  const [, second = ''] = /^(com?)\.[a-z][a-z]$/.exec(rest) ?? [];
  return (
    NATIONAL_NAMES.includes(label) &&
    (second !== '' || rest.length === 2) &&
    REAL_TLDS.test(ending) &&
    !(second && PROVIDERS.has(`${label}.${second === 'co' ? 'com' : 'co'}.${ending}`))
  );
};

/** True if the domain of a national provider was surely meant. */
const isNationalProvider = (name: Name): boolean => isNational(name) && !AMBIGUOUS.test(name.rest);

const isLarge = (near: Near | null): near is Near => near !== null && near.cost < 2 && near.meant.rank < LARGE.length;

/**
 * True if the typo leaves no doubt about the provider. Another or an extra first letter, as in hmail.com or
 * hicloud.com, may be another provider, and so may an extra letter after the name.
 */
const isObvious = ({ domain: typed, label, rest, ending }: Name, near: Near): boolean => {
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
    // One letter is too little to identify a country: gmx.dr.
    (ending === meant.ending || AMBIGUOUS.test(ending) || (ending.length > 2 && !REAL_TLDS.test(ending))) &&
    // An extra dot makes it a subdomain of an existing domain.
    (!rest.includes('.') || rest.split('.').length <= meant.rest.split('.').length) &&
    /^[a-z\d.-]+$/.test(typed) &&
    !LISTED_TYPOS.test(typed)
  );
};

/**
 * True if an address's domain is one edit away from a large provider's and not itself known. Such a domain often
 * belongs to a squatter, so accepting mail does not prove that the person has a mailbox there.
 */
export const isNearLargeProvider = (address: string): boolean => {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const typed = nameOf(domain);
  const near = PROVIDERS.has(domain) ? null : nearest(typed);
  // Of short names, squatters use only typos in the ending.
  const isLong = near !== null && (near.meant.label.length > 4 || near.meant.label === typed.label);
  return isLong && isLarge(near) && !REAL_LOOKALIKES.test(domain) && !isNationalProvider(typed);
};

/** Fixes a top-level domain that does not exist. */
const fixTld = ({ domain, rest, ending: last }: Name): Guess | null => {
  if (REAL_TLDS.test(last) || last === domain) return null;
  const [two = last] = /[^.]+\.[^.]+$/.exec(rest) ?? [];
  const fix = (ending: string): (Guess & { cost: number }) | null => {
    const meant = closest(ending, COMMON_SUFFIXES, typoCost, 1.5);
    if (!meant) return null;
    const best = domain.slice(0, -ending.length) + meant.name;
    // A longer ending may be the beginning of another (.comp), unless a letter is doubled.
    const certain = meant.cost === 1 && last.length > 2 && (domain.length <= best.length || /(.)\1/.test(last));
    return { domain: best, certain, cost: meant.cost };
  };
  const [one, other] = [fix(last), fix(two)];
  return one && other ? (other.cost < one.cost ? other : one) : (one ?? other);
};

/**
 * The best-known domains by their names: a name that is right means its owner, whatever the ending: hanmail.com is not
 * hotmail.com.
 */
const byLabel = lazy(
  (): ReadonlyMap<string, string> => new Map([...PROVIDERS].reverse().map((domain) => [nameOf(domain).label, domain])),
);

/**
 * Guesses from the name: gmail.net, gamil.co, `gmail` alone and yaho.com.ar have nearly the right name, with an ending
 * other than .com.
 */
const guessByName = (typed: Name): Guess | null => {
  const label = typed.label || typed.domain;
  const rest = typed.label && typed.rest;
  if (rest === 'com' || label.length < 3) return null;
  const isCom = /^(c[mo]?|om|net?|org)?$/.test(rest);
  // Before another ending, the name must be right.
  if (!isCom && !byLabel().has(label)) return null;
  const whole = nameOf(`${label}.com`);
  const near = nearest(whole);
  if (!isLarge(near)) return null;
  const exact = !near.cost;
  // Large providers with shorter names cannot be guessed.
  if (!exact && (label.length < 4 || !isObvious(whole, near))) return null;
  const { domain, label: name } = near.meant;
  if (isCom) return ask(domain);
  // `gmail.fr`, `gmail.com.ar`: these providers have one domain for all countries.
  return exact && /^g|^i/.test(name) && /^(c[a-z]{0,3}\.?)?[a-z]{2,4}$/.test(rest) ? ask(domain) : null;
};

/** True for the domain of a provider whose typos are recognised. */
export const isProvider = (domain: string): boolean => PROVIDERS.has(domain) || isNationalProvider(nameOf(domain));

/**
 * Guesses a complete domain with text after it: an ending that does not exist (web.de.con), or the domain or its ending
 * once more, with or without a typo (outlook.com.con).
 */
const guessBefore = ({ domain, label, rest, ending }: Name, isRepeat: boolean): string | null => {
  // An ordinary domain, such as firm.com, is done here.
  if (rest.length < 4) return null;
  const isReal = REAL_TLDS.test(ending);
  if (isReal && !isRepeat) return null;
  for (let dot = domain.lastIndexOf('.'); dot > label.length; dot = domain.lastIndexOf('.', dot - 1)) {
    const [whole, tail] = [domain.slice(0, dot), domain.slice(dot)];
    const isMeant =
      (isRepeat && (whole.endsWith(tail) || tail === `.${whole}`)) ||
      (!isReal && (!isRepeat || typoCost(tail, `.${whole}`.slice(-tail.length)) < 2));
    if (isMeant && isProvider(whole)) return whole;
  }
  const twice = isRepeat && /^([a-z]{2,3})\1$/.exec(rest);
  const whole = twice && `${label}.${twice[1]}`;
  return whole && isProvider(whole) ? whole : null;
};

/** Guesses www.gmail.com: no address has a host before a provider's domain. */
const guessAfterHost = (domain: string): Guess | null => {
  const rest = domain.startsWith('ww') ? domain.replace(/^w{2,5}[.-]?/, '') : domain;
  if (rest === domain) return null;
  return isProvider(rest) ? ask(rest) : guess(nameOf(rest));
};

const guess = (typed: Name): Guess | null => {
  const near = nearest(typed);
  if (near && isObvious(typed, near)) return { domain: near.meant.domain, certain: true };
  // yahoo.co.hk may be com.hk or co.uk.
  if (near && near.cost < 2 && !isLarge(near) && NATIONAL_NAMES.includes(typed.label) && isLarge(nearest(typed, true)))
    return null;
  const afterHost = guessAfterHost(typed.domain);
  if (afterHost) return PROVIDERS.has(afterHost.domain) ? ask(afterHost.domain) : null;
  const repeated = guessBefore(typed, true);
  if (repeated) return ask(repeated);
  const fixed = fixTld(typed);
  if (near && near.cost < 2 && near.meant.domain !== fixed?.domain) return ask(near.meant.domain);
  const before = fixed && PROVIDERS.has(fixed.domain) ? null : guessBefore(typed, false);
  if (before) return ask(before);
  if (fixed) {
    const { domain, certain } = fixed;
    if (PROVIDERS.has(domain)) return fixed;
    const name = nameOf(domain);
    const inner = guess(name);
    if (inner) return { ...inner, certain: certain && inner.certain };
    // ma.ccom may be mac.com, and firm.com.con is a complete domain with a repeated ending.
    const [, last = ''] = /\.([^.]+)\.(?!uk|jp|br|au)[^.]+$/.exec(domain) ?? [];
    return { domain, certain: certain && !nearest(name, true) && !REAL_TLDS.test(last) };
  }
  if (!near) return guessByName(typed);
  const { label, domain } = near.meant;
  return ask((label === typed.label ? null : byLabel().get(typed.label)) ?? domain);
};

/** Guesses the domain that was meant. */
export const guessDomain = (domain: string): Guess | null => {
  // No provider has such a short name.
  if (domain.length < 3 || PROVIDERS.has(domain)) return null;
  const typed = nameOf(domain);
  const found = guess(typed);
  return found && !REAL_LOOKALIKES.test(domain) && (found.certain || !isNationalProvider(typed)) ? found : null;
};
