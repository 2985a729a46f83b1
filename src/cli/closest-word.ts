import { distance } from 'fastest-levenshtein';

/**
 * Finds the word that was probably meant; null without one.
 * @param maxEdits maximum number of edits; fewer in a short word.
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
