import { plainName, rankOf } from './header-names.js';
import { holdsAddress } from './cell.js';
import { firstAddress, headerBelow, headerIndex, isRule, namedHeader } from './header-row.js';
import { ListFileError, startOfLine } from './list-file-error.js';

/** Columns with addresses: each by its name, or by its number from 1; in a text with commas between them. */
export type EmailColumnChoice = string | number | readonly (string | number)[];

/** Columns with addresses that one list may have. */
export const MAX_EMAIL_COLUMNS = 10;

const isNumber = (name: string | number): boolean => typeof name === 'number' || /^\d{1,6}$/.test(name);

/** The columns of a choice. @param isWhole the text is the name of one column, commas included. */
const namesOf = (choice: EmailColumnChoice, isWhole: boolean): readonly (string | number)[] => {
  if (typeof choice === 'object') return choice;
  if (typeof choice === 'number' || isWhole) return [choice];
  const names = choice.split(',').map((name) => name.trim());
  const filled = names.filter((name) => name !== '');
  return filled.length > 0 ? filled : [choice];
};

export interface ColumnOptions {
  /**
   * Undefined: there is a header if the first row has no address, and a later row does, or the header names an address
   * column.
   */
  firstRowIsHeader?: boolean | undefined;
  /** Undefined: it is found by its cells. */
  emailColumn?: EmailColumnChoice | undefined;
}

/** The rows in which columns are looked for. */
export interface Sample {
  /** At least one. */
  rows: readonly string[][];
  /** The line of each of them; missing: its number. */
  lines?: readonly number[];
  /** False: more rows follow. */
  isWhole?: boolean;
}

/** A column with addresses that are not checked. */
export interface OtherColumn extends Column {
  /** The addresses in the first rows. */
  addresses: number;
}

/** A column of a list. `index` counts from 0; `name` is null when there is no header. */
export interface Column {
  index: number;
  name: string | null;
}

export interface Columns {
  /** The cells of the header; null without one. */
  columns: string[] | null;
  /** The first of the columns whose addresses are checked; mostly the one. */
  emailColumn: Column;
  emailColumns: Column[];
  /** Other columns of which most cells are addresses. */
  otherEmailColumns: OtherColumn[];
  hasHeader: boolean;
}

/** The columns of a sample, and where its rows begin. */
export interface FoundColumns extends Columns {
  /** Rows before the header, which are no part of the list. */
  skipped: number;
  /** The first row behind the header. */
  start: number;
}

const SHOWN_COLUMNS = 20;
const SHOWN_LENGTH = 40;

/** The columns for a message: names of the header, or only their number. */
const describe = (columns: readonly string[] | null, width: number): string => {
  if (columns === null) return `The file has ${width} ${width === 1 ? 'column' : 'columns'} and no header.`;
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

/** The column with a name, or else with a number. @returns -1 if there is none. */
const columnOf = (wanted: string | number, columns: readonly string[] | null, width: number): number => {
  const exact = typeof wanted === 'string' ? (columns?.indexOf(wanted) ?? -1) : -1;
  if (exact >= 0) return exact;
  const number = Number(wanted);
  if (isNumber(wanted)) return Number.isInteger(number) && number <= width ? number - 1 : -1;
  return columns?.findIndex((name) => plainName(name) === plainName(`${wanted}`)) ?? -1;
};

/** The columns that were chosen, in that order, each once. A name with a comma is a name before it is two. */
const chosenColumns = (choice: EmailColumnChoice, columns: readonly string[] | null, width: number): number[] => {
  const isWhole = typeof choice === 'string' && columnOf(choice, columns, width) >= 0;
  const found = namesOf(choice, isWhole).map((name) => {
    const index = columnOf(name, columns, width);
    if (index >= 0) return index;
    throw unknownColumn(typeof name === 'number' ? `${name}` : `"${name.slice(0, SHOWN_LENGTH)}"`, columns, width);
  });
  const different = [...new Set(found)];
  if (different.length <= MAX_EMAIL_COLUMNS) return different;
  throw new ListFileError(
    'too_many_email_columns',
    `At most ${MAX_EMAIL_COLUMNS} columns with addresses are checked at once, got ${different.length}.`,
  );
};

/** The names of columns in a choice, which only a header can have; undefined: there are none. */
const wantedNames = (choice: EmailColumnChoice | undefined): string[] | undefined => {
  const names = choice === undefined ? [] : namesOf(choice, false).filter((name) => !isNumber(name));
  if (names.length === 0) return undefined;
  return [...names, ...(typeof choice === 'string' ? [choice] : [])].map((name) => plainName(`${name}`));
};

/** The cells of a column, and those of them that are addresses. */
interface Count {
  filled: number;
  addresses: number;
}

function* countCells(rows: readonly (readonly string[])[], width: number): Generator<void, Count[]> {
  const counts = Array.from({ length: width }, () => ({ filled: 0, addresses: 0 }));
  for (const cells of rows) {
    cells.forEach((cell, index) => {
      const count = counts[index];
      if (count === undefined || cell.trim() === '') return;
      count.filled += 1;
      if (holdsAddress(cell)) count.addresses += 1;
    });
    yield;
  }
  return counts;
}

/**
 * The column with the most addresses; of those with at least half as many, the one with the best name. Undefined: none
 * has any.
 */
const bestColumn = (columns: readonly string[] | null, counts: readonly Count[]): number | undefined => {
  const most = Math.max(...counts.map(({ addresses }) => addresses));
  const candidates = counts.flatMap(({ addresses }, index) =>
    addresses > 0 && addresses * 2 >= most ? [{ index, addresses, rank: rankOf(columns?.[index] ?? '') }] : [],
  );
  candidates.sort((one, other) => other.rank - one.rank || other.addresses - one.addresses || one.index - other.index);
  return candidates[0]?.index;
};

/** The column that the header names: its first address may come behind the sample. */
const namedColumn = (columns: readonly string[] | null): number | undefined => {
  const index = columns?.findIndex((name) => rankOf(name) >= 2) ?? -1;
  return index < 0 ? undefined : index;
};

/** Where the header is; null: there is none. */
function* findHeader({ rows }: Sample, options: ColumnOptions): Generator<void, number | null> {
  const { firstRowIsHeader, emailColumn } = options;
  if (firstRowIsHeader === false) return null;
  const first = yield* firstAddress(rows);
  const before = first < 0 ? rows : rows.slice(0, first);
  const wanted = wantedNames(emailColumn);
  if (wanted !== undefined) {
    return namedHeader(before, (name) => wanted.includes(plainName(name))) ?? namedHeader(before) ?? 0;
  }
  if (firstRowIsHeader === true) return namedHeader(before) ?? 0;
  if (first < 0) return namedHeader(before) ?? null;
  const below = namedHeader(before) === undefined ? headerBelow(rows, first) : undefined;
  return below ?? (first === 0 ? null : headerIndex(rows, first));
}

/**
 * Finds the header and the column with the addresses, in steps no longer than a row or two: a sample may have a million
 * cells.
 * @throws ListFileError `unknown_column`, `no_address_column` or `header_only`.
 */
export function* columnSteps(sample: Sample, options: ColumnOptions): Generator<void, FoundColumns> {
  const { rows, lines, isWhole = true } = sample;
  const header = yield* findHeader(sample, options);
  const columns = header === null ? null : (rows[header] ?? []);
  const below = header === null ? 0 : header + 1;
  const start = below > 0 && isRule(rows[below] ?? []) ? below + 1 : below;
  const data = rows.slice(start);
  if (data.length === 0)
    throw new ListFileError('header_only', 'The file has a header and no rows. Add a row for each address.');
  const width = rows.slice(header ?? 0).reduce((widest, { length }) => Math.max(widest, length), 0);
  const counts = yield* countCells(data, width);
  const found = (): number | undefined => bestColumn(columns, counts) ?? (isWhole ? undefined : namedColumn(columns));
  const chosen =
    options.emailColumn === undefined ? [found() ?? []].flat() : chosenColumns(options.emailColumn, columns, width);
  const [index] = chosen;
  if (index === undefined)
    throw new ListFileError(
      'no_address_column',
      `No cell of the first ${data.length} rows looks like an e-mail address: line ${lines?.[start] ?? start + 1} begins with ${startOfLine((data[0] ?? []).join(' '))}. ${describe(columns, width)} If one of them holds the addresses, name it as the e-mail column.`,
    );
  const columnAt = (at: number): Column => ({ index: at, name: columns?.[at] ?? null });
  const others = counts.flatMap(({ filled, addresses }, at) =>
    !chosen.includes(at) && addresses > 0 && addresses * 2 >= filled ? [{ ...columnAt(at), addresses }] : [],
  );
  return {
    columns,
    emailColumn: columnAt(index),
    emailColumns: chosen.map(columnAt),
    otherEmailColumns: others,
    hasHeader: header !== null,
    skipped: header ?? 0,
    start,
  };
}
