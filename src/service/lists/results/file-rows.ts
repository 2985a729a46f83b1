/** The rows that go into a result file, in their order. */
import type { Status } from '../../../protocol/index.js';
import { createRowGroups, type ResultRow } from '../file/result-file.js';
import type { List } from '../list.js';
import { lastRow, readRows, type Part, type Reader } from './rows.js';

/** Cells that are written at once: short rows are filled up to the width of the list. */
const CELLS = 50_000;

/** The list and the rows that go into a file. */
export interface File {
  list: List;
  statuses: readonly Status[] | null;
}

/** Rows of a result file, each with the entries in it, and the row of the list behind which they begin. */
export interface FileRows {
  after: number;
  rows: ResultRow[][];
}

/** True if a row of the result is wanted: one of its entries has such a result. */
const isWanted = (entries: readonly ResultRow[], statuses: File['statuses']): boolean =>
  statuses === null || entries.some(({ result }) => result !== null && statuses.includes(result.status));

/** The parts of a list with several e-mail columns: the entries of a row are never in two of them. */
async function* wholeRows(
  parts: AsyncIterable<Part>,
  statuses: File['statuses'],
): AsyncGenerator<FileRows, void, undefined> {
  const groups = createRowGroups();
  let after: number | null = null;
  for await (const part of parts) {
    after ??= part.after;
    const rows = groups.add(part.rows);
    const next = part.upTo - groups.size;
    yield { after, rows: rows.filter((entries) => isWanted(entries, statuses)) };
    after = next;
  }
  yield { after: after ?? 0, rows: groups.end().filter((entries) => isWanted(entries, statuses)) };
}

async function* singleRows(parts: AsyncIterable<Part>): AsyncGenerator<FileRows, void, undefined> {
  for await (const { after, rows } of parts) yield { after, rows: rows.map((row) => [row]) };
}

/** Reads the rows of a file in parts, behind a row of the list. */
export async function* fileRows(
  reader: Reader,
  { list, statuses }: File,
  after = 0,
): AsyncGenerator<FileRows, void, undefined> {
  const { id: listId, width, email_column: emailColumn } = list;
  const isSingle = (list.email_columns ?? []).length === 0;
  const last = await lastRow(reader, listId);
  const most = Math.max(1, Math.floor(CELLS / Math.max(1, width)));
  const read = readRows(reader, { listId, emailColumn, statuses: isSingle ? statuses : null }, after, last, most);
  yield* isSingle ? singleRows(read) : wholeRows(read, statuses);
}
