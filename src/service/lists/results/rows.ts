/** The rows of a list with their results, read in parts. */
import { sql } from 'kysely';
import { timestamp, type Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import type { FairQueue } from '../../../util/fair-queue.js';
import { mapInTurns } from '../../../util/turns.js';
import type { Store } from '../../store/tables.js';
import type { RowResult } from '../file/result-file.js';
import type { BatchResultsTable, BatchRowsTable } from '../tables.js';

/** Rows that one query reads at most, and bytes of their cells. A single row may have more. */
const ROWS = 1000;
const BYTES = 1_048_576;
/** Rows in which one query counts. */
const COUNTED = 10_000;

/** A row of a list. */
export interface ListRow {
  /** Its number, from 1. */
  row: number;
  cells: string[];
  duplicateOf: number | null;
  mailboxGroup: number | null;
  /** That of the row of which it is a duplicate, if it is one; null: there is none yet. */
  result: RowResult | null;
}

/** A part of the rows. */
export interface Part {
  /** The row behind which it begins; 0: at the first. */
  after: number;
  rows: ListRow[];
}

/** The rows that are wanted. */
export interface Wanted {
  batchId: number;
  /** Only rows with these results; null: all, those without a result too. */
  statuses: readonly Status[] | null;
}

/** The reader of one download. All downloads of the process share `reads`: a few queries run at a time, and the accounts take turns. */
export interface Reader {
  store: Store;
  reads: FairQueue;
  accountId: number;
  /** Aborted when the client goes. */
  signal: AbortSignal;
}

type Found = Omit<BatchRowsTable, 'batch_id'> & (Omit<BatchResultsTable, 'batch_id' | 'row_no'> | { status: null });

const inTurn = <T>({ reads, accountId, signal }: Reader, read: () => Promise<T>): Promise<T> =>
  reads.run(String(accountId), () => {
    // The client may have gone while this waited.
    signal.throwIfAborted();
    return read();
  });

const rowOf = (found: Found): ListRow => {
  const { row_no, cells, duplicate_of, mailbox_group } = found;
  return {
    row: row_no,
    cells: JSON.parse(cells) as string[],
    duplicateOf: duplicate_of,
    mailboxGroup: mailbox_group,
    result:
      found.status === null
        ? null
        : {
            status: found.status,
            quality: found.quality,
            score: found.score,
            sub_status: found.sub_status,
            did_you_mean: found.did_you_mean,
            mx_record: found.mx_record,
            checked_at: timestamp(found.checked_at),
            mailbox_group,
          },
  };
};

/** The number of the last row of a list; 0 if it has none. */
export const lastRow = async ({ store: { db } }: Reader, batchId: number): Promise<number> => {
  const found = db.selectFrom('batch_rows').select('row_no').where('batch_id', '=', batchId);
  return (await found.orderBy('row_no', 'desc').limit(1).executeTakeFirst())?.row_no ?? 0;
};

/**
 * Reads the rows of a list in order, in parts, each by a query of its own: nothing is held between two.
 * @param after the row behind which it begins.
 * @param upTo the last row.
 * @param most rows of a part.
 * @throws Refusal `gone` if the list is deleted meanwhile.
 */
export async function* readRows(
  reader: Reader,
  { batchId, statuses }: Wanted,
  after: number,
  upTo: number,
  most = ROWS,
): AsyncGenerator<Part, void, undefined> {
  const { db } = reader.store;
  const isWanted = ({ status }: Found): boolean => statuses === null || (status !== null && statuses.includes(status));
  for (let begin = after; begin < upTo;) {
    const end = Math.min(upTo, begin + Math.min(ROWS, most));
    const { rows } = await inTurn(reader, () =>
      sql<Found>`
        select part.row_no, cells, duplicate_of, mailbox_group,
          status, quality, score, sub_status, did_you_mean, mx_record, checked_at
        from (
          select *, sum(octet_length(cells)) over (order by row_no) - octet_length(cells) as bytes
          from batch_rows where batch_id = ${batchId} and row_no > ${begin} and row_no <= ${end}
        ) as part
        left join batch_results as result
          on result.batch_id = ${batchId} and result.row_no = coalesce(duplicate_of, part.row_no)
        where bytes < ${sql.lit(BYTES)} order by part.row_no`.execute(db),
    );
    yield { after: begin, rows: await mapInTurns(rows.filter(isWanted), rowOf) };
    begin = rows.at(-1)?.row_no ?? end;
  }
  const list = db.selectFrom('batches').select('deleted_at').where('id', '=', batchId);
  if ((await list.executeTakeFirst())?.deleted_at !== null)
    throw new Refusal('gone', 'This list was deleted while it was read.');
}

/** Rows of a page, and how many there are on all pages. */
export interface Page<T> {
  rows: T[];
  total: number;
}

/** Counts rows with certain results, a part at a time. */
async function* countRows(
  reader: Reader,
  { batchId, statuses }: Wanted & { statuses: readonly Status[] },
  last: number,
): AsyncGenerator<{ after: number; count: number }, void, undefined> {
  for (let after = 0; after < last; after += COUNTED) {
    const { rows } = await inTurn(reader, () =>
      sql<{ count: number }>`
        select count(*) from batch_rows as part
        join batch_results as result
          on result.batch_id = ${batchId} and result.row_no = coalesce(duplicate_of, part.row_no)
        where part.batch_id = ${batchId} and part.row_no > ${after} and part.row_no <= ${after + COUNTED}
          and status in (${sql.join(statuses)})`.execute(reader.store.db),
    );
    yield { after, count: rows[0]?.count ?? 0 };
  }
}

/**
 * Reads a page of rows. With `statuses`, all rows are counted, which takes a second for a million.
 * @param show makes what is kept of a row.
 */
export const readPage = async <T>(
  reader: Reader,
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
  show: (row: ListRow) => T,
): Promise<Page<T>> => {
  const { batchId, statuses } = wanted;
  const last = await lastRow(reader, batchId);
  let total = 0;
  let [after, skipped] = [offset, 0];
  if (statuses === null) total = last;
  else {
    after = last;
    for await (const part of countRows(reader, { batchId, statuses }, last)) {
      if (total <= offset && offset < total + part.count) [after, skipped] = [part.after, offset - total];
      total += part.count;
    }
  }
  const rows: T[] = [];
  const upTo = statuses === null ? Math.min(last, offset + limit) : last;
  for await (const part of readRows(reader, wanted, after, upTo)) {
    const own = part.rows.slice(skipped);
    skipped -= part.rows.length - own.length;
    rows.push(...own.slice(0, limit - rows.length).map(show));
    if (rows.length === limit) break;
  }
  return { rows, total };
};
