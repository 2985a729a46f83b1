import { parse } from 'csv-parse/sync';
import { atOnce } from '../../util/turns.js';
import { isAddressLike } from './address-like.js';
import { holdsAddress } from './cell.js';
import { dialect, hasSpacedQuotes, hasStrayQuotes, isBlank } from './dialect.js';
import { isHeaderName } from './header-names.js';

/** The delimiters that are looked for. A colon stands in times and links too: it separates when no other does. */
export const DELIMITERS = [',', ';', '\t', '|', ':'] as const;
const LAST = ':';

/** Default number of rows that are read. */
const SAMPLE_ROWS = 100;

/** A first line by which Excel tells the delimiter. */
const HINT = /^("?)sep=([^\w\s"\\]|\t)\1[,;\t|]*(?:\r\n|\r|\n)/i;

/** Lines that are blank, or a comment. `#` alone is the name of a column of numbers. */
const BEFORE = /^(?:(?:[^\S\r\n]*(?:\r\n|\r|\n))+|[^\S\r\n]*(?:#(?![,;\t|])|\/\/)[^\r\n]*(?:\r\n|\r|\n))/;

/** The first rows of a text by a delimiter that are not blank, up to the first fault, which may be the end of the sample. */
export const rowsBy = (delimiter: string, text: string, hasQuotes = true, count = SAMPLE_ROWS): string[][] => {
  const rows: string[][] = [];
  try {
    parse(text, {
      ...dialect(delimiter, { trims: hasQuotes && hasSpacedQuotes(text, delimiter), hasQuotes }),
      to: count,
      on_record: (cells: string[]) => {
        if (!isBlank(cells)) rows.push(cells);
        return null;
      },
    });
  } catch {
    // The rows before the fault are enough.
  }
  return rows;
};

/**
 * True if quotes at the start of cells are text, as programs write them that never quote: text stands behind a closing
 * one, as quotes they swallow rows, and without them all rows have the same width. Rows of one cell may stand before
 * these.
 */
export const hasLooseQuotes = (text: string, delimiter: string): boolean => {
  if (!hasStrayQuotes(text, delimiter)) return false;
  const quoted = rowsBy(delimiter, text);
  if (!quoted.some((cells) => cells.some((cell) => /[\r\n]/.test(cell)))) return false;
  const plain = rowsBy(delimiter, text, false);
  const rows = plain.slice(plain.findIndex((cells) => cells.length > 1));
  const [{ length: width } = []] = rows;
  // The last row of the sample may be cut.
  return width > 1 && rows.length > quoted.length && rows.slice(0, -1).every((cells) => cells.length === width);
};

/** True for a cell with an address, or with several and nothing else. */
const holdsAddresses = (cell: string): boolean => {
  if (isAddressLike(cell)) return true;
  if (cell.indexOf('@') === cell.lastIndexOf('@')) return false;
  const parts = cell.split(/[;,|/]/).filter((part) => part.trim() !== '');
  return parts.length > 1 && parts.every(isAddressLike);
};

/** Characters such as `&euml;` of HTML: the semicolon stands between no columns. */
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/gi;

/** The fit of a delimiter to a text. */
export interface Fit {
  delimiter: string;
  /** Rows with an address. */
  addresses: number;
  /** Rows of the most frequent width above 1. */
  regular: number;
  width: number;
}

const fitOf = (delimiter: string, text: string): Fit => {
  const rows = rowsBy(delimiter, text);
  const widths = new Map<number, number>();
  for (const { length } of rows) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width = 1, regular = 0] = [...widths].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { delimiter, addresses: rows.filter((cells) => cells.some(holdsAddresses)).length, regular, width };
};

const isBetter = (fit: Fit, best: Fit): boolean =>
  (fit.addresses - best.addresses || fit.regular - best.regular || fit.width - best.width) > 0;

/** Finds the delimiter that fits a text best, but for the colon, in steps. */
export function* bestFit(text: string): Generator<void, Fit> {
  let best: Fit = { delimiter: DELIMITERS[0], addresses: 0, regular: 0, width: 0 };
  for (const delimiter of DELIMITERS) {
    if (delimiter === LAST) continue;
    const fit = fitOf(delimiter, text);
    if (isBetter(fit, best)) best = fit;
    yield;
  }
  return best;
}

/** The delimiter of a file. */
export interface Found {
  /** Null when no row has one, as in a list with one address a line. */
  delimiter: string | null;
  /** The characters at the start that are before the rows: blank lines, comments, and the line that names the delimiter. */
  hint: number;
  /** True if it is between addresses and nothing else: the lines of a text, not the columns of a table. */
  isLines: boolean;
}

/**
 * True if each cell is an address or blank, and some row has several addresses. The name of a single column may stand
 * above them.
 */
const areLines = ([first = [], ...others]: readonly (readonly string[])[]): boolean => {
  const rows = first.length === 1 && !holdsAddress(first[0] ?? '') ? others : [first, ...others];
  return (
    rows.some((cells) => cells.filter(holdsAddress).length > 1) &&
    rows.every((cells) => cells.every((cell) => cell.trim() === '' || holdsAddress(cell)))
  );
};

/**
 * True if a line that begins as a comment is a row: it holds the name of an address column, as in `# email, name`, or
 * an address.
 */
const isRow = (line: string): boolean =>
  line
    .replace(/^\s*(?:#|\/\/)\s*/u, '')
    .split(/[,;\t|:]/u)
    .map((cell) => cell.replace(/^\s*"|"\s*$/gu, ''))
    .some((cell) => isHeaderName(cell) || (isAddressLike(cell) && !cell.includes('<')));

/** The text before the first row. */
const startOf = (text: string): { at: number; delimiter: string | undefined } => {
  let at = 0;
  let delimiter: string | undefined;
  for (;;) {
    const rest = text.slice(at);
    const hint = HINT.exec(rest);
    const line = hint ?? BEFORE.exec(rest);
    if (line === null || (hint === null && isRow(line[0]))) return { at, delimiter };
    delimiter ??= hint?.[2];
    at += line[0].length;
  }
};

/** The steps of `findDelimiter`, each a parsing of the text. */
export function* delimiterSteps(text: string): Generator<void, Found> {
  const { at: hint, delimiter: said } = startOf(text);
  if (said !== undefined) return { delimiter: said, hint, isLines: false };
  const rest = text.slice(hint).replace(ENTITY, (entity) => `${entity.slice(0, -1)}_`);
  const best = yield* bestFit(rest);
  const last = fitOf(LAST, rest);
  yield;
  if (last.regular > 0 && last.addresses > best.addresses) return { delimiter: LAST, hint, isLines: false };
  if (best.regular === 0) return { delimiter: null, hint, isLines: false };
  return { delimiter: best.delimiter, hint, isLines: areLines(rowsBy(best.delimiter, rest)) };
}

/**
 * Finds the delimiter by the first rows: the one with addresses in the most rows, then the one whose rows most often
 * have the same width, then the one with the widest rows.
 * @param text the start of the file.
 */
export const findDelimiter = (text: string): Found => atOnce(delimiterSteps(text));
