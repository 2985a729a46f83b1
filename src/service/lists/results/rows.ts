/** The rows of a list with their results, read in parts. */
import { sql, type RawBuilder } from 'kysely';
import type { Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import type { FairQueue } from '../../../util/fair-queue.js';
import { mapInTurns } from '../../../util/turns.js';
import type { Store } from '../../schema.js';
import { readAsJson, valueAt, type Columns } from '../../store/read-as-json.js';
import type { ResultRow } from '../file/result-file.js';
import { findRows } from '../blocks.js';
import { readStored, type Stored } from '../stored-row.js';
import type { ListResultsTable, ListRowsTable } from '../tables.js';

/** Rows that one query reads at most, and bytes of their cells. A single row may have more. */
const ROWS = 1000;
const BYTES = 1_048_576;

/** A part of the rows. */
export interface Part {
  /** The row behind which it begins; 0: at the first. */
  after: number;
  rows: ResultRow[];
  /** The number of the last row that was read, wanted or not. */
  upTo: number;
}

/** The rows that are wanted. */
export interface Wanted {
  listId: number;
  /** The column with the addresses, of a list with one. */
  emailColumn: number;
  /** Only rows with these results; null: all, those without a result too. */
  statuses: readonly Status[] | null;
}

/**
 * The reader of one download. All downloads of the process share `reads`: a few queries run at a time, and the accounts
 * take turns.
 */
export interface Reader {
  store: Store;
  reads: FairQueue;
  accountId: number;
  /** Aborted when the client goes. */
  signal: AbortSignal;
}

type FoundRow = Omit<ListRowsTable, 'batch_id' | 'cells'> & { cells: Stored };
type FoundResult = Omit<ListResultsTable, 'batch_id' | 'checked_at'> & { checked_at: string };

/** Rows in their order, and the results that they share. */
interface Found {
  rows: Columns<FoundRow>;
  results: Columns<FoundResult>;
  /** The place of each result, by the number of its row. */
  resultAt: ReadonlyMap<number, number>;
}

/** Runs a query when it is this reader's turn. */
export const inTurn = <T>({ reads, accountId, signal }: Reader, read: () => Promise<T>): Promise<T> =>
  reads.run(String(accountId), () => {
    // The client may have gone while this waited.
    signal.throwIfAborted();
    return read();
  });

/** The place of the result of a row: of its own, or of that of which it is a duplicate. */
const resultPlace = ({ rows, resultAt }: Found, at: number): number | undefined =>
  resultAt.get(rows.duplicate_of[at] ?? valueAt(rows.row_no, at));

const resultOf = ({ results }: Found, at: number, mailboxGroup: number | null): ResultRow['result'] => ({
  status: valueAt(results.status, at),
  quality: valueAt(results.quality, at),
  score: valueAt(results.score, at),
  sub_status: valueAt(results.sub_status, at),
  did_you_mean: valueAt(results.did_you_mean, at),
  mx_record: valueAt(results.mx_record, at),
  checked_at: `${valueAt(results.checked_at, at)}+00:00`,
  mailbox_group: mailboxGroup,
});

const rowOf = (found: Found, at: number, emailColumn: number): ResultRow => {
  const { rows } = found;
  const { cells, cell, place } = readStored(valueAt(rows.cells, at), emailColumn);
  const mailboxGroup = place === null ? valueAt(rows.mailbox_group, at) : (place.person ?? null);
  const result = resultPlace(found, at);
  return {
    row: place?.line ?? valueAt(rows.row_no, at),
    cells,
    cell,
    column: place?.column ?? emailColumn,
    duplicateOf: place === null ? valueAt(rows.duplicate_of, at) : (place.same ?? null),
    mailboxGroup,
    result: result === undefined ? null : resultOf(found, result, mailboxGroup),
  };
};

/** The number of the last row of a list; 0 if it has none. */
export const lastRow = async ({ store: { db } }: Reader, listId: number): Promise<number> => {
  const found = db.selectFrom('batch_rows').select('row_no').where('batch_id', '=', listId);
  return (await found.orderBy('row_no', 'desc').limit(1).executeTakeFirst())?.row_no ?? 0;
};

/**
 * Reads rows of a list in order: the first of those that a condition names, up to the bound of a query. Their results
 * are joined here: in SQL, without statistics, which PGlite's tables never have, each row would be looked up by itself.
 */
const readPart = (reader: Reader, listId: number, isWanted: RawBuilder<unknown>): Promise<Found> =>
  inTurn(reader, async () => {
    const { rows, results } = await readAsJson<{ rows: FoundRow; results: FoundResult }>(
      reader.store.db,
      {
        rows: {
          columns: ['row_no', 'cells', 'duplicate_of', 'mailbox_group'],
          json: ['cells'],
          query: sql`select * from wanted`,
        },
        results: {
          columns: ['row_no', 'status', 'quality', 'score', 'sub_status', 'did_you_mean', 'mx_record', 'checked_at'],
          query: sql`
      select row_no, status, quality, score, sub_status, did_you_mean, mx_record, date_trunc('second', checked_at at time zone 'utc') as checked_at
      from batch_results
      where batch_id = ${listId} and row_no = any (array(select coalesce(duplicate_of, row_no) from wanted))`,
        },
      },
      sql`
      with wanted as materialized (
        select row_no, cells, duplicate_of, mailbox_group from (
          select *, sum(octet_length(cells)) over (order by row_no) - octet_length(cells) as bytes
          from batch_rows where batch_id = ${listId} and ${isWanted}
        ) as part
        where bytes < ${sql.lit(BYTES)} order by row_no
      )`,
    );
    return { rows, results, resultAt: new Map(results.row_no.map((row, at) => [row, at])) };
  });

/**
 * Reads the rows of a list in order, in parts, each by a query of its own: nothing is held between two.
 * @param after the row behind which it begins.
 * @param upTo the last row.
 * @param most rows of a part.
 * @throws Refusal `gone` if the list is deleted meanwhile.
 */
export async function* readRows(
  reader: Reader,
  { listId, emailColumn, statuses }: Wanted,
  after: number,
  upTo: number,
  most = ROWS,
): AsyncGenerator<Part, void, undefined> {
  const { db } = reader.store;
  const isWanted = (found: Found, at: number): boolean => {
    if (statuses === null) return true;
    const result = resultPlace(found, at);
    return result !== undefined && statuses.includes(valueAt(found.results.status, result));
  };
  for (let begin = after; begin < upTo;) {
    const end = Math.min(upTo, begin + Math.min(ROWS, most));
    const found = await readPart(reader, listId, sql`row_no > ${begin} and row_no <= ${end}`);
    const last = found.rows.row_no.at(-1) ?? end;
    const places = found.rows.row_no.map((_, at) => at).filter((at) => isWanted(found, at));
    const wanted = await mapInTurns(places, (at) => rowOf(found, at, emailColumn));
    yield { after: begin, rows: wanted, upTo: last };
    begin = last;
  }
  const list = db.selectFrom('batches').select('deleted_at').where('id', '=', listId);
  if ((await list.executeTakeFirst())?.deleted_at !== null)
    throw new Refusal('gone', 'This list was deleted while it was read.');
}

/** Reads the rows with certain numbers, in order and in parts. A number with no row is left out. */
export async function* readNumbered(
  reader: Reader,
  { listId, emailColumn }: Pick<Wanted, 'listId' | 'emailColumn'>,
  numbers: readonly number[],
): AsyncGenerator<{ number: number; row: ResultRow }[], void, undefined> {
  for (let left = numbers; left.length > 0;) {
    const found = await readPart(reader, listId, sql`row_no = any (${left}::integer[])`);
    const numbers = [...found.rows.row_no.entries()];
    yield await mapInTurns(numbers, ([at, number]) => ({ number, row: rowOf(found, at, emailColumn) }));
    const last = found.rows.row_no.at(-1) ?? Infinity;
    left = left.filter((row) => row > last);
  }
}

/** Rows of a page, and how many there are on all pages. */
export interface Page<T> {
  rows: T[];
  total: number;
}

/**
 * Reads a page of rows.
 * @param show reads a row; only its value is kept.
 */
export const readPage = async <T>(
  reader: Reader,
  { listId, emailColumn, statuses, hasRepeats }: Wanted & { hasRepeats: boolean },
  { limit, offset }: { limit: number; offset: number },
  show: (row: ResultRow) => T,
): Promise<Page<T>> => {
  const rows: T[] = [];
  if (statuses === null) {
    const last = await lastRow(reader, listId);
    const wanted = { listId, emailColumn, statuses };
    for await (const part of readRows(reader, wanted, offset, Math.min(last, offset + limit)))
      rows.push(...part.rows.map(show));
    return { rows, total: last };
  }
  const page = { listId, statuses, hasRepeats };
  const { numbers, total } = await inTurn(reader, () => findRows(reader.store, page, { limit, offset }));
  for await (const part of readNumbered(reader, { listId, emailColumn }, numbers))
    rows.push(...(await mapInTurns(part, ({ row }) => show(row))));
  return { rows, total };
};
