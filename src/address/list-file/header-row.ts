/** Where a table begins: titles and remarks may stand before its header. */
import { holdsAddress } from './cell.js';
import { isHeaderName } from './header-names.js';

/** Rows before the first address in which a header is looked for. */
const MAX_BEFORE = 50;
/** Rows with addresses by which the usual number of cells is found. */
const TYPICAL = 100;

type Row = readonly string[];

const filled = (cells: Row): number => cells.reduce((count, cell) => count + (cell.trim() === '' ? 0 : 1), 0);

/** The median number of cells with content, of the rows with addresses. */
const typicalCells = (rows: readonly Row[]): number => {
  const counts = rows.slice(0, TYPICAL).map(filled);
  counts.sort((one, other) => one - other);
  return counts[Math.floor(counts.length / 2)] ?? 1;
};

/** True for a line below the header, such as `---|---`. */
export const isRule = (cells: Row): boolean => {
  const text = cells.join('').replace(/\s/gu, '');
  return text.length > 2 && /^[-=+:|_]+$/.test(text);
};

/**
 * Finds the row with the name of an address column, among the first.
 * @param isName tells which names count.
 * @returns its index; undefined: there is none.
 */
export const namedHeader = (rows: readonly Row[], isName = isHeaderName): number | undefined => {
  const named = rows
    .slice(0, MAX_BEFORE)
    .flatMap((cells, index) => (cells.some(isName) ? [{ index, count: filled(cells) }] : []));
  return named.sort((one, other) => other.count - one.count || one.index - other.index)[0]?.index;
};

/**
 * Finds the header among the rows before the first address: the one with the name of an address column, or the first
 * with about as many
 * cells as the rows with addresses have.
 * @param first the first row with an address.
 * @returns its index; 0 when none is better than the first row.
 */
export const headerIndex = (rows: readonly Row[], first: number): number => {
  const before = rows.slice(0, Math.min(first, MAX_BEFORE));
  const named = namedHeader(before);
  if (named !== undefined) return named;
  const usual = typicalCells(rows.slice(first));
  const isRemark = (cells: Row): boolean => /^\s*(?:#\s*\S|\/\/)/.test(cells[0] ?? '');
  for (const share of [0.75, 0.5]) {
    const least = Math.max(2, Math.ceil(usual * share));
    const found = before.findIndex((cells) => filled(cells) >= least && !isRemark(cells));
    if (found >= 0) return found;
  }
  return 0;
};

/**
 * Finds a header below rows of which one has an address: a title names a contact, and the header has twice as many cells
 * as any row above it. Below its name stands an address.
 * @returns its index; undefined: there is none.
 */
export const headerBelow = (rows: readonly Row[], first: number): number | undefined => {
  let most = Math.max(...rows.slice(0, first + 1).map(filled));
  for (let at = first + 1; at < Math.min(rows.length - 1, MAX_BEFORE); at += 1) {
    const cells = rows[at] ?? [];
    const column = cells.findIndex(isHeaderName);
    if (column >= 0 && filled(cells) >= 2 * most && holdsAddress(rows[at + 1]?.[column] ?? '')) return at;
    most = Math.max(most, filled(cells));
  }
  return undefined;
};

/** Finds the first row with an address, in steps; -1: there is none. */
export function* firstAddress(rows: readonly Row[]): Generator<void, number> {
  for (const [index, cells] of rows.entries()) {
    if (cells.some(holdsAddress)) return index;
    yield;
  }
  return -1;
}
