import { REAL_TLDS } from './data/endings.js';
import { LARGE, PROVIDERS } from './data/providers.js';
import { isTwoTypos, typoCost } from './typo.js';

/** A domain and its parts. */
export interface Name {
  domain: string;
  /** The text before the first dot; empty if the domain has no dot. */
  label: string;
  /** The text after the first dot; the whole domain if it has no dot. */
  rest: string;
  /** The text after the last dot; the whole domain if it has no dot. */
  ending: string;
}

interface Provider extends Name {
  /** Its place among the providers. */
  rank: number;
}

/** A provider that a typed domain is near to. */
export interface Near {
  meant: Provider;
  /** 1 for a typo of a keyboard, 1.5 for another single edit, 3 for two edits. */
  cost: number;
  /** Another provider costs as much. */
  tied: boolean;
}

export const nameOf = (domain: string): Name => {
  const dot = domain.indexOf('.');
  return {
    domain,
    label: domain.slice(0, Math.max(dot, 0)),
    rest: domain.slice(dot + 1),
    ending: domain.slice(domain.lastIndexOf('.') + 1),
  };
};

/** The set of letters in a text, as bits. Letters may share a bit. */
const letters = (text: string): number => {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << text.charCodeAt(i);
  return bits;
};

/** Providers by length, and their letters, which are compared before any distance is computed. */
interface Shapes {
  providers: readonly Provider[];
  letters: Int32Array;
  /** The place of the first provider that has at least this length. */
  first: readonly number[];
}

// Without Array.from, which some pages replace by their own.
const shapesOf = (domains: Iterable<string>): Shapes => {
  const providers = [...domains].map((domain, rank) => ({ ...nameOf(domain), rank }));
  providers.sort((a, b) => a.domain.length - b.domain.length);
  return {
    providers,
    letters: Int32Array.from(providers, ({ domain }) => letters(domain)),
    first: [...Array(17).keys()].map((length) => providers.filter(({ domain }) => domain.length < length).length),
  };
};

const ALL_SHAPES = shapesOf(PROVIDERS);
/** Two edits are a typo of a large provider only. */
const LARGE_SHAPES = shapesOf(LARGE);

/** The bits without the two lowest: 0 if there are no more. */
const beyondTwo = (bits: number): number => {
  const fewer = bits & (bits - 1);
  return fewer & (fewer - 1);
};

/** True if somebody may well have the typed domain. */
const isElsewhere = ({ domain, label, rest, ending }: Name, meant: Name, cost: number): boolean => {
  if (ending !== meant.ending && REAL_TLDS.test(ending)) {
    // hotmail.dk is not a mistyped hotmail.de: a country is meant, unless a typo in .com or .net makes that country.
    if (ending.length < 3) return !/^(c[mo]|om)\ncom$|^(ne|et)\nnet$/.test(`${rest}\n${meant.rest}`);
    return label !== meant.label || label.length < 5;
  }
  // love.com is not live.com, and ao.com not aol.com: somebody has every short name. Not so livr3.com, liive.com or ilve.com.
  return (
    meant.label.length < 5 &&
    label !== meant.label &&
    ((cost > 1 && /^[\w.-]+$/.test(domain)) ||
      (/^[a-z]+$/.test(label) &&
        (label.length < 4 || (label.length <= meant.label.length && letters(label) !== letters(meant.label)))))
  );
};

/** True if a typo is unlikely. No domain holds punctuation, and a dot that moved says which letters were meant. */
const isForeign = (typed: Name, meant: Name, cost: number): boolean =>
  isElsewhere(typed, meant, cost) &&
  !/[!-,/:-@[-`{-~]|\.\./.test(typed.domain) &&
  typed.domain.replace(/\./g, '') !== meant.domain.replace(/\./g, '');

/** True for a provider that may be two edits away. In a name of five letters they leave too little, unless the length is the same. */
const mayBeFar = (typed: string, { domain, label }: Name): boolean =>
  domain.startsWith(typed.charAt(0)) && (label.length > 5 || (domain.length === typed.length && domain.length > 8));

/** Finds the provider that is one edit away, or two if `far`. */
const closest = (name: Name, bits: number, shapes: Shapes, far: boolean, foreign: boolean): Near | null => {
  const typed = name.domain;
  const edits = far ? 2 : 1;
  let best = null as Near | null;
  const end = shapes.first[typed.length + edits + 1] ?? shapes.providers.length;
  for (let i = shapes.first[typed.length - edits] ?? end; i < end; i++) {
    // One edit changes two letters at most.
    const more = beyondTwo(bits ^ (shapes.letters[i] ?? 0));
    const meant = shapes.providers[i];
    if (!meant || (far ? beyondTwo(more) || !mayBeFar(typed, meant) : more)) continue;
    let cost = typoCost(typed, meant.domain);
    if (far && cost > 2 && isTwoTypos(typed, meant.domain)) cost = 3;
    if (cost > (best?.cost ?? 3) || (!foreign && isForeign(name, meant, cost))) continue;
    const tied: boolean = cost === best?.cost;
    if (best && tied && best.meant.rank < meant.rank) best.tied = true;
    else best = { meant, cost, tied };
  }
  return best;
};

/**
 * Finds the provider that is one edit away from a typed domain, or a large one that is two edits away; of two at the same cost, the better
 * known. A distance is computed only for one of nearly the same shape, which an ordinary domain has none of.
 * @param typed in lower case.
 * @param foreign also finds providers that were hardly meant, since somebody may well have the typed domain.
 */
export const nearest = (typed: Name, foreign = false): Near | null => {
  const bits = letters(typed.domain);
  return closest(typed, bits, ALL_SHAPES, false, foreign) ?? closest(typed, bits, LARGE_SHAPES, true, foreign);
};
