import type { ValidationResult } from '../../../protocol/index.js';
import { readCell } from '../../../address/list-file/cell.js';
import { parseAddress } from '../../../address/index.js';
import { formulaSafe } from './csv.js';
import { mailboxHash } from './duplicates.js';

/** The columns that are added to a list. The first has a name that hardly any list has. */
const RESULT_COLUMNS = [
  'email_verify_status',
  'quality',
  'score',
  'sub_status',
  'did_you_mean',
  'mx_record',
  'checked_at',
  'mailbox_group',
  'mailbox',
  'duplicate_of',
  'email_checked',
  'more_addresses',
] as const;

/** The result of a row. */
export type RowResult = Pick<
  ValidationResult,
  'status' | 'quality' | 'score' | 'sub_status' | 'did_you_mean' | 'mx_record' | 'checked_at'
> & {
  /** The number of the row in which an address of this mailbox came first; null: the row holds no address. */
  mailbox_group: number | null;
};

/** An entry with its result, if there is one yet. Numbers are of rows of the result, from 1. */
export interface ResultRow {
  row: number;
  /** The cells of its row; null: it is a further address in the row of the entry before. */
  cells: readonly string[] | null;
  /** The text of its e-mail column. */
  cell: string;
  /** The position of its e-mail column, from 0. */
  column: number;
  duplicateOf: number | null;
  mailboxGroup: number | null;
  result: RowResult | null;
}

/** The address that is checked, and what else the cell says. */
export const cellFacts = (cell: string) => {
  const { email, more } = readCell(cell);
  const address = parseAddress(email);
  return { email, checked: address.ok && email !== cell ? email : null, more, mailbox: mailboxHash(address) };
};

const key = (name: string): string => name.trim().toLowerCase();

/**
 * The header of a spreadsheet of results: the list's own columns, then ours. A name of ours that the list has gets a
 * suffix: `score_2`.
 * @param columns the list's header; null when there is none.
 * @param width how many columns of the list stand before ours: those without a name are `column_3`.
 * @param emailColumns several columns with addresses, from 0: each has columns of ours, which end in its name, or in
 *   its number.
 */
export const plainHeader = (
  columns: readonly string[] | null,
  width: number,
  emailColumns: readonly number[] = [],
): string[] => {
  const own = Array.from({ length: width }, (_, index) => columns?.[index] ?? `column_${index + 1}`);
  const taken = new Set(own.map(key));
  const suffixes =
    emailColumns.length < 2
      ? ['']
      : emailColumns.map(
          (index) => `_${(columns?.[index] ?? '').trim() === '' ? index + 1 : columns?.[index]?.trim()}`,
        );
  const names = suffixes.flatMap((suffix) => RESULT_COLUMNS.map((name) => name + suffix));
  const added = names.map((name) => {
    let free = name;
    for (let suffix = 2; taken.has(key(free)); suffix += 1) free = `${name}_${suffix}`;
    taken.add(key(free));
    return free;
  });
  return [...own, ...added];
};

/** The header of a result file in CSV: as in a spreadsheet, with nothing that a program would calculate. */
export const resultHeader: typeof plainHeader = (...list) => plainHeader(...list).map(formulaSafe);

const addedCells = (entry: ResultRow | undefined): string[] => {
  const result = entry?.result;
  if (entry === undefined || !result) return RESULT_COLUMNS.map(() => '');
  const { checked, more, mailbox } = cellFacts(entry.cell);
  return [
    result.status,
    result.quality,
    result.score.toFixed(2),
    result.sub_status.join(' '),
    result.did_you_mean ?? '',
    result.mx_record,
    result.checked_at,
    `${result.mailbox_group ?? ''}`,
    mailbox ?? '',
    `${entry.duplicateOf ?? ''}`,
    checked ?? '',
    `${more}`,
  ];
};

/**
 * The cells of a row in a spreadsheet of results. A short row is filled up to the width; cells beyond it stand behind
 * ours, so that nothing is lost and ours stay in their columns.
 * @param entries the entries of the row, the one with its cells first.
 * @param emailColumns as for the header.
 */
export const plainCells = (
  entries: readonly ResultRow[],
  width: number,
  emailColumns: readonly number[] = [],
): string[] => {
  const cells = entries[0]?.cells ?? [];
  const row = cells.slice(0, width);
  while (row.length < width) row.push('');
  if (emailColumns.length < 2) row.push(...addedCells(entries[0]));
  else for (const index of emailColumns) row.push(...addedCells(entries.find(({ column }) => column === index)));
  for (let index = width; index < cells.length; index += 1) row.push(cells[index] ?? '');
  return row;
};

/** The cells of a row in a result file in CSV: as in a spreadsheet, with nothing that a program would calculate. */
export const resultCells: typeof plainCells = (...row) => plainCells(...row).map(formulaSafe);

/** Gathers entries into the rows of the result. Those of the last one are given by `end`, since more of it may come. */
export const createRowGroups = () => {
  let open: ResultRow[] = [];
  return {
    /** @returns the rows that are whole. */
    add: (entries: readonly ResultRow[]): ResultRow[][] => {
      const whole: ResultRow[][] = [];
      for (const entry of entries) {
        if (entry.cells !== null && open.length > 0) {
          whole.push(open);
          open = [];
        }
        open.push(entry);
      }
      return whole;
    },
    /** The entries of the last row so far. */
    get size() {
      return open.length;
    },
    end: (): ResultRow[][] => (open.length === 0 ? [] : [open]),
  };
};
