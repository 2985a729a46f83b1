/** The result of a row as the store keeps it. */
import type { ListResultsTable } from './tables.js';

/** A result, without the address: that is in its row. */
export type StoredResult = Omit<ListResultsTable, 'batch_id' | 'row_no' | 'checked_at'> & { checked_at: string };

/** The columns of {@link resultValues}. */
export const RESULT_COLUMNS = [
  ...['batch_id', 'row_no', 'status', 'quality', 'score', 'sub_status', 'did_you_mean', 'mx_record', 'checked_at'],
];

/** The values of a result, for COPY. */
export const resultValues = (
  listId: number,
  row: number,
  { status, quality, score, sub_status, did_you_mean, mx_record, checked_at }: StoredResult,
): (string | number | null)[] => [
  ...[listId, row, status, quality, score, `{${sub_status.join(',')}}`, did_you_mean, mx_record, checked_at],
];
