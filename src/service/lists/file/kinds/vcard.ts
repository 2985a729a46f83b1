/** Lists of vCards: 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). */
import iconv from 'iconv-lite';
import { turns } from '../../../../util/turns.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { encodingNamed } from '../encoding/names.js';
import type { Line } from './lines.js';
import type { NamedRow } from './named-rows.js';

/** True if a text begins with a vCard. */
export const isVcard = (start: string): boolean => /^\s*BEGIN:VCARD[ \t]*[\r\n]/i.test(start);

/** Properties that are no cells: pictures, keys, and what only programs need. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'PHOTO',
  'LOGO',
  'SOUND',
  'KEY',
  'VERSION',
  'PRODID',
  'REV',
  'UID',
  'X-ABUID',
  'BEGIN',
  'END',
]);
/** Names of columns that say more than those of the properties. */
const COLUMNS: Readonly<Record<string, string>> = {
  FN: 'name',
  N: 'full_name',
  ORG: 'organization',
  TEL: 'phone',
  ADR: 'address',
  BDAY: 'birthday',
};
/** Adds the cell of a property to those of a card, in a column of its own. */
export const addCell = (cells: Map<string, string>, property: string, text: string): void => {
  const column = COLUMNS[property] ?? property.toLowerCase();
  let free = column;
  for (let number = 2; cells.has(free); number += 1) free = `${column}_${number}`;
  cells.set(free, text);
};

/** Bytes of a card. */
const MAX_CARD = 1_048_576;

interface Property {
  name: string;
  parameters: string[];
  value: string;
}

/** Cuts `item1.EMAIL;TYPE="a:b";PREF:x@y.org` into its parts; undefined for any other line. */
const parseProperty = (text: string): Property | undefined => {
  const head = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^:";]|"[^"]*")*)*):/u.exec(text);
  if (head === null) return undefined;
  const [all, name = '', parameters = ''] = head;
  return {
    name: name.toUpperCase(),
    parameters: parameters.match(/(?:[^;"]|"[^"]*")+/gu) ?? [],
    value: text.slice(all.length),
  };
};

const isQuotedPrintable = ({ parameters }: Property): boolean =>
  parameters.some((parameter) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(parameter));

/** Decodes quoted-printable (RFC 2045, 6.7) in the property's charset. */
const decodeQuotedPrintable = ({ parameters, value }: Property): string => {
  const charset = parameters.map((parameter) => /^CHARSET="?([^"]+)"?$/i.exec(parameter)?.[1]).find(Boolean);
  const bytes = value
    .split(/((?:=[\da-f]{2})+)/iu)
    .map((part, at) => (at % 2 === 1 ? Buffer.from(part.replaceAll('=', ''), 'hex') : Buffer.from(part)));
  return iconv.decode(Buffer.concat(bytes), encodingNamed(charset ?? 'utf-8') ?? 'utf-8');
};

/** A value without its escapes. The parts of a name or an address are divided by spaces. */
const plainValue = (value: string, isStructured: boolean): string =>
  value
    .split(/((?:\\.|[^\\;])*;?)/u)
    .filter((part) => part !== '')
    .map((part) => (isStructured ? part.replace(/(?<!\\);$/u, '') : part))
    .map((part) => part.replace(/\\(.)/gu, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped)).trim())
    .filter((part) => part !== '')
    .join(isStructured ? ' ' : '')
    .trim();

/** A card, as its lines come. */
class Card {
  readonly #cells = new Map<string, string>();
  #size = 0;

  constructor(readonly line: number) {}

  add(text: string): void {
    const property = parseProperty(text);
    if (property === undefined || LEFT_OUT.has(property.name)) return;
    this.#size += text.length;
    if (this.#size > MAX_CARD)
      throw new ListFileError('line_too_long', `The card is longer than ${MAX_CARD} characters.`, this.line);
    const value = isQuotedPrintable(property) ? decodeQuotedPrintable(property) : property.value;
    const { name } = property;
    const cell = plainValue(value, name === 'N' || name === 'ADR' || name === 'ORG');
    if (cell !== '') addCell(this.#cells, name, cell);
  }

  get row(): NamedRow {
    return { cells: this.#cells, line: this.line };
  }
}

/** Lines that are folded (RFC 6350, 3.2), or go on in quoted-printable, put together; pictures are left out as they come. */
const createUnfolding = (onLine: (text: string) => void) => {
  let held: string[] = [];
  let size = 0;
  let [isLeftOut, isQuotedPrintable, isSoft] = [false, false, false];
  const flush = (): void => {
    const text = held.join('');
    if (text !== '') onLine(text);
    [held, size] = [[], 0];
  };
  const begin = (text: string): void => {
    flush();
    const [head = ''] = /^[^:]{0,1000}/u.exec(text) ?? [];
    isLeftOut = LEFT_OUT.has((/^(?:[\w-]+\.)?([\w-]+)/u.exec(head)?.[1] ?? '').toUpperCase());
    isQuotedPrintable = /QUOTED-PRINTABLE/i.test(head);
  };
  return {
    add(text: string): void {
      const isFolded = /^[ \t]/.test(text);
      if (!isSoft && !isFolded) begin(text);
      isSoft = isQuotedPrintable && text.endsWith('=');
      size += text.length;
      if (held.length > 0 && (isLeftOut || size > MAX_CARD)) return;
      const part = isSoft ? text.slice(0, -1) : text;
      held.push(held.length > 0 && isFolded ? part.slice(1) : part);
    },
    flush,
  };
};

/**
 * Reads vCards, a row for each. Each property is a column; a second e-mail address is `email_2`.
 * @throws ListFileError for text between cards, with its line.
 */
export async function* readVcards(lines: AsyncIterable<readonly Line[]>): AsyncGenerator<NamedRow[], void, undefined> {
  let rows: NamedRow[] = [];
  let card: Card | null = null;
  let current = 1;
  let depth = 0;
  const unfolding = createUnfolding((text) => {
    if (/^BEGIN:VCARD[ \t]*$/i.test(text)) {
      depth += 1;
      if (depth === 1) card = new Card(current);
    } else if (/^END:VCARD[ \t]*$/i.test(text)) {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || card === null) return;
      rows.push(card.row);
      card = null;
    } else if (depth === 1) card?.add(text);
  });
  for await (const part of lines) {
    for (const { text, line } of part) {
      unfolding.add(text);
      current = line;
      if (turns.isOver()) await turns.rest();
    }
    yield rows;
    rows = [];
  }
  unfolding.flush();
  // The last card of a file that was cut off.
  const last = card as Card | null;
  yield last === null ? rows : [...rows, last.row];
}
