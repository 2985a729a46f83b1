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

interface Shape {
  domain: string;
  /** Its place among the providers. */
  rank: number;
  /** Its letters. */
  bits: number;
}

const NONE: Shape[] = [];

/** The index of shapes: the providers by their length. */
const SHAPES: Shape[][] = [];
[...PROVIDERS].forEach((domain, rank) => (SHAPES[domain.length] ??= []).push({ domain, rank, bits: letters(domain) }));

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
  domain.startsWith(typed.charAt(0)) &&
  (labelOf(domain).length > 5 || (domain.length === typed.length && domain.length > 8));

/**
 * Finds the provider that is one edit away from a typed domain, or a large one that is two edits away; of two at the same cost, the better
 * known. A distance is computed only for one of nearly the same shape, which an ordinary domain has none of.
 * @param typed in lower case.
 * @param foreign also finds providers that were hardly meant, since somebody may well have the typed domain.
 */
export const nearest = (typed: string, foreign = false): Near | null => {
  const bits = letters(typed);
  const head = typed.slice(0, 2);
  const tail = typed.slice(-2);
  let best = null as Near | null;
  for (let length = typed.length - 2; length <= typed.length + 2; length++) {
    for (const { domain, rank, bits: theirs } of SHAPES[length] ?? NONE) {
      // Two edits are a typo of a large one only, and the large ones come first.
      if (rank >= LARGE.length && Math.abs(length - typed.length) > 1) break;
      // One edit changes two letters at most, and not both ends.
      const more = beyondTwo(bits ^ theirs);
      const one = !more && (domain.startsWith(head) || domain.endsWith(tail));
      const two = rank < LARGE.length && !beyondTwo(more) && mayBeFar(typed, domain);
      if (!one && !two) continue;
      let cost = typoCost(typed, domain);
      if (cost > 2 && two && (best?.cost ?? 3) > 2 && isTwoTypos(typed, domain)) cost = 3;
      if (cost > (best?.cost ?? 3) || (!foreign && isForeign(typed, domain, cost))) continue;
      const tied: boolean = cost === best?.cost;
      if (best && tied && best.rank < rank) best.tied = true;
      else best = { domain, rank, cost, tied };
    }
  }
  return best;
};
