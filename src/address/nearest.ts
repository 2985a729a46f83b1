import { REAL } from './data/endings.js';
import { LARGE, OTHERS } from './data/providers.js';
import { editDistance } from './edit-distance.js';
import { slipCost } from './slip.js';

/** All of them, for looking one up. */
export const PROVIDERS: ReadonlySet<string> = new Set([...LARGE, ...OTHERS]);

/** A provider that a typed domain is near to. */
export interface Near {
  domain: string;
  /** 1 for a slip of a keyboard, 1.5 for another single edit, 3 for two edits. */
  cost: number;
  /** Another provider costs as much. */
  tied: boolean;
}

export const labelOf = (domain: string): string => domain.slice(0, Math.max(domain.indexOf('.'), 0));
export const endingOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);

/** The set of letters in a text, as bits. Letters may share a bit. */
const letters = (text: string): number => {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << text.charCodeAt(i);
  return bits;
};

/** The index of shapes: the providers by their length, each with its rank and its letters. */
const SHAPES: [domain: string, rank: number, letters: number][][] = [];
[...PROVIDERS].forEach((domain, rank) => (SHAPES[domain.length] ??= []).push([domain, rank, letters(domain)]));

/** True if at most `count` bits are set. */
const fewBits = (bits: number, count: number): boolean => {
  for (; count && bits; count--) bits &= bits - 1;
  return !bits;
};

/** True if a slip is unlikely, since the typed domain is one that somebody may have. */
const isForeign = (typed: string, provider: string, cost: number): boolean => {
  // No domain holds punctuation, and a dot that moved says which letters were meant.
  if (/[!-,/:-@[-`{-~]/.test(typed) || typed.replace(/\./g, '') === provider.replace(/\./g, '')) return false;
  const [ending, label, meant] = [endingOf(typed), labelOf(typed), labelOf(provider)];
  if (ending !== endingOf(provider) && REAL.test(ending)) {
    // hotmail.dk is not a mistyped hotmail.de: a country is meant, unless a typo in .com or .net makes that country.
    if (ending.length < 3) return !/^(c[mo]|om) com$|^(ne|et) net$/.test(`${typed.slice(label.length + 1)} ${provider.slice(meant.length + 1)}`);
    return label !== meant || label.length < 5;
  }
  // love.com is not live.com, and ao.com not aol.com: somebody has every short name. Not so livr3.com, liive.com or ilve.com.
  return (
    label !== meant &&
    meant.length < 5 &&
    (cost > 1 ||
      (label.length <= meant.length && /^[a-z]+$/.test(label) && !(meant.length > 3 && letters(label) === letters(meant))))
  );
};

/**
 * Finds the provider that is one edit away from a typed domain, or a large one that is two edits away; of two at the same cost, the better
 * known. A distance is computed only for providers of a like length and with nearly the same letters: an ordinary domain has none.
 * @param typed in lower case.
 * @param foreign also finds providers that were hardly meant, since somebody may well have the typed domain.
 */
export const nearest = (typed: string, foreign = false): Near | null => {
  let best: (Near & { rank: number }) | null = null;
  const shape = letters(typed);
  for (let length = typed.length - 2; length <= typed.length + 2; length++) {
    for (const [domain, rank, bits] of SHAPES[length] ?? []) {
      const other = shape ^ bits;
      // Two edits in a name of five letters leave too little of it, unless the length is the same.
      const two =
        rank < LARGE.length &&
        typed[0] === domain[0] &&
        (labelOf(domain).length > 5 || (length === typed.length && length > 8)) &&
        fewBits(other, 4);
      if (!two && !fewBits(other, 2)) continue;
      let cost = slipCost(typed, domain);
      if (cost > 2 && two && editDistance(typed, domain, 2) === 2) cost = 3;
      if (cost > (best?.cost ?? 3) || (!foreign && isForeign(typed, domain, cost))) continue;
      const tied = cost === best?.cost;
      if (best && tied && best.rank < rank) best.tied = true;
      else best = { domain, cost, tied, rank };
    }
  }
  return best;
};
