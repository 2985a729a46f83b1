/** The cells of an entry as the store keeps them: JSON. */
import { readCell, type EmailCell } from '../../address/list-file/cell.js';

/** The places of an entry in a list with several e-mail columns. Numbers are lines of the result, from 1. */
export interface Place {
  /** The position of its column, from 0. */
  column: number;
  line: number;
  /** The first line with the same address; missing: this is the first. */
  same?: number;
  /** The first line that reaches the same person; missing: the entry is no address. */
  person?: number;
}

/** An entry of the store. */
export interface StoredRow {
  /** The cells of its row; null: they are those of the entry before, in whose line this one stands. */
  cells: string[] | null;
  /** The text of its e-mail column. */
  cell: string;
  /** Null: the list has one e-mail column, and an entry is a line. */
  place: Place | null;
}

/** Writes the entry of a line with no other. */
export const writeCells = (cells: readonly string[]): string => JSON.stringify(cells);

/** Writes the first entry of a line that may have others, or another. */
export const writeEntry = (cells: readonly string[], place: Place, isFirst: boolean): string =>
  JSON.stringify(isFirst ? { ...place, cells } : { ...place, cell: cells[place.column] ?? '' });

/** An entry as the store keeps it, read as JSON. */
export type Stored = string[] | (Place & ({ cells: string[] } | { cell: string }));

/** Reads an entry. @param emailColumn the column of a list with one. */
export const readStored = (stored: Stored, emailColumn: number): StoredRow => {
  if (Array.isArray(stored)) return { cells: stored, cell: stored[emailColumn] ?? '', place: null };
  if ('cells' in stored) {
    const { cells, ...place } = stored;
    return { cells, cell: cells[place.column] ?? '', place };
  }
  const { cell, ...place } = stored;
  return { cells: null, cell, place };
};

/** Reads the addresses of an entry. */
export const readStoredEmail = (stored: Stored, emailColumn: number): EmailCell =>
  readCell(readStored(stored, emailColumn).cell);
