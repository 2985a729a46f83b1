import { atOnce } from '../../util/turns.js';
import { isAddressLike } from './address-like.js';
import { ListFileError } from './list-file-error.js';

export interface ColumnOptions {
  /** Undefined: the first row is a header if no cell of it looks like an address, and a cell of a later row does. */
  firstRowIsHeader?: boolean | undefined;
  /** The name of the column with the addresses, or its number from 1. Undefined: it is found by its cells. */
  emailColumn?: string | number | undefined;
}

export interface Columns {
  /** The cells of the header; null when there is none. */
  columns: string[] | null;
  /** `index` counts from 0; `name` is null when there is no header. */
  emailColumn: { index: number; name: string | null };
  hasHeader: boolean;
}

/** Names of columns with addresses, in the languages of the large spreadsheets' users. */
const EXACT =
  /^(?:(?:primary |main |work |contact |customer |user )?e ?mails?(?: ?addres(?:s|ses))?|mail(?: ?address)?|adresse(?: e ?mail)?|e ?mail ?adres(?:se)?|courriel|correo(?: electr[oó]nico)?|e ?posta|e ?post|indirizzo e ?mail|endere[cç]o de e ?mail|to)$/iu;
const PART = /mail|courriel|correo|adress/iu;

const SHOWN_COLUMNS = 20;
const SHOWN_LENGTH = 40;

const plain = (name: string): string =>
  name
    .replace(/[\s\u{feff}_.-]+/gu, ' ')
    .trim()
    .toLowerCase();

/** The rank of a column's name: 2 if it is a known name of an address column, 1 if it contains a word of such names, else 0. */
const rankOf = (name: string): number => (EXACT.test(plain(name)) ? 2 : PART.test(name) ? 1 : 0);

/** The columns for a message: names of the header, or only their number. */
const describe = (columns: readonly string[] | null, width: number): string => {
  if (columns === null) return `The file has ${width} columns and no header.`;
  const names = columns
    .slice(0, SHOWN_COLUMNS)
    .map((name) => `"${name.trim().slice(0, SHOWN_LENGTH)}"`)
    .join(', ');
  return `The columns are ${names}${columns.length > SHOWN_COLUMNS ? ` and ${columns.length - SHOWN_COLUMNS} more` : ''}.`;
};

const unknownColumn = (wanted: string, columns: readonly string[] | null, width: number): ListFileError =>
  new ListFileError(
    'unknown_column',
    `There is no column ${wanted}. ${describe(columns, width)} Give ${columns === null ? '' : 'a name of these, or '}a number from 1 to ${width}.`,
  );

const chosenColumn = (wanted: string | number, columns: readonly string[] | null, width: number): number => {
  if (typeof wanted === 'number') {
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= width) return wanted - 1;
    throw unknownColumn(`${wanted}`, columns, width);
  }
  const exact = columns?.indexOf(wanted) ?? -1;
  const index = exact >= 0 ? exact : (columns?.findIndex((name) => plain(name) === plain(wanted)) ?? -1);
  if (index < 0) throw unknownColumn(`"${wanted.slice(0, SHOWN_LENGTH)}"`, columns, width);
  return index;
};

/** The column with the most addresses; of those with at least half as many, the one with the best name. */
function* foundColumn(
  columns: readonly string[] | null,
  rows: readonly (readonly string[])[],
  width: number,
): Generator<void, number> {
  const counts = Array.from({ length: width }, () => 0);
  for (const cells of rows) {
    cells.forEach((cell, index) => {
      if (isAddressLike(cell)) counts[index] = (counts[index] ?? 0) + 1;
    });
    yield;
  }
  const most = Math.max(...counts);
  if (most === 0)
    throw new ListFileError(
      'no_address_column',
      `No cell of the first ${rows.length} rows looks like an e-mail address. ${describe(columns, width)} If one of them holds the addresses, name it as the e-mail column.`,
    );
  const candidates = counts.flatMap((count, index) =>
    count * 2 >= most ? [{ index, count, rank: rankOf(columns?.[index] ?? '') }] : [],
  );
  candidates.sort((one, other) => other.rank - one.rank || other.count - one.count || one.index - other.index);
  return candidates[0]?.index ?? 0;
}

function* hasHeader(
  rows: readonly (readonly string[])[],
  emailColumn: string | number | undefined,
): Generator<void, boolean> {
  const [first = [], ...later] = rows;
  if (typeof emailColumn === 'string') return true;
  if (first.some(isAddressLike)) return false;
  if (first.some((cell) => rankOf(cell) === 2)) return true;
  for (const cells of later) {
    if (cells.some(isAddressLike)) return true;
    yield;
  }
  return false;
}

/** The steps of `findColumns`, each no longer than a row or two: a sample may have a million cells. */
export function* columnSteps(rows: readonly string[][], options: ColumnOptions): Generator<void, Columns> {
  const header = options.firstRowIsHeader ?? (yield* hasHeader(rows, options.emailColumn));
  const columns = header ? (rows[0] ?? []) : null;
  const data = header ? rows.slice(1) : rows;
  if (data.length === 0)
    throw new ListFileError('header_only', 'The file has a header and no rows. Add a row for each address.');
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  const index =
    options.emailColumn === undefined
      ? yield* foundColumn(columns, data, width)
      : chosenColumn(options.emailColumn, columns, width);
  return { columns, emailColumn: { index, name: columns?.[index] ?? null }, hasHeader: header };
}

/**
 * Finds the header and the column with the addresses.
 * @param rows the first rows of the file, at least one.
 * @throws ListFileError `unknown_column`, `no_address_column` or `header_only`.
 */
export const findColumns = (rows: readonly string[][], options: ColumnOptions): Columns =>
  atOnce(columnSteps(rows, options));
