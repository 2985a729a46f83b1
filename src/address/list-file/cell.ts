/** Reads what people write into the cell of an e-mail column: one address, several, or something around them. */
import { parseAddress } from '../parse.js';
import { bare, tidy } from '../address-in-text.js';
import { isAddressLike } from './address-like.js';
import { linkedAddress } from './exported-link.js';

/** The addresses of a cell. */
export interface EmailCell {
  /** The address to check, or the trimmed text when no address in it is certain to be meant. */
  email: string;
  /** Further different addresses in the cell, which are not checked; at most 999 are counted. */
  more: number;
}

/** Most cells. */
const PLAIN = /^[\w+-]+(?:\.[\w+-]+)*@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}$/i;

/** Characters that nobody sees. The joiners U+200C and U+200D are letters between others. */
const INVISIBLE =
  // Bytes that broken exports leave, and joiners by themselves.
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- each character is meant by itself
  /[\0\x02-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]|(?<![^\0-\x7f])[\u200c\u200d]+(?![^\0-\x7f])/g;

/** Characters that look like a space and are none to `\s`, and those between cells (U+001C to 1F; of Hive, U+0001). */
// eslint-disable-next-line no-control-regex -- each character is meant by itself
const BLANK = /[\x01\x1c-\x1f\x85\u115f\u1160\u2800\u3164\uffa0]/g;

/** Full-width and small forms of ASCII characters. */
const WIDE = /[\uff01-\uff5e\ufe50-\ufe6b]/g;

/** Marks and spaces as HTML writes them. */
const ESCAPED = /&(?:lt|gt|quot|apos|nbsp|#0?39|#x27|#160|#34);/gi;
const MARKS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&#160;': ' ',
  '&quot;': '"',
  '&#34;': '"',
};

/** An @, or a form of it that is another character. */
const AT = /[@\uff20\ufe6b]/;

/**
 * Bullets, dashes and typographic quotes glued to an address: a local part beyond ASCII may have them, and none that
 * exists does.
 */
const BULLET = /^[•·∙▪▫◦‣●○■□▶►→–—―…“„‚‘«‹]+/;

/** Characters of a word; none of the others is in an address unquoted. */
const WORD = /(?:[{}]|[^\s,;:"\\<>\p{Ps}\p{Pe}\p{Pi}”»›])+/gu;

/** The longest text in which addresses are looked for, in UTF-16 code units, and the most that are counted. */
const MAX_LENGTH = 20_000;
const MAX_FOUND = 1000;

/** Stands for the address while what is around it is judged. */
const ADDRESS = '\u0001';

/** Words that name an address, before a colon: of forms, of mail headers, of directories (`SMTP:anna@firm.org`). */
const LABEL =
  /^(?:(?:work|home|private|personal|business|office|primary|main|other|privat|geschäftlich|dienstlich) ?)?(?:(?:e-?)?mail(?: ?(?:address|adresse|to|id))?|correo|courriel|smtp|to|cc|bcc|from|sender|reply-to|von|an|de|para|à) ?: ?/iu;

/** A name before brackets, and an address within them: angle ones (RFC 5322, section 3.4), or as Outlook shows it. */
const NAMED = new RegExp(`^[^<>@:${ADDRESS}]*[<([] ?(?:mailto:|smtp:)?${ADDRESS} ?[>)\\]][^\\p{L}\\p{N}]*$`, 'iu');

/**
 * Marks around the address, or the address once more as a link. A `#` or `%` before it may say that the line is a
 * comment.
 */
const MARKED = new RegExp(
  `^[^\\p{L}\\p{N}#%${ADDRESS}]*(?:mailto:)?${ADDRESS}(?:[^\\p{L}\\p{N}${ADDRESS}]*(?:mailto:)?${ADDRESS})?[^\\p{L}\\p{N}${ADDRESS}]*$`,
  'iu',
);

/** The number of an entry: `1.`, `(2)`. */
const NUMBERED = /^\(?\d{1,7}[.):] ?/;

const CONJUNCTION = /^\s*(?:and|or|und|oder|et|ou|y|o|e|en|of|och|og|i|lub|a|&|\+)\s+/iu;

/** An address in a text, with its place. */
interface Found {
  address: string;
  start: number;
  end: number;
}

const visible = (text: string, instead: '' | ' '): string =>
  text
    .replace(INVISIBLE, instead)
    .replace(ESCAPED, (mark) => MARKS[mark.toLowerCase()] ?? "'")
    .replace(BLANK, ' ')
    .replace(WIDE, (wide) => wide.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\u3001\u060c]/g, ',')
    .replace(/\u061b/g, ';')
    .trim();

/** Finds the address in a word. */
const inWord = (word: string, start: number): Found | undefined => {
  const query = word.indexOf('?', word.indexOf('@'));
  const typed = query < 0 ? word : word.slice(0, query);
  if (typed.indexOf('@') !== typed.lastIndexOf('@')) return undefined;
  const text = bare(typed).replace(/[^\p{L}\p{N}\p{M}]+$/u, '');
  if (!text.includes('@') || !parseAddress(text).ok) return undefined;
  const at = start + word.indexOf(text);
  return { address: text, start: at, end: at + text.length };
};

/** Finds the words that are an address by themselves. */
function* findAddresses(text: string): Generator<Found, void> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!word.includes('@')) continue;
    if (word.indexOf('@') === word.lastIndexOf('@')) {
      const found = inWord(word, index);
      if (found) yield found;
      continue;
    }
    // Signs that a local part may have: between two addresses they separate.
    for (const { 0: part, index: offset } of word.matchAll(/[^|/&+*=•·]+/gu)) {
      const found = part.includes('@') ? inWord(part, index + offset) : undefined;
      if (found) yield found;
    }
  }
}

/** The field of a mailto link (RFC 6068) that has a further address. */
const FIELD = /^\?(?:\S*&)?(?:b?cc|to)=/i;

/** The place at which the text between two addresses is cut. */
const cutOf = (gap: string): number => {
  if (FIELD.test(gap)) return 0;
  const open = gap.replace(/"[^"]*"/g, (quoted) => '_'.repeat(quoted.length));
  for (const separator of ['\n', '\r', ';', '|', '/', ',', '\t']) {
    const at = open.indexOf(separator);
    if (at >= 0) return at + 1;
  }
  const closing = /^[^\p{L}\p{N}"<(]*[>)\]}]/u.exec(open);
  if (closing) return closing[0].length;
  return Math.max(0, open.search(/\s/));
};

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A part of a cell, with the address in it. */
interface Part {
  text: string;
  address: string;
}

const partOf = (text: string, address: string): Part => ({
  text: text
    .replace(CONJUNCTION, '')
    .replace(FIELD, '')
    .replace(/^[\s,;|/]+|[\s,;|/]+$/g, ''),
  address,
});

/** Cuts a text between its addresses. An address that is repeated at once, as in `a@b.org <a@b.org>`, is one. */
function* cut(text: string): Generator<Part, void> {
  let start = 0;
  let last: Found | undefined;
  for (const found of findAddresses(text)) {
    if (last === undefined) last = found;
    else if (isSame(last.address, found.address)) last.end = found.end;
    else {
      const end = last.end + cutOf(text.slice(last.end, found.start));
      yield partOf(text.slice(start, end), last.address);
      [start, last] = [end, found];
    }
  }
  if (last !== undefined) yield partOf(text.slice(start), last.address);
}

/** The text with a mark in place of each address. */
const masked = (text: string): string => {
  let [marked, start] = ['', 0];
  for (const found of findAddresses(text)) {
    marked += text.slice(start, found.start) + ADDRESS;
    start = found.end;
  }
  return marked + text.slice(start);
};

/** True if nothing but the address can be meant: around it are marks, a label, a number, or a name before brackets. */
const isMeant = ({ text, address }: Part): boolean => {
  if (text === address) return true;
  const plain = text.replace(/<\/?a(?:\s[^<>@]*)?>/gi, ' ').replace(/\s+/g, ' ');
  const around = masked(plain)
    .replace(/<a\s[^<>]*href=/i, '')
    .trim()
    .replace(LABEL, '')
    .replace(NUMBERED, '');
  if (NAMED.test(around) || MARKED.test(around)) return true;
  const tidied = tidy(plain);
  return tidied.certain && isSame(tidied.address, address);
};

/** Several addresses as PostgreSQL writes an array. */
const ARRAY = /^\{[^{}]*@[^{}]*\}$/;

/** The cell without spaces and quotes around it. */
const unquoted = (cell: string): string => {
  let text = cell.trim();
  if (ARRAY.test(text)) text = text.slice(1, -1).trim();
  while (text.length > 1 && text.startsWith('"') && text.endsWith('"')) text = text.slice(1, -1).trim();
  return text;
};

/** The text in which addresses are looked for. Invisible characters separate only if nothing is found without them. */
const normal = (text: string): string => {
  const joined = visible(text, '');
  if (parseAddress(joined).ok || findAddresses(joined).next().done !== true) return joined;
  return visible(text, ' ');
};

/**
 * Reads a cell. What is only around an address is removed: white space and characters that nobody sees, quotes,
 * brackets, marks, a label
 * (`E-Mail:`, `mailto:`), a name before brackets; full-width characters become ASCII. A typo within it
 * (`firm,com`, `gmial.com`) stays.
 * Of several addresses the first is read. Idempotent: the address that was read is read as itself. Never throws.
 */
export const readCell = (cell: string): EmailCell => {
  if (PLAIN.test(cell)) return { email: cell, more: 0 };
  if (cell.length > MAX_LENGTH) return { email: cell.trim(), more: 0 };
  const text = unquoted(cell);
  if (!AT.test(text)) return { email: text, more: 0 };
  const link = linkedAddress(text);
  if (link !== undefined) return { email: link, more: 0 };
  const shown = parseAddress(text).ok ? text : normal(text);
  const address = shown.replace(BULLET, '');
  if (parseAddress(address).ok) return { email: address, more: 0 };
  const seen = new Set<string>();
  let first: Part | undefined;
  for (const part of cut(shown)) {
    first ??= part;
    seen.add(part.address.toLowerCase());
    if (seen.size === MAX_FOUND) break;
  }
  if (first !== undefined && isMeant(first)) return { email: first.address, more: seen.size - 1 };
  // A quoted local part, which is no word.
  const tidied = first === undefined ? tidy(shown) : undefined;
  if (tidied?.certain === true && shown.includes(tidied.address) && parseAddress(tidied.address).ok)
    return { email: tidied.address, more: 0 };
  return { email: text, more: seen.size > 1 ? seen.size : 0 };
};

/** True if there is an address in a cell, several, or something that looks like one. */
export const holdsAddress = (cell: string): boolean => {
  if (isAddressLike(cell)) return true;
  if (cell.length > MAX_LENGTH || !AT.test(cell)) return false;
  const { email, more } = readCell(cell);
  return more > 0 || parseAddress(email).ok;
};

/**
 * Cuts a cell into a text for each of its addresses: `Anna <a@b.org>; c@d.org` is `Anna <a@b.org>` and `c@d.org`. One
 * with a single
 * address, or none, is the only text. Each part takes little time.
 */
export function* splitCell(cell: string): Generator<string, void> {
  let count = 0;
  let first: Part | undefined;
  const text = unquoted(cell);
  // The texts of a cell with one address stay as they are.
  for (const part of cut(PLAIN.test(text) || parseAddress(text).ok ? '' : normal(text))) {
    count += 1;
    if (count === 2 && first !== undefined) yield first.text;
    if (count > 1) yield part.text;
    else first = part;
  }
  if (count < 2) yield cell;
}
