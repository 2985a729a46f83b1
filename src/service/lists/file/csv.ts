import type { Dialect } from './text-table.js';

/** The form in which a CSV file is written. */
export interface CsvForm {
  delimiter: string;
  /** True: each cell stands in quotes. */
  quotesAll: boolean;
  lineEnd: '\n' | '\r\n' | '\r';
  /** True: the file begins with a byte order mark, without which Excel reads UTF-8 as the encoding of its country. */
  bom: boolean;
}

/** The form of RFC 4180. */
export const RFC_4180: CsvForm = { delimiter: ',', quotesAll: false, lineEnd: '\r\n', bom: false };

/**
 * The form of an uploaded file, in which its results are written; RFC 4180's for files that are not CSV. Excel writes
 * `;` where the comma is the decimal sign, and would garble letters beyond ASCII without a byte order mark.
 */
export const csvFormOf = (dialect: Dialect | null | undefined): CsvForm => {
  if (!dialect) return RFC_4180;
  const { delimiter, quotesAll, lineEnd, bom, isAscii } = dialect;
  return { delimiter: delimiter ?? ',', quotesAll, lineEnd, bom: bom || (delimiter === ';' && !isAscii) };
};

/** Characters for which a cell must stand in quotes: a mark U+FEFF would be read as a byte order mark. */
const SPECIAL = String.raw`",;\t|\r\n\ufeff`;

/**
 * Creates the function that writes a record with its line end. Cells with another usual delimiter stand in quotes too,
 * so that a reader that looks for the delimiter finds the right one.
 */
export const csvWriter = ({ delimiter, quotesAll, lineEnd }: CsvForm): ((cells: readonly string[]) => string) => {
  const special = new RegExp(String.raw`[${SPECIAL}${delimiter === ':' ? ':' : ''}]|^\s|\s$`, 'u');
  // Splitting takes a sixth of the time of replacing, which counts in a cell of a megabyte of quotes.
  const written = (cell: string): string =>
    quotesAll || special.test(cell) ? `"${cell.split('"').join('""')}"` : cell;
  return (cells) => {
    // A lone empty cell would be a blank line.
    if (cells.length === 1 && cells[0] === '') return `""${lineEnd}`;
    return `${cells.map(written).join(delimiter)}${lineEnd}`;
  };
};

/** Writes the first record of a file, behind its byte order mark if it has one. */
export const csvHeader = (form: CsvForm, cells: readonly string[]): string =>
  `${form.bom ? '\ufeff' : ''}${csvWriter(form)(cells)}`;

/** Writes a record of CSV as in RFC 4180, with its line end. */
export const csvRecord = csvWriter(RFC_4180);

/** White space, control characters, and others that nobody sees. Some programs pass over them at the start of a cell. */
const BLANK = String.raw`[\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]`;

/** Signs with which programs begin to read a formula, full-width and small forms included. */
const SIGN = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b\u2212]`;

const TRIGGER = new RegExp(String.raw`^(?:[\t\r\n]|${BLANK}*${SIGN})`, 'u');

/**
 * A number, a phone number or a sum of numbers. A formula can call nothing without a letter, a quote, `!`, `|`, or a
 * cell's name; the one letter here is the exponent behind a digit.
 */
const NUMBER = String.raw` *[+\-\u2212][\d .,()/+\-\u2212\u00a0]*(?:\d[eE][+\-]?\d+)?%?`;
const NUMERIC = new RegExp(`^${NUMBER}$`, 'u');

/**
 * The separator and the blanks before a formula within a cell. Matched without the formula: a callback for each takes
 * 0.2 s in a cell of a megabyte.
 */
const BEFORE_LATER = new RegExp(String.raw`[;\t](?:(?!\t)${BLANK})*(?=${SIGN})(?!${NUMBER}(?:[;\t]|$))`, 'gu');

/** Most cells: nothing in them begins a formula. */
const PLAIN = /^(?:[a-z\d][^;\t]*)?$/i;

/**
 * Makes a cell safe in Excel, LibreOffice and Google Sheets (OWASP, CSV injection): one that begins with `=`, `+`, `-`,
 * `@`, a TAB or a line end gets a `'` before it, also behind characters that nobody sees. Numbers such as -5 and +49
 * 123 stay as they are. The same holds behind a `;` or TAB within the cell, at which a spreadsheet of another language
 * may cut it.
 */
export const formulaSafe = (cell: string): string => {
  if (PLAIN.test(cell)) return cell;
  const later = cell.replace(BEFORE_LATER, "$&'");
  return TRIGGER.test(cell) && !NUMERIC.test(cell) ? `'${later}` : later;
};
