import { COMMON_SUFFIXES, REAL_TLDS } from './data/endings.js';
import { PROVIDERS } from './data/providers.js';
import { parseAddress, replaceJoiners } from './parse.js';
import { typoCost } from './typo.js';

/** The address that a text holds. */
export interface Tidied {
  /** The text itself when no address can be made out. */
  address: string;
  /** False if the rest of the text may mean something, or if the address had to be put together. */
  certain: boolean;
}

/** Full-width and small forms of ASCII characters, as a Chinese or Japanese keyboard types them. */
const WIDE = /[\uff01-\uff5e\ufe50-\ufe6b]/g;

/** Characters that end a word, since an address holds none of them unquoted. */
const BETWEEN = /(?::\/\/|(?![{}])[\s,;:"\\<>\p{Ps}\p{Pe}\p{Pi}”»›])+/u;

/** Marks before or after an address. */
const MARKS = /^[^\p{L}\p{M}\p{N}@/#&%+=~$^|_]*/u;

/** Words for an address, and a colon: `E-Mail:`, `Correo electrónico :`. Any other text may say that it is not to be used. */
const LABEL =
  /^(?!kontakt:$)((e-?)?(mail|posta?)(to)?-?|ad{1,2}ress?e?|[ck]onta[ck]to?|courriel|correo|ele[ct]tr[oó]nic[oa]| (?=\S)){1,5} ?:/iu;

const isEnding = (text: string): boolean => {
  const ending = text.toLowerCase();
  return REAL_TLDS.test(ending) || COMMON_SUFFIXES.some((meant) => typoCost(ending, meant) < 2);
};

/**
 * Removes marks that are glued to a word. Those that a local part may begin with only go together with one at the end: `’` is an apostrophe
 * too.
 */
const bare = (word: string): string => {
  const start = word
    .replace(/(@[^?]*)\?.*$/, '$1')
    .replace(/[.!?…‘’'`*_~/#=@}-]+$/, '')
    .replace(/^[‘‚•·–—…]+/, '');
  return /^(['’`*_~=]).*\1$|^\{.*\}$/.test(word) ? start.replace(/^['’`*_~={]+/, '') : start;
};

/** The words with an @, and those of them that are an address by themselves. */
const wordsOf = (text: string): { all: string[]; whole: string[] } => {
  const all = text
    .split(BETWEEN)
    .map(bare)
    .filter((word) => word.includes('@'));
  return { all, whole: all.filter((word) => word.indexOf('@') === word.lastIndexOf('@') && parseAddress(word).ok) };
};

/**
 * Joins the ending to what stands before it: `gmail. com`, `firm,com`, `gmail com`. Where there are spaces or commas around other dots, it
 * joins these too, by asking.
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

/** True if nothing but the address may be meant by the text: around it are marks, a label, or a name before angle brackets. */
const isAlone = (before: string, after: string): boolean => {
  const mailto = /mailto:$/i.test(before) && /^\?\S*$/.test(after);
  const rest = before.replace(MARKS, '');
  const named = /^[^@<>:\d]*<$/.test(rest) && after.startsWith('>');
  return (mailto || after.replace(MARKS, '') === '') && (named || rest.replace(LABEL, '').replace(MARKS, '') === '');
};

/** Finds the address in a text that may be none as it stands. */
const find = (text: string): Tidied => {
  const narrow = text
    .replace(WIDE, (wide) => wide.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    // Soft hyphens are no spaces, and a joiner that is typed twice is one.
    .replace(/[\u00ad\u2060\ufeff]|([\u200c\u200d])(?=\1)/g, '');
  let doubts = 0;
  const plain = replaceJoiners(narrow, (joiner, isLetter, at) => {
    if (isLetter) return joiner;
    // Beside ASCII letters, and at an edge, it says nothing.
    if (/^[^\0-\x7f]{3}/.test(narrow.slice(at - 1, at + 2))) doubts++;
    return '';
  })
    .replace(/(?:(?![\u200c\u200d])[\s\p{Cf}])+/gu, ' ')
    .trim();
  // Bounds the work below.
  if (plain.split('@', 9).length > 8) return { address: text, certain: false };
  // White space and a doubled @ in a quoted local part are part of the address.
  if (/^"(?:[^"\\]|\\.)*"@/.test(plain)) {
    const address = plain.replace(/[\s.,;:!?>)\]}"'\\]+$/, '');
    return { address, certain: text.includes(address) };
  }

  // `firm.co uk`: before the space is an address by itself. A country's letters are read as a word behind `.com`, but for a few.
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
    // An @ or a dot that is written in words, against programs that collect addresses.
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
 * Finds the address in a text as people type and paste it. A word that is an address by itself is the answer. Otherwise white space around
 * the @ and around the dot before the ending is removed, a comma there becomes a dot, and a doubled @ or dot a single one. Full-width
 * characters become ASCII. Of a text that is an address as it stands, nothing but marks at its start is removed, and never with certainty.
 * Never throws.
 */
export const tidy = (text: string): Tidied => {
  const found = find(text);
  const typed = text.trim();
  if (found.address === typed || !parseAddress(typed).ok) return found;
  return found.certain && !typed.startsWith('"') ? { ...found, certain: false } : { address: typed, certain: true };
};
