import { REAL_TLDS } from './data/endings.js';
import { LARGE, OTHERS } from './data/providers.js';
import { isTwoTypos, typoCost } from './typo.js';

/** All of them, for looking one up. */
export const PROVIDERS: ReadonlySet<string> = new Set([...LARGE, ...OTHERS]);

/** A provider that a typed domain is near to. */
export interface Near {
  domain: string;
  rank: number;
  /** 1 for a typo of a keyboard, 1.5 for another single edit, 3 for two edits. */
  cost: number;
  /** Another provider costs as much. */
  tied: boolean;
}

export const labelOf = (domain: string): string => domain.slice(0, Math.max(domain.indexOf('.'), 0));
export const restOf = (domain: string): string => domain.slice(labelOf(domain).length + 1);
export const endingOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);

/** The set of letters in a text, as bits. Letters may share a bit. */
const letters = (text: string): number => {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << text.charCodeAt(i);
  return bits;
};

/** The index of shapes: the providers by length, and their letters, which are compared before any distance is computed. */
const SHAPES = [...PROVIDERS]
  .map((domain, rank) => ({ domain, rank, bits: letters(domain) }))
  .sort((a, b) => a.domain.length - b.domain.length);
const LETTERS = Int32Array.from(SHAPES, ({ bits }) => bits);
/** The place of the first provider that has at least this length. */
const FIRST = Array.from({ length: 17 }, (_, length) => SHAPES.findIndex(({ domain }) => domain.length >= length));

/** The bits without the two lowest: 0 if there are no more. */
const beyondTwo = (bits: number): number => {
  const fewer = bits & (bits - 1);
  return fewer & (fewer - 1);
};

/** True if somebody may well have the typed domain. */
const isElsewhere = (typed: string, provider: string, cost: number): boolean => {
  const [ending, label, meant] = [endingOf(typed), labelOf(typed), labelOf(provider)];
  if (ending !== endingOf(provider) && REAL_TLDS.test(ending)) {
    // hotmail.dk is not a mistyped hotmail.de: a country is meant, unless a typo in .com or .net makes that country.
    if (ending.length < 3)
      return !/^(c[mo]|om)\n[^.]+\.com$|^(ne|et)\n[^.]+\.net$/.test(`${restOf(typed)}\n${provider}`);
    return label !== meant || label.length < 5;
  }
  // love.com is not live.com, and ao.com not aol.com: somebody has every short name. Not so livr3.com, liive.com or ilve.com.
  return (
    label !== meant &&
    meant.length < 5 &&
    ((cost > 1 && /^[\w.-]+$/.test(typed)) ||
      (/^[a-z]+$/.test(label) &&
        (label.length < 4 || (label.length <= meant.length && letters(label) !== letters(meant)))))
  );
};

/** True if a typo is unlikely. No domain holds punctuation, and a dot that moved says which letters were meant. */
const isForeign = (typed: string, provider: string, cost: number): boolean =>
  isElsewhere(typed, provider, cost) &&
  !/[!-,/:-@[-`{-~]|\.\./.test(typed) &&
  typed.replace(/\./g, '') !== provider.replace(/\./g, '');

/** True for a large provider that may be two edits away. In a name of five letters they leave too little, unless the length is the same. */
const mayBeFar = (typed: string, domain: string): boolean =>
  domain[0] === typed[0] && (labelOf(domain).length > 5 || (domain.length === typed.length && domain.length > 8));

const closest = (typed: string, bits: number, edits: number, foreign: boolean): Near | null => {
  let best = null as Near | null;
  const end = FIRST[typed.length + edits + 1] ?? SHAPES.length;
  for (let i = FIRST[typed.length - edits] ?? end; i < end; i++) {
    // One edit changes two letters at most.
    const more = beyondTwo(bits ^ LETTERS[i]!);
    if (edits > 1 ? beyondTwo(more) : more) continue;
    const { domain, rank } = SHAPES[i]!;
    // Two edits are a typo of a large one only, and the large ones come first.
    if (edits > 1 && (rank >= LARGE.length || !mayBeFar(typed, domain))) continue;
    let cost = typoCost(typed, domain);
    if (edits > 1 && cost > 2 && isTwoTypos(typed, domain)) cost = 3;
    if (cost > (best?.cost ?? 3) || (!foreign && isForeign(typed, domain, cost))) continue;
    const tied: boolean = cost === best?.cost;
    if (best && tied && best.rank < rank) best.tied = true;
    else best = { domain, rank, cost, tied };
  }
  return best;
};

/**
 * Finds the provider that is one edit away from a typed domain, or a large one that is two edits away; of two at the same cost, the better
 * known. A distance is computed only for one of nearly the same shape, which an ordinary domain has none of.
 * @param typed in lower case.
 * @param foreign also finds providers that were hardly meant, since somebody may well have the typed domain.
 */
export const nearest = (typed: string, foreign = false): Near | null => {
  const bits = letters(typed);
  return closest(typed, bits, 1, foreign) ?? closest(typed, bits, 2, foreign);
};
