/** The results of a list as JSON. */
import { mapInTurns } from '../../../util/turns.js';
import { emailIn } from './email-cell.js';
import type { RowResult } from './result-file.js';

/** A row with its result, if there is one yet. */
export interface ResultRow {
  /** Its number, from 1. */
  row: number;
  cells: readonly string[];
  duplicateOf: number | null;
  mailboxGroup: number | null;
  result: RowResult | null;
}

/** A row as JSON. */
export const resultJson = ({ row, cells, duplicateOf, mailboxGroup, result }: ResultRow, emailColumn: number) => ({
  row,
  email: emailIn(cells, emailColumn),
  status: result?.status ?? null,
  quality: result?.quality ?? null,
  score: result?.score ?? null,
  sub_status: result?.sub_status ?? null,
  did_you_mean: result?.did_you_mean ?? null,
  mx_record: result?.mx_record ?? null,
  checked_at: result?.checked_at ?? null,
  duplicate_of: duplicateOf,
  mailbox_group: mailboxGroup,
});

/** Writes rows, in parts, as a JSON file: a row a line. */
export async function* writeJsonFile(
  status: string,
  emailColumn: number,
  parts: AsyncIterable<readonly ResultRow[]>,
): AsyncGenerator<string, void, undefined> {
  yield `{"status":"${status}","data":[`;
  let between = '\n';
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    const lines = await mapInTurns(rows, (row) => JSON.stringify(resultJson(row, emailColumn)));
    yield between + lines.join(',\n');
    between = ',\n';
  }
  yield ']}\n';
}
