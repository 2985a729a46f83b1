import { KEYBOARDS } from './data/keyboards.js';

/** True for the same key, and for two adjacent keys of one of the keyboards. */
const touches = (one = '', other = ''): boolean =>
  one === other ||
  KEYBOARDS.some((keys) => {
    const [a, b] = [keys.indexOf(one), keys.indexOf(other)];
    return (
      a >= 0 && b >= 0 && Math.abs((a % 10) - (b % 10)) < 2 && Math.abs(Math.floor(a / 10) - Math.floor(b / 10)) < 2
    );
  });

/**
 * The cost of the one typo that turns `meant` into `typed`: 1 for an omitted or doubled letter, two swapped neighbours,
 * or an adjacent key, in place of the right one or together with it; 1.5 for any other letter.
 * @returns 0 for the same text; Infinity if it takes more than one typo.
 */
export const typoCost = (typed: string, meant: string): number => {
  if (Math.abs(typed.length - meant.length) > 1) return Infinity;
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start++;
  let end = typed.length;
  let right = meant.length;
  while (end > start && right > start && typed[end - 1] === meant[right - 1]) {
    end--;
    right--;
  }
  // The lengths of the differing parts, between the common start and end.
  const extra = end - start;
  const missing = right - start;
  if (extra + missing < 2 && !extra) return missing;
  const letter = typed[start];
  if (extra === 2 && missing === 2 && letter === meant[start + 1] && typed[start + 1] === meant[start]) return 1;
  if (extra !== 1 || missing > 1) return Infinity;
  const before = typed[start - 1];
  const after = typed[end];
  const likely = missing
    ? touches(letter, meant[start]) || letter === before || letter === after
    : touches(letter, before) || touches(letter, after);
  return likely ? 1 : 1.5;
};

/** True if two typos turn `meant` into `typed`: one at the first difference, and another after it. */
export const isTwoTypos = (typed: string, meant: string): boolean => {
  let i = 0;
  while (i < meant.length && typed[i] === meant[i]) i++;
  const rest = (extra: number, missing: number): boolean =>
    typoCost(typed.slice(i + extra), meant.slice(i + missing)) < 2;
  return (
    rest(1, 0) || rest(0, 1) || rest(1, 1) || (typed[i] === meant[i + 1] && typed[i + 1] === meant[i] && rest(2, 2))
  );
};
