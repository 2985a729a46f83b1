/** The result of a row as the store keeps it. */
import type { Quality, Status, SubStatusCode } from '../../protocol/index.js';

/** A result, without the address: that is in its row. */
export interface StoredResult {
  status: Status;
  quality: Quality;
  score: number;
  sub_status: SubStatusCode[];
  did_you_mean: string | null;
  mx_record: string;
  checked_at: string;
}

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
