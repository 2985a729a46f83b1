/** The entries of a list: the addresses to check, with the lines of the result that they stand in. */
import { readCell, splitCell, type EmailCell } from '../../../address/list-file/cell.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';
import type { ListFile, ListRow } from './read-list.js';

/** An address to check. */
export interface Entry extends EmailCell {
  /** The position of its column, from 0. */
  column: number;
}

/** A line of the result: the cells of a row, and what is to check in it. */
export interface Line {
  cells: string[];
  /** One for each e-mail column that has content; one at least. */
  entries: readonly [Entry, ...Entry[]];
}

export interface LineOptions {
  /** A cell with several addresses is a line for each of them. Text without columns is cut anyway. */
  splitsCells?: boolean;
  /** The most entries; default 1,000,000. */
  maxRows?: number;
}

type Source = Pick<ListFile, 'rows' | 'columns' | 'delimiter' | 'emailColumns'>;

/** Cuts a row into lines: in each, the cells of the e-mail columns have one address. */
function* linesOf(cells: string[], columns: readonly number[]): Generator<string[], void> {
  const parts = columns.map((column) => ({ column, texts: splitCell(cells[column] ?? '') }));
  for (;;) {
    const next = parts.map(({ column, texts }) => ({ column, text: texts.next().value ?? null }));
    if (next.every(({ text }) => text === null)) return;
    const line = [...cells];
    for (const { column, text } of next) if (column < line.length) line[column] = text ?? '';
    yield line;
  }
}

const entriesOf = (cells: readonly string[], columns: readonly number[]): Line['entries'] => {
  const [first = 0] = columns;
  const filled = columns.filter((column) => (cells[column] ?? '').trim() !== '');
  const [main = first, ...others] = filled;
  const entryAt = (column: number): Entry => ({ column, ...readCell(cells[column] ?? '') });
  return [entryAt(main), ...others.map(entryAt)];
};

/** True if the lines of a file are text with addresses, not the rows of a table. */
export const isText = ({ columns, delimiter }: Pick<Source, 'columns' | 'delimiter'>): boolean =>
  columns === null && delimiter === null;

/**
 * Reads the lines of a list, in order, in parts: a wait for each line would take longer than the line.
 * @throws ListFileError `too_many_rows`, and what `file.rows` throws; so do the parts.
 */
export async function* readLines(
  file: Source,
  { splitsCells = false, maxRows = 1_000_000 }: LineOptions = {},
): AsyncGenerator<Iterable<Line>, void, undefined> {
  const columns = file.emailColumns.map(({ index }) => index);
  const [column = 0] = columns;
  const isSingle = columns.length === 1;
  const splits = splitsCells || isText(file);
  let count = 0;
  function* ofRows(rows: Iterable<ListRow>): Generator<Line, void> {
    for (const { cells, line, email, more } of rows) {
      const isWhole = !splits || (isSingle && more === 0);
      for (const own of isWhole ? [cells] : linesOf(cells, columns)) {
        const entries: Line['entries'] = isWhole && isSingle ? [{ column, email, more }] : entriesOf(own, columns);
        count += entries.length;
        if (count > maxRows)
          throw new ListFileError('too_many_rows', `The file has more than ${maxRows} rows to check. Split it.`, line);
        yield { cells: own, entries };
      }
    }
  }
  for await (const rows of file.rows) yield ofRows(rows);
}
