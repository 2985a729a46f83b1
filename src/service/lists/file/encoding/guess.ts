/**
 * Finds the encoding of text by its bytes beyond ASCII: the encoding in which they are most likely, by the frequency of
 * letters in the languages that are written in it. Words are judged one by one, so that a file of names, most of them
 * ASCII, is enough.
 */
import iconv from 'iconv-lite';
import type { Encoding } from '../../../../address/list-file/encodings.js';
import { frequentShare, WIDE_ENCODINGS, type Writing } from './ideographs.js';
import { LETTER_ENCODINGS, type Language } from './letters.js';

/** Logarithms of likelihoods. */
const HARDLY = Math.log(1e-9);
const CONTROL = Math.log(1e-7);
const SYMBOL = Math.log(2e-5);
const FOREIGN = Math.log(3e-5);
const TYPOGRAPHIC = Math.log(2e-3);
/** Letters in the script of a language that it does not use. */
const UNUSUAL = Math.log(2e-4);
/** Words in the usual cases: small but for the first letter, small, capitals, and any other. */
const CASES = [
  [/^\P{Ll}*\p{Lu}\P{Lu}+$/u, Math.log(0.6)],
  [/^\P{Lu}*$/u, Math.log(0.25)],
  [/^\P{Ll}*$/u, Math.log(0.13)],
  [/^/u, Math.log(0.006)],
] as const;

/** Logarithms of what makes a word unlikely. */
const MIXED_SCRIPTS = -4;
const BROKEN_CASE = -4;
const SYMBOL_AT_WORD = -2;
const SYMBOL_IN_WORD = -4;
const TWO_ACCENTS = -1.2;
const WIDE_IN_WORD = -2;
const CONSONANTS = -2;
const VOWELS = -1;
const WRONG_NEXT = -2.5;

const TYPOGRAPHY = /[\u00a0’‘“”„–—…€«»°·•№ªº®©™¡¿]/u;
const IN_WORD = /[’‘·\u00ad]/u;

const likelihoods = ({ letters }: Language): ReadonlyMap<string, number> => {
  const list = Array.from(letters);
  const total = list.reduce((sum, _, rank) => sum + 1 / (rank + 2), 0);
  return new Map(list.map((letter, rank) => [letter, Math.log(1 / (rank + 2) / total)]));
};

/** The likelihood of the characters of a language. */
const modelOf = (language: Language): ((character: string) => number) => {
  const letters = likelihoods(language);
  const found = new Map<string, number>();
  const likelihoodOf = (character: string): number => {
    const known = letters.get(character) ?? letters.get(character.toLowerCase());
    if (known !== undefined) return known;
    if (TYPOGRAPHY.test(character)) return TYPOGRAPHIC;
    if (language.script.test(character) && /\p{L}/u.test(character)) return UNUSUAL;
    if (/[\p{L}\p{M}]/u.test(character)) return FOREIGN;
    if (character === '\ufffd') return HARDLY;
    return /\p{Cc}/u.test(character) ? CONTROL : SYMBOL;
  };
  return (character) => {
    const before = found.get(character);
    if (before !== undefined) return before;
    const likelihood = likelihoodOf(character);
    found.set(character, likelihood);
    return likelihood;
  };
};

const isLetter = (character: string | undefined): character is string =>
  character !== undefined && /[\p{L}\p{M}]/u.test(character) && !TYPOGRAPHY.test(character);
const isAscii = (character: string): boolean => character < '\u0080';
const isUpper = (character: string): boolean => character !== character.toLowerCase();
const isLower = (character: string): boolean => character !== character.toUpperCase();
const isVowel = (character: string): boolean => /[aeiouyæœøı]/iu.test(character.normalize('NFD')[0] ?? '');

/** Letters that only some others follow. */
const NEXT: Readonly<Record<string, RegExp>> = { ñ: /[aeiouáéíóú]/iu, õ: /e/iu, ã: /[oesnm]/iu };

/**
 * The likelihood of a Latin letter beyond ASCII between its neighbours: a vowel between consonants, a consonant beside
 * a vowel.
 */
const soundOf = (before: string | undefined, letter: string, next: string | undefined): number => {
  const beside = [before, next].filter(isLetter);
  const vowels = beside.filter(isVowel).length;
  const wrong = isLetter(next) && NEXT[letter.toLowerCase()]?.test(next) === false ? WRONG_NEXT : 0;
  if (isVowel(letter)) return wrong + (/[ãõ]/iu.test(letter) && vowels === 1 ? 0 : vowels * VOWELS);
  return wrong + (beside.length > 1 && vowels === 0 ? CONSONANTS : 0);
};

/** The likelihood of a symbol between its neighbours. */
const symbolOf = (before: string | undefined, symbol: string, next: string | undefined): number => {
  if (isLetter(before) && isLetter(next)) return IN_WORD.test(symbol) ? 0 : SYMBOL_IN_WORD;
  return TYPOGRAPHY.test(symbol) || (!isLetter(before) && !isLetter(next)) ? 0 : SYMBOL_AT_WORD;
};

/** The likelihood of a letter behind another, if one of them is beyond ASCII. */
const pairOf = (one: string, other: string, isOtherScript: boolean): number => {
  const broken = isLower(one) && isUpper(other) ? BROKEN_CASE : 0;
  if (isOtherScript) return broken + (isAscii(one) === isAscii(other) ? 0 : MIXED_SCRIPTS);
  return broken + (isAscii(one) || isAscii(other) ? 0 : TWO_ACCENTS);
};

/** The likelihood of the shape of a word: its letters' case, script and order, whatever the language. */
const shapeOf = (characters: readonly string[], isOtherScript: boolean): number => {
  const word = characters.join('');
  let sum = CASES.find(([shape]) => shape.test(word))?.[1] ?? 0;
  characters.forEach((character, at) => {
    const [before, next] = [characters[at - 1], characters[at + 1]];
    if (isLetter(character)) {
      if (isLetter(before) && !(isAscii(before) && isAscii(character))) sum += pairOf(before, character, isOtherScript);
      if (!isAscii(character) && !isOtherScript) sum += soundOf(before, character, next);
    } else if (!isAscii(character)) sum += symbolOf(before, character, next);
  });
  return sum;
};

/** Adds likelihoods that are given by their logarithms. */
const logSum = (values: readonly number[]): number => {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
};

const ROUNDS = 3;

/** The likelihood of words of several languages, some of them more frequent, by expectation maximisation. */
const mixed = (words: readonly (readonly number[])[]): number => {
  const [{ length } = []] = words;
  let weights = Array.from({ length }, () => Math.log(1 / length));
  let sum = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const shares = Array.from({ length }, () => 0.5);
    sum = 0;
    for (const word of words) {
      const all = word.map((value, index) => value + (weights[index] ?? 0));
      const whole = logSum(all);
      sum += whole;
      all.forEach((value, index) => (shares[index] = (shares[index] ?? 0) + Math.exp(value - whole)));
    }
    const total = shares.reduce((one, other) => one + other, 0);
    weights = shares.map((share) => Math.log(share / total));
  }
  return sum;
};

function* lettersLikelihood(
  words: readonly Buffer[],
  encoding: keyof typeof LETTER_ENCODINGS,
): Generator<void, number> {
  const { languages, prior } = LETTER_ENCODINGS[encoding];
  const all: Language[] = Object.values(languages);
  const models = all.map(modelOf);
  const [{ isOther } = { isOther: false }] = all;
  const scored: number[][] = [];
  for (const word of words) {
    const characters = Array.from(iconv.decode(word, encoding));
    const shape = shapeOf(characters, isOther);
    const beyond = characters.filter((character) => !isAscii(character));
    scored.push(models.map((model) => shape + beyond.reduce((sum, character) => sum + model(character), 0)));
    yield;
  }
  return prior + mixed(scored);
}

const KANA = /[\u3041-\u30ff々]/u;
const WIDE_SIGN = /[\u3000-\u3002\u300c-\u300f\u30fb\uff01-\uff5e]/u;
const HALF_KANA = /[\uff61-\uff9f]/u;

/** Bytes of the character that begins at a byte beyond ASCII. */
const widthAt = (word: Buffer, at: number, encoding: keyof typeof WIDE_ENCODINGS): number => {
  const [first = 0, second = 0] = word.subarray(at, at + 2);
  if (encoding === 'shift_jis' && first >= 0xa1 && first <= 0xdf) return 1;
  if (encoding === 'euc-jp' && first === 0x8f) return 3;
  return encoding === 'gb18030' && second >= 0x30 && second <= 0x39 ? 4 : 2;
};

const wideCharacter = (bytes: Buffer, encoding: keyof typeof WIDE_ENCODINGS): number => {
  const { usual, second, ...rest } = WIDE_ENCODINGS[encoding];
  const writing: Writing = rest.writing;
  const character = iconv.decode(bytes, encoding);
  if (/[\ufffd\p{Co}\p{Cc}]/u.test(character)) return HARDLY;
  if (writing.frequent.has(character)) return Math.log(frequentShare(writing));
  if (HALF_KANA.test(character)) return Math.log(writing.kana / 20);
  if (KANA.test(character)) return Math.log(writing.kana);
  if (WIDE_SIGN.test(character)) return TYPOGRAPHIC;
  const [lead = 0, trail = 0] = bytes;
  if (bytes.length !== 2 || !/[\p{Script=Han}\p{Script=Hangul}]/u.test(character) || trail < second)
    return Math.log(writing.rare / 10);
  const [from, to] = usual;
  return Math.log(lead >= from && lead <= to ? writing.usual : writing.rare);
};

const isWordByte = (byte: number | undefined): boolean =>
  byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte));

/** The factor by which kana behind kana is likelier than the first. */
const MORE_KANA = 1;
/** The likelihood of one of these encodings, beside Windows-1252. */
const WIDE_PRIOR = -0.5;

const wideWord = (word: Buffer, encoding: keyof typeof WIDE_ENCODINGS): number => {
  let sum = 0;
  let [wasKana, wasLetter] = [false, false];
  for (let at = 0; at < word.length;) {
    const first = word.readUInt8(at);
    if (first < 0x80) {
      at += 1;
      [wasKana, wasLetter] = [false, isWordByte(first)];
      continue;
    }
    const bytes = word.subarray(at, at + widthAt(word, at, encoding));
    sum += wideCharacter(bytes, encoding);
    const isKana = KANA.test(iconv.decode(bytes, encoding));
    if (isKana && wasKana) sum += MORE_KANA;
    if (wasLetter) sum += WIDE_IN_WORD;
    at += bytes.length;
    if (isWordByte(word[at])) sum += WIDE_IN_WORD;
    [wasKana, wasLetter] = [isKana, false];
  }
  return sum;
};

function* wideLikelihood(words: readonly Buffer[], encoding: keyof typeof WIDE_ENCODINGS): Generator<void, number> {
  let sum = WIDE_PRIOR;
  for (const word of words) {
    sum += wideWord(word, encoding);
    yield;
  }
  return sum;
}

/** False if most words begin with a letter of ASCII, as Latin ones do. */
const mayBeWide = (words: readonly Buffer[]): boolean =>
  words.filter((word) => isWordByte(word[0])).length * 2 <= words.length;

const keysOf = <Key extends string>(of: Record<Key, unknown>): Key[] => Object.keys(of) as Key[];

/**
 * Finds the encoding of words that are not UTF-8, in steps.
 * @param words the words with bytes beyond ASCII, whole.
 */
export function* encodingSteps(words: readonly Buffer[]): Generator<void, Encoding> {
  let [best, most]: [Encoding, number] = ['windows-1252', -Infinity];
  const consider = (encoding: Encoding, likelihood: number): void => {
    if (likelihood > most) [best, most] = [encoding, likelihood];
  };
  for (const encoding of keysOf(LETTER_ENCODINGS)) {
    consider(encoding, yield* lettersLikelihood(words, encoding));
  }
  for (const encoding of mayBeWide(words) ? keysOf(WIDE_ENCODINGS) : []) {
    consider(encoding, yield* wideLikelihood(words, encoding));
  }
  return best;
}
