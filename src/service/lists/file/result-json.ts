/** The results of a list as JSON. */
import { mapInTurns } from '../../../util/turns.js';
import { cellFacts, type ResultRow } from './result-file.js';

/** An entry as JSON. @param nameOf names an e-mail column. */
export const resultJson = (
  { row, cell, column, duplicateOf, mailboxGroup, result }: ResultRow,
  nameOf: (column: number) => string | number,
) => {
  const { email, checked, more, mailbox } = cellFacts(cell);
  return {
    row,
    email: checked === null ? email : cell,
    status: result?.status ?? null,
    quality: result?.quality ?? null,
    score: result?.score ?? null,
    sub_status: result?.sub_status ?? null,
    did_you_mean: result?.did_you_mean ?? null,
    mx_record: result?.mx_record ?? null,
    checked_at: result?.checked_at ?? null,
    duplicate_of: duplicateOf,
    mailbox_group: mailboxGroup,
    mailbox,
    email_checked: checked,
    more_addresses: more,
    email_column: nameOf(column),
  };
};

/** Names columns as the API does: by the header, or by the number from 1. */
export const columnNames =
  (columns: readonly string[] | null) =>
  (index: number): string | number => {
    const name = columns?.[index] ?? '';
    return name === '' ? index + 1 : name;
  };

/** Writes rows, in parts, as a JSON file: a row a line. */
export async function* writeJsonFile(
  status: string,
  columns: readonly string[] | null,
  parts: AsyncIterable<readonly ResultRow[]>,
): AsyncGenerator<string, void, undefined> {
  const nameOf = columnNames(columns);
  yield `{"status":"${status}","data":[`;
  let between = '\n';
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    const lines = await mapInTurns(rows, (row) => JSON.stringify(resultJson(row, nameOf)));
    yield between + lines.join(',\n');
    between = ',\n';
  }
  yield ']}\n';
}
