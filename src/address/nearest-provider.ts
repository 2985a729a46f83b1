import { lazy } from '../util/lazy.js';
import { REAL_TLDS } from './data/endings.js';
import { LARGE, PROVIDERS } from './data/providers.js';
import { closest } from './mailcheck/closest.js';
import { nameOf, type Name } from './domain-parts.js';
import { isTwoTypos, typoCost } from './typo-cost.js';

interface Provider extends Name {
  /** Its rank among the providers. */
  rank: number;
  letters: number;
}

/** The provider nearest to a typed domain. */
export interface Near {
  meant: Provider;
  /** 1 for a keyboard typo, 1.5 for another single edit, 3 for two edits. */
  cost: number;
  /** True if another provider has the same cost. */
  tied: boolean;
}

/** The set of letters in a text, as bits. Letters may share a bit. */
const letters = (text: string): number => {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << text.charCodeAt(i);
  return bits;
};

/** Providers by their length and one of their letters; several letters may share an index. */
type Shapes = (Provider[] | undefined)[];

const NONE: readonly Provider[] = [];
const shapeOf = (length: number, letter: number): number => length * 32 + (letter & 31);

/**
 * A letter whose position from the end does not change if one of the first two letters is changed.
 * @param length of the provider's domain.
 */
const letterAtEnd = (text: string, length = text.length): number => text.charCodeAt(text.length - (length > 6 ? 5 : 3));

const shapesOf = (domains: Iterable<string>, letterOf: (domain: string) => number): Shapes => {
  // Filled, since arrays with holes are slower.
  const shapes: Shapes = [...Array<undefined>(1024)];
  let rank = 0;
  for (const domain of domains) {
    const shape = shapeOf(domain.length, letterOf(domain));
    (shapes[shape] ??= []).push({ ...nameOf(domain), rank: rank++, letters: letters(domain) });
  }
  return shapes;
};

const firstLetter = (text: string): number => text.charCodeAt(0);
const byStart = lazy(() => shapesOf(PROVIDERS, firstLetter));
const byEnd = lazy(() => shapesOf(PROVIDERS, letterAtEnd));
/** Two edits are a typo of a large provider only. */
const largeByStart = lazy(() => shapesOf(LARGE, firstLetter));

/** True if more than `count` bits are set. */
const hasMoreThan = (count: number, bits: number): boolean => {
  let more = bits;
  for (let i = 0; i < count; i++) more &= more - 1;
  return more !== 0;
};

/** True if the typed domain probably belongs to somebody. */
const isElsewhere = ({ domain, label, rest, ending }: Name, meant: Name, cost: number): boolean => {
  if (ending !== meant.ending && REAL_TLDS.test(ending)) {
    // hotmail.dk is not a misspelt hotmail.de: a country is meant, unless it is a typo of .com or .net.
    if (ending.length < 3) return !/^(c[mo]|om)\ncom$|^(ne|et)\nnet$/.test(`${rest}\n${meant.rest}`);
    return label !== meant.label || label.length < 5;
  }
  // love.com is not live.com, and ao.com not aol.com, since every short name is taken; but livr3.com, liive.com and
  // ilve.com are typos.
  return (
    meant.label.length < 5 &&
    label !== meant.label &&
    ((cost > 1 && /^[\w.-]+$/.test(domain)) ||
      (/^[a-z]+$/.test(label) &&
        (label.length < 4 || (label.length <= meant.label.length && letters(label) !== letters(meant.label)))))
  );
};

/**
 * True if a typo is unlikely. Punctuation cannot be part of a domain, and a misplaced dot leaves the letters
 * recognisable, so both are typos.
 */
const isForeign = (typed: Name, meant: Name, cost: number): boolean =>
  isElsewhere(typed, meant, cost) &&
  !/[!-,/:-@[-`{-~]|\.\./.test(typed.domain) &&
  typed.domain.replace(/\./g, '') !== meant.domain.replace(/\./g, '');

/**
 * True for a provider that may be two edits away. Two edits leave too little of a name of five letters, unless the
 * length is the same.
 */
const mayBeFar = (typed: string, { domain, label }: Name): boolean =>
  label.length > 5 || (domain.length === typed.length && domain.length > 8);

/** The cost of a typo, or of two if `far`; Infinity for a provider that was hardly meant. */
const costOf = (typed: string, meant: string, far: boolean): number => {
  const cost = typoCost(typed, meant);
  return far && cost > 2 && isTwoTypos(typed, meant) ? 3 : cost;
};

/** Finds the provider that is one edit away, or two if `far`. */
const among = (name: Name, bits: number, far: boolean, foreign: boolean): Near | null => {
  const typed = name.domain;
  const first = typed.charAt(0);
  const edits = far ? 2 : 1;
  const near: Provider[] = [];
  for (let more = -edits; more <= edits; more++) {
    const length = typed.length + more;
    // An edit changes at most two letters, or one if it changes the length.
    const most = 2 * edits - Math.abs(more);
    for (const meant of (far ? largeByStart : byStart)()[shapeOf(length, firstLetter(typed))] ?? NONE)
      if (
        !hasMoreThan(most, bits ^ meant.letters) &&
        meant.domain.startsWith(first) &&
        (!far || mayBeFar(typed, meant))
      )
        near.push(meant);
    if (far) continue;
    // With another first letter, the edit is there, and nothing else differs.
    for (const meant of byEnd()[shapeOf(length, letterAtEnd(typed, length))] ?? NONE)
      if (
        !hasMoreThan(most, bits ^ meant.letters) &&
        !meant.domain.startsWith(first) &&
        typed.endsWith(meant.domain.slice(2))
      )
        near.push(meant);
  }
  // Nothing is near an ordinary domain.
  if (!near.length) return null;
  if (near.length > 1) near.sort((one, other) => one.rank - other.rank);
  const best = closest(
    typed,
    near.map(({ domain }) => domain),
    (_, domain) => {
      const cost = costOf(typed, domain, far);
      const meant = cost < Infinity && !foreign ? near.find((one) => one.domain === domain) : undefined;
      return meant && isForeign(name, meant, cost) ? Infinity : cost;
    },
    far ? 3 : 1.5,
  );
  const meant = best && near.find(({ domain }) => domain === best.name);
  return meant ? { meant, cost: best.cost, tied: best.tied } : null;
};

/**
 * Finds the provider that is one edit away from a typed domain, or a large one that is two edits away; of two with the
 * same cost, the better known. mailcheck compares only providers of nearly the same shape, of which an ordinary domain
 * has none.
 * @param typed in lower case.
 * @param foreign true to include providers that were hardly meant, since the typed domain probably belongs to somebody.
 */
export const nearest = (typed: Name, foreign = false): Near | null => {
  const bits = letters(typed.domain);
  return among(typed, bits, false, foreign) ?? among(typed, bits, true, foreign);
};
