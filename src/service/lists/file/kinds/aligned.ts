/** Tables whose columns stand below each other and nothing else parts: `column -t`, kubectl, pandas, `.prn` of Excel. */
import { isAddressLike } from '../../../../address/list-file/address-like.js';
import type { FixedWidth } from './fixed-width.js';

/** Rows that make a table. */
const MIN_ROWS = 2;
/** Lines above the rows among which the header is. */
const MAX_ABOVE = 5;
/** Rows by which one blank is trusted to part columns: in fewer, words stand below each other by chance. */
const MANY_ROWS = 5;
const MAX_LENGTH = 10_000;
/** Share of the rows that have an address in the e-mail column. */
const MOST = 0.8;

/** A stretch of places: some line has a character at each, no line has one before and behind it. */
interface Stretch {
  start: number;
  end: number;
}

const stretchesOf = (lines: readonly string[]): Stretch[] => {
  const found: Stretch[] = [];
  const length = Math.max(...lines.map((line) => line.length));
  const isFilled = Array.from({ length }, () => false);
  for (const line of lines) for (const { index } of line.matchAll(/\S/g)) isFilled[index] = true;
  for (const [at, filled] of isFilled.entries()) {
    const last = found.at(-1);
    if (filled && last?.end === at) last.end = at + 1;
    else if (filled) found.push({ start: at, end: at + 1 });
  }
  return found;
};

/** The columns: stretches with one blank between them are one, unless the header has a word for each. */
const columnsOf = (lines: readonly string[], header: string): Stretch[] => {
  const columns: Stretch[] = [];
  const isNamed = ({ start, end }: Stretch): boolean => header.slice(start, end).trim() !== '';
  for (const stretch of stretchesOf(lines)) {
    const last = columns.at(-1);
    const isOne = last !== undefined && stretch.start - last.end === 1 && !(isNamed(last) && isNamed(stretch));
    if (isOne) last.end = stretch.end;
    else columns.push(stretch);
  }
  return columns;
};

/** True if a column begins behind one blank, and the header has no word that begins there too. */
const isByChance = ({ start }: Stretch, before: Stretch | undefined, header: string): boolean =>
  before !== undefined && start - before.end === 1 && !/^\s\S/u.test(header.slice(start - 1));

/** The columns of rows, and of the lines above them. */
const tableOf = (rows: readonly string[], above: readonly string[]): Omit<FixedWidth, 'header'> | undefined => {
  const [header = ''] = above;
  const columns = columnsOf([...above, ...rows], header);
  const address = columns.findIndex(({ start, end }) => {
    const addresses = rows.filter((row) => isAddressLike(row.slice(start, end)));
    return addresses.length >= MOST * rows.length;
  });
  if (columns.length < 2 || address < 0) return undefined;
  const beside = columns.slice(address, address + 2);
  if (rows.length < MANY_ROWS && beside.some((column, at) => isByChance(column, columns[address + at - 1], header)))
    return undefined;
  return { starts: columns.map(({ start }) => start), address };
};

/**
 * Finds out if a text is such a table: in most rows the addresses are in the same column, with blanks beside it, and no
 * delimiter stands beside them. The header is the first of the lines above them that is in the columns.
 * @param lines the first lines.
 */
export const asAligned = (lines: readonly string[]): FixedWidth | undefined => {
  const first = lines.findIndex((line) => line.includes('@'));
  const rows = lines.slice(first).filter((line) => line.includes('@'));
  if (rows.length < MIN_ROWS || rows.some((line) => line.length > MAX_LENGTH || line.includes('\t'))) return undefined;
  const isDelimited = (row: string): boolean => /[,;|]/u.test(row) && row.split(/[,;|]/u).some(isAddressLike);
  if (rows.some(isDelimited) || rows.filter(isAddressLike).length > rows.length / 2) return undefined;
  for (let header = Math.max(0, first - MAX_ABOVE); header <= first; header += 1) {
    const above = lines.slice(header, first);
    if (above.some((line) => line.trim() === '' || line.length > MAX_LENGTH)) continue;
    const table = tableOf(rows, above);
    if (table !== undefined) return { ...table, header: above.length === 0 ? first - 1 : header };
  }
  return undefined;
};
