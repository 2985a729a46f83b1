import type { ValidationResult } from '../../../protocol/index.js';
import { formulaSafe } from './csv.js';

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
] as const;

/** The result of a row. */
export type RowResult = Pick<
  ValidationResult,
  'status' | 'quality' | 'score' | 'sub_status' | 'did_you_mean' | 'mx_record' | 'checked_at'
> & {
  /** The number of the row in which an address of this mailbox came first; null: the row holds no address. */
  mailbox_group: number | null;
};

const key = (name: string): string => name.trim().toLowerCase();

/**
 * The header of a result file: the list's own columns, then ours. A name of ours that the list has gets a suffix: `score_2`.
 * @param columns the list's header; null when there is none.
 * @param width how many columns of the list stand before ours: those without a name are `column_3`.
 */
export const resultHeader = (columns: readonly string[] | null, width: number): string[] => {
  const own = Array.from({ length: width }, (_, index) => formulaSafe(columns?.[index] ?? `column_${index + 1}`));
  const taken = new Set(own.map(key));
  const added = RESULT_COLUMNS.map((name) => {
    let free: string = name;
    for (let suffix = 2; taken.has(free); suffix += 1) free = `${name}_${suffix}`;
    taken.add(free);
    return free;
  });
  return [...own, ...added];
};

/**
 * The cells of a row in a result file. A short row is filled up to the width; cells beyond it stand behind ours, so that nothing is lost
 * and ours stay in their columns.
 * @param result null for a row that was not checked.
 */
export const resultCells = (cells: readonly string[], width: number, result: RowResult | null): string[] => {
  const own = Array.from({ length: width }, (_, index) => cells[index] ?? '');
  const added = result
    ? [
        result.status,
        result.quality,
        result.score.toFixed(2),
        result.sub_status.join(' '),
        result.did_you_mean ?? '',
        result.mx_record,
        result.checked_at,
        `${result.mailbox_group ?? ''}`,
      ]
    : RESULT_COLUMNS.map(() => '');
  return [...own, ...added, ...cells.slice(width)].map(formulaSafe);
};
