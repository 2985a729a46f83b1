/**
 * Phrases are compared without case, accents and punctuation, as whole words. `*` at the end of a word stands for any
 * ending, `…` for up to three words, `(a|b c)` for one of several. In a script without spaces, or with prefixes, a
 * phrase matches anywhere.
 */

/**
 * Phrases by language, separated by commas. The languages are headings for readers: a reply is compared with all of
 * them.
 */
export type Phrases = Readonly<Record<string, string>>;

/** The phrases of a table, as a list. */
export const listOf = (phrases: string): string[] =>
  phrases
    .split(',')
    .map((phrase) =>
      phrase
        .replace(/(?<=\|)\s+/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);

/** Letters without a decomposition, and their usual ASCII spelling. */
const PLAIN: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' };

/** The scripts without spaces. A line may end anywhere in them. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const SPACE_INSIDE = new RegExp(`(?<=${UNSPACED}) (?=${UNSPACED})`, 'gu');

/** Simplifies a text: lower case, without accents; one space for each run of other characters, and one at both ends. */
export const simplify = (text: string): string => {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıłøđßæœς]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(SPACE_INSIDE, '');
  return ` ${words.trim()} `;
};

const isOfWords = (words: string): boolean => /[a-z\p{Script=Cyrillic}]/u.test(words);

const patternOfWords = (words: string): string =>
  words
    .split(' ')
    .map((word) => (word === '…' ? '…' : `${simplify(word).trim()}${word.endsWith('*') ? '[^ ]*' : ''}`))
    .join(' ');

const patternOf = (phrase: string): string =>
  phrase
    .split(/[()]/)
    .map((part, n) => (n % 2 ? `(?:${part.split('|').map(patternOfWords).join('|')})` : patternOfWords(part)))
    .join('')
    .replaceAll(' … ', '(?: [^ ]+){0,3} ');

/**
 * Matches any of the phrases in a simplified text. Every repetition in the pattern consists of characters other than a
 * space, followed by a space, at most three times, so the time is linear in the text.
 */
export const anyOf = (...tables: Phrases[]): RegExp => {
  const patterns = new Set(tables.flatMap((table) => Object.values(table).flatMap(listOf)).map(patternOf));
  // Of phrases with the same beginning, the longest comes first.
  const all = [...patterns].sort((a, b) => b.length - a.length);
  const anywhere = all.filter((pattern) => !isOfWords(pattern));
  return new RegExp([` (?:${all.filter(isOfWords).join('|')})(?= )`, ...anywhere].join('|'), 'gu');
};

/** True if a simplified text has a match for a pattern of {@link anyOf}. */
export const says = (text: string, pattern: RegExp): boolean => text.search(pattern) >= 0;

/** The words of a simplified text. */
export const wordsOf = (text: string): string[] => text.trim().split(' ').filter(Boolean);
