/** The property that RFC 5892 derives for a code point. `unstable` ones change when they are normalised and folded. */
export type Property = 'pvalid' | 'context' | 'unstable' | 'disallowed';

const inside = (cp: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([from, to]) => cp >= from && cp <= to);

/** RFC 5892 §2.6. */
const PVALID = [0xdf, 0x3c2, 0x6fd, 0x6fe, 0xf0b, 0x3007];
const CONTEXTO = [0xb7, 0x375, 0x5f3, 0x5f4, 0x30fb];
const DISALLOWED = [0x640, 0x7fa, 0x302e, 0x302f, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303b];
/** RFC 5892 §2.4 (combining marks for symbols, musical symbols) and §2.9 (old Hangul jamo). */
const IGNORED_BLOCKS = [
  [0x20d0, 0x20ff],
  [0x1d100, 0x1d24f],
] as const;
const JAMO = [
  [0x1100, 0x11ff],
  [0xa960, 0xa97f],
  [0xd7b0, 0xd7ff],
] as const;

/** toCaseFold: the small letter of the capital, except in Cherokee, which folds to capitals. */
const folded = (text: string): string =>
  text.replace(/./gsu, (one) => {
    const capital = one.toUpperCase();
    return /\p{Script=Cherokee}/u.test(one) ? capital : capital.toLowerCase();
  });

/** The property that RFC 5892 §3 derives for a code point, by this engine's Unicode tables. */
export const derived = (cp: number): Property => {
  const text = String.fromCodePoint(cp);
  if (PVALID.includes(cp)) return 'pvalid';
  if (CONTEXTO.includes(cp) || cp === 0x200c || cp === 0x200d) return 'context';
  if (DISALLOWED.includes(cp)) return 'disallowed';
  if (folded(text.normalize('NFKC')).normalize('NFKC') !== text) return 'unstable';
  if (/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u.test(text)) return 'disallowed';
  if (inside(cp, IGNORED_BLOCKS) || inside(cp, JAMO)) return 'disallowed';
  return /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]/u.test(text) ? 'pvalid' : 'disallowed';
};
