/** Rows whose cells have names, as in JSON and vCard, put into columns. */
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import type { Record } from '../records.js';

/** A row: its cells by their names, or only the cells. */
export interface NamedRow {
  cells: ReadonlyMap<string, string> | readonly string[];
  line: number;
}

/** The rows, and the characters of their names and cells, in which the columns are found. */
const SAMPLE_ROWS = 1000;
const SAMPLE_LENGTH = 4_194_304;
/** The column of rows without names, among others. */
const UNNAMED = 'value';

const lengthOf = ({ cells }: NamedRow): number => {
  let length = 0;
  for (const [name, cell] of cells.entries()) length += String(name).length + cell.length;
  return length;
};

const columnsOf = (rows: readonly NamedRow[], maxCells: number): Map<string, number> => {
  const columns = new Map<string, number>();
  for (const { cells, line } of rows)
    for (const name of cells instanceof Map ? (cells as ReadonlyMap<string, string>).keys() : [UNNAMED]) {
      if (columns.has(name)) continue;
      if (columns.size === maxCells)
        throw new ListFileError('too_many_columns', `The entries have more than ${maxCells} different names.`, line);
      columns.set(name, columns.size);
    }
  return columns;
};

/** The cells of a row in their columns; names that no row of the sample had stand behind them, as JSON. */
const inColumns = ({ cells, line }: NamedRow, columns: ReadonlyMap<string, number>): Record => {
  const row = Array.from({ length: columns.size }, () => '');
  if (!(cells instanceof Map)) {
    const [first = '', ...others] = cells as readonly string[];
    row[columns.get(UNNAMED) ?? 0] = first;
    return { cells: [...row, ...others], line };
  }
  for (const [name, cell] of cells as ReadonlyMap<string, string>) {
    const column = columns.get(name);
    if (column === undefined) row.push(JSON.stringify({ [name]: cell }));
    else row[column] = cell;
  }
  return { cells: row, line };
};

/** A table of rows with names. */
export interface NamedTable {
  /** False: no row has names. */
  hasNames: boolean;
  /** The rows in parts; the first is the header, if there are names. */
  records: AsyncGenerator<Record[], void, undefined>;
}

/** Finds the columns by the first rows. @throws ListFileError `too_many_columns`. */
export const namedTable = async (
  rows: AsyncGenerator<NamedRow[], void, undefined>,
  maxCells: number,
): Promise<NamedTable> => {
  const sample: NamedRow[] = [];
  let length = 0;
  while (sample.length < SAMPLE_ROWS && length < SAMPLE_LENGTH) {
    const { value } = await rows.next();
    if (value === undefined) break;
    for (const row of value) {
      sample.push(row);
      length += lengthOf(row);
    }
  }
  const hasNames = sample.some(({ cells }) => cells instanceof Map);
  const columns = hasNames ? columnsOf(sample, maxCells) : new Map<string, number>();
  const recordOf = (row: NamedRow): Record =>
    hasNames ? inColumns(row, columns) : { cells: [...row.cells.values()], line: row.line };
  async function* records(): AsyncGenerator<Record[], void, undefined> {
    try {
      if (hasNames) yield [{ cells: [...columns.keys()], line: sample[0]?.line ?? 1 }];
      yield sample.splice(0).map(recordOf);
      for await (const part of rows) yield part.map(recordOf);
    } finally {
      await rows.return();
    }
  }
  return { hasNames, records: records() };
};
