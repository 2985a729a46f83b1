import { lazy } from '../util/lazy.js';
import { COMMON_SUFFIXES, REAL_TLDS } from './data/endings.js';
import { PROVIDERS } from './data/providers.js';
import { parseAddress, replaceJoiners } from './parse.js';
import { typoCost } from './typo-cost.js';

/** The address found in a text. */
export interface Tidied {
  /** The text itself if no address was found. */
  address: string;
  /** False if the rest of the text may have a meaning, or if the address had to be assembled. */
  certain: boolean;
}

/** Full-width and small forms of ASCII characters, as a Chinese or Japanese keyboard types them. */
const WIDE = /[\uff01-\uff5e\ufe50-\ufe6b]/g;

/** Characters that end a word, since an address holds none of them unquoted. */
const between = lazy(() => /(?::\/\/|(?![{}])[\s,;:"\\<>\p{Ps}\p{Pe}\p{Pi}”»›])+/u);

/** Marks before or after an address. */
const marks = lazy(() => /^[^\p{L}\p{M}\p{N}@/#&%+=~$^|_]*/u);

/**
 * Words for an address, and a colon: `E-Mail:`, `Correo electrónico :`. Any other text may say that it is not to be
 * used.
 */
const label = lazy(
  () =>
    /^(?!kontakt:$)((e-?)?(mail|posta?)(to)?-?|ad{1,2}ress?e?|[ck]onta[ck]to?|courriel|correo|ele[ct]tr[oó]nic[oa]| (?=\S)){1,5} ?:/iu,
);

const isEnding = (text: string): boolean => {
  const ending = text.toLowerCase();
  return REAL_TLDS.test(ending) || COMMON_SUFFIXES.some((meant) => typoCost(ending, meant) < 2);
};

/**
 * Removes punctuation at the ends of a word. Marks with which a local part may begin are removed only in pairs: `’` is
 * an apostrophe too.
 */
export const bare = (word: string): string => {
  const start = word
    .replace(/(@[^?]*)\?.*$/, '$1')
    .replace(/[.!?…‘’'`*_~/#=@}-]+$/, '')
    .replace(/^[‘‚•·–—…]+/, '');
  return /^(['’`*_~=]).*\1$|^\{.*\}$/.test(word) ? start.replace(/^['’`*_~={]+/, '') : start;
};

/** The words with an @ (`all`), and those that are an address by themselves (`whole`). */
const wordsOf = (text: string): { all: string[]; whole: string[] } => {
  const all = text
    .split(between())
    .map(bare)
    .filter((word) => word.includes('@'));
  return { all, whole: all.filter((word) => word.indexOf('@') === word.lastIndexOf('@') && parseAddress(word).ok) };
};

/**
 * Joins the ending to the text before it: `gmail. com`, `firm,com`, `gmail com`. If there are spaces or commas around
 * other dots, it joins these too, but without certainty.
 */
const joinDomain = (text: string): Tidied => {
  const [, local = '', name = '', gap = '', ending = ''] =
    /^(.*@)(.*[^ .,;:/]) ?([.,;:/]| ) ?(\p{L}+)\P{L}*$/u.exec(text) ?? [];
  if (!isEnding(ending)) return { address: text, certain: true };
  const tight = name.replace(/ ?[.,;:/] ?/g, '.');
  return {
    address: `${local}${tight}.${ending}`,
    certain: tight === name && (gap === '.' || (gap === ',' && !text.includes(' '))),
  };
};

/**
 * True if the text can mean nothing but the address: around it are only marks, a label, or a name before angle
 * brackets.
 */
const isAlone = (before: string, after: string): boolean => {
  const mailto = /mailto:$/i.test(before) && /^\?\S*$/.test(after);
  const rest = before.replace(marks(), '');
  const named = /^[^@<>:\d]*<$/.test(rest) && after.startsWith('>');
  return (
    (mailto || after.replace(marks(), '') === '') && (named || rest.replace(label(), '').replace(marks(), '') === '')
  );
};

/** Finds the address in a text that may not be an address itself. */
const find = (text: string): Tidied => {
  const narrow = text
    .replace(WIDE, (wide) => wide.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    // Soft hyphens are not spaces, and a joiner that is typed twice counts once.
    .replace(/[\u00ad\u2060\ufeff]|([\u200c\u200d])(?=\1)/g, '');
  let doubts = 0;
  const plain = replaceJoiners(narrow, (joiner, isLetter, at) => {
    if (isLetter) return joiner;
    // Beside ASCII letters, and at an edge, a joiner has no meaning.
    if (/^[^\0-\x7f]{3}/.test(narrow.slice(at - 1, at + 2))) doubts++;
    return '';
  })
    .replace(/(?:(?![\u200c\u200d])[\s\p{Cf}])+/gu, ' ')
    .trim();
  // Bounds the work below.
  if (plain.split('@', 9).length > 8) return { address: text, certain: false };
  // White space and a doubled @ in a quoted local part belong to the address.
  if (/^"(?:[^"\\]|\\.)*"@/.test(plain)) {
    const address = plain.replace(/[\s.,;:!?>)\]}"'\\]+$/, '');
    return { address, certain: text.includes(address) };
  }

  // `firm.co uk`: the text before the space is an address by itself. After `.com`, the letters of most countries are
  // read as a word.
  let joined = plain
    .replace(/@https?:\/\//i, '@')
    .replace(/(@\S+\.(?:com?|ne|or|ac))(?: \. ?|\. |,)(?=[a-z]{2}$)/, '$1.')
    .replace(
      /(@\S+\.(?:co|ne|or|ac)) (?=(?:uk|jp|nz|za|kr|id|il|th)$)|(@\S+\.com) (?=(?:br|au|mx|ar|tr|tw|cn|hk)$)/,
      '$1$2.',
    );
  let certain = joined === plain;
  let words = wordsOf(joined);
  if (!words.whole.length) {
    // An @ or a dot written in words, against programs that collect addresses.
    joined = plain
      .replace(/ ?[([{<] ?dot ?[)\]}>] ?|[([<]\.[)\]>]| dot /gi, '.')
      .replace(/ ?[([{<] ?(at|@) ?[)\]}>] ?/gi, '@')
      .replace(/^(\S+) at (\S+)$/i, '$1@$2');
    certain = joined === plain;
    joined = joined.replace(/ ?@[@ ]*/g, '@');
    words = wordsOf(joined);
  }
  if (!words.whole.length) {
    const domain = joinDomain(joined);
    certain &&= domain.certain;
    joined = domain.address;
    words = wordsOf(joined);
  }
  const [word = '', ...others] = words.whole.length ? words.whole : words.all;
  if (!word || others.some((other) => other.toLowerCase() !== word.toLowerCase()))
    return { address: text, certain: false };

  const at = word.lastIndexOf('@');
  const domain = word
    .slice(at + 1)
    .replace(/\.{2,}/g, '.')
    .replace(/^[.#]+/, '');
  const start = joined.indexOf(word);
  certain &&=
    !doubts &&
    (domain.length === word.length - at - 1 || PROVIDERS.has(domain.toLowerCase())) &&
    isAlone(joined.slice(0, start), joined.slice(start + word.length));
  return { address: word.slice(0, at + 1) + domain, certain };
};

/**
 * Finds the address in typed or pasted text. A word that is an address by itself is the result. Otherwise white space
 * around the @ and around the dot before the ending is removed, a comma there becomes a dot, and a doubled @ or dot
 * becomes a single one. Full-width characters become ASCII. From text that is an address already, only marks at its
 * start are removed, and never with certainty. Never throws.
 */
export const tidy = (text: string): Tidied => {
  const found = find(text);
  const typed = text.trim();
  if (found.address === typed || !parseAddress(typed).ok) return found;
  return found.certain && !typed.startsWith('"') ? { ...found, certain: false } : { address: typed, certain: true };
};
