import { BROKEN_ENDINGS } from './data/endings.js';
import { KNOWN } from './data/known.js';
import { LARGE, OTHERS } from './data/providers.js';
import { editDistance } from './edit-distance.js';
import { nearestDomain } from './mailcheck.js';
import { parseAddress } from './parse.js';
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

const TWO_WORDS = /[^\s.@:<("']\s+[^\s.@<]+@/;

const PROVIDERS = [...LARGE, ...OTHERS];

const labelOf = (domain: string): string => domain.slice(0, Math.max(domain.indexOf('.'), 0));
const endingOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);

/** The number of edits that count as a typo of a domain. A short domain has more real domains one edit away. */
const maxEdits = (typed: string, provider: string): number => {
  if (typed.length < 7) return 0;
  if (typed.length < 9 || !typed.startsWith(provider.charAt(0))) return 1;
  // Two edits in a name of five letters leave too little of it, unless the length is the same.
  if (labelOf(provider).length < 6 && typed.length !== provider.length) return 1;
  return LARGE.includes(provider) || provider.length > 12 ? 2 : 1;
};

/** Counts the edits between a typed domain and a provider; Infinity when a typo is unlikely. */
const likelyEdits = (typed: string, provider: string): number => {
  const ending = endingOf(typed);
  // hotmail.dk is not a mistyped hotmail.de: a country is meant, unless a typo in .com or .net makes that country.
  const foreign = ending.length === 2 && ending !== endingOf(provider) && !/^[^.]+\.(c[mo]|om|ne|et)$/.test(typed);
  // love.com is not live.com: of a short name only the ending may be wrong.
  const short = labelOf(provider).length < 5 && labelOf(typed) !== labelOf(provider);
  return foreign || short ? Infinity : editDistance(typed, provider, maxEdits(typed, provider));
};

/** True if a domain is one edit away from a large provider's. */
const isOneEditFrom = (typed: string, provider: string): boolean =>
  LARGE.includes(provider) && likelyEdits(typed, provider) === 1;

/** True if one edit identifies the provider. Another first letter, as in hmail.com, may be another provider. */
const isObvious = (typed: string, provider: string): boolean =>
  isOneEditFrom(typed, provider) && typed.slice(1) !== provider.slice(1);

/** True for a domain that is left alone: a known one, or one that is not ASCII. */
const isLeftAlone = (domain: string): boolean =>
  KNOWN.test(domain) || PROVIDERS.includes(domain) || !/^[a-z\d.-]+$/.test(domain);

/**
 * True if an address's domain is one edit away from a large provider's and not itself known. Such a domain often belongs to a
 * squatter, so accepting mail does not prove that the person has a mailbox there.
 */
export const isNearLargeProvider = (address: string): boolean => {
  const typed = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const near = isLeftAlone(typed) ? null : nearestDomain(typed, PROVIDERS, likelyEdits);
  return near !== null && isOneEditFrom(typed, near);
};

/** The provider that a domain was probably meant to be, if any. */
const guessProvider = (typed: string): Guess | null => {
  if (isLeftAlone(typed)) return null;
  const near = nearestDomain(typed, PROVIDERS, likelyEdits);
  if (near !== null) return { domain: near, certain: isObvious(typed, near) };
  // gmail.net, gamil.co, or gmail alone: nearly the right name, with an ending that the provider does not have.
  const [, label = '', rest = ''] = /^([^.]+)\.?(.*)$/.exec(typed) ?? [];
  const misplaced = /^(g(oogle)?mail|icloud)$/.test(label) || /^(c[mo]?|om|net?|org)?$/.test(rest);
  const whole = `${label}.com`;
  if (!misplaced || whole === typed) return null;
  if (LARGE.includes(whole)) return { domain: whole, certain: false };
  const guess = guessProvider(whole);
  return guess?.certain === true ? { ...guess, certain: false } : null;
};

/** Fixes the ending of a domain; the domain itself when the ending is not broken. */
const fixEnding = (domain: string): string => {
  for (const [meant, broken] of Object.entries(BROKEN_ENDINGS)) {
    const ending = broken.split(' ').find((one) => domain.endsWith(`.${one}`));
    if (ending !== undefined) return domain.slice(0, -ending.length) + meant;
  }
  return domain;
};

/**
 * Guesses the intended address of a text that is nearly an address, or whose domain is nearly a well-known one. `certain` is true for
 * white space, `mailto:`, punctuation after it, full-width characters, an ending that does not exist (`.con`), and
 * a domain that is one edit away from a large provider and not itself known. Never throws.
 * @returns null when the typed text is the best guess.
 */
export const suggest = (text: string): Suggestion | null => {
  // Bounds the work below. No address is this long.
  if (text.length > 1000) return null;
  const tidied = tidy(text);
  const start = tidied.lastIndexOf('@') + 1;
  const typed = tidied.slice(start).toLowerCase();
  const fixed = fixEnding(typed);
  const guess = guessProvider(fixed);
  const domain = guess?.domain ?? fixed;
  const address = domain === typed ? tidied : tidied.slice(0, start) + domain;
  // Two words before the @ may be a name and an address, or an address with a space in it: ambiguous.
  const certain = (guess?.certain ?? true) && !TWO_WORDS.test(text);
  return address !== text && parseAddress(address).ok ? { address, certain } : null;
};
