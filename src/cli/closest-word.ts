/** The number of letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
const distance = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number): number => (i === 0 ? j : (rows[i]?.[j] ?? Infinity));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      const row = rows[i];
      if (row) row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
};

/**
 * Finds the word that was probably meant. Null if there is none.
 * @param maxEdits how far it may be away; a short word less.
 */
export const closestWord = (typed: string, words: Iterable<string>, maxEdits = 2): string | null => {
  let best: { word: string; edits: number } | null = null;
  for (const word of words) {
    const edits = distance(typed, word);
    if (edits <= Math.min(maxEdits, Math.ceil(word.length / 3)) && edits < (best?.edits ?? Infinity))
      best = { word, edits };
  }
  return best?.word ?? null;
};
