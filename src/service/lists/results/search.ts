/** The search for addresses among the rows of a list. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Status } from '../../../protocol/index.js';
import { answerOf, describe } from '../../http/endpoint.js';
import { field, optional } from '../../http/request-fields.js';
import { streamOf } from '../../http/stream.js';
import { listHandler, type Access } from '../access.js';
import { nextRun } from '../blocks.js';
import { columnNames, resultJson } from '../file/result-json.js';
import { findList, type List } from '../list.js';
import { LIST_ID } from '../list-id.js';
import { LIST_STATUSES } from '../tables.js';
import type { Downloads } from './downloads.js';
import { EXAMPLE_ROW, ROW } from './row-schema.js';
import { inTurn, lastRow, readNumbered, type Reader } from './rows.js';
import { STATUS_LIST, statusesOf } from './status-filter.js';
import { writePage } from './write-page.js';

const MAX_LIMIT = 100;
const LIMIT = 20;
/** Characters of a text that is searched for, at most: no address is longer. */
const MAX_TEXT = 320;
/** The time after which a search answers with what it has, in ms. */
const SEARCH_MS = 100;
/** Rows that the first query looks through, and the most that one does: a row may have a megabyte. */
const FIRST_SLICE = 200;
const MAX_SLICE = 20_000;
/** The time of a query in ms: after a shorter one, the next looks through twice as many rows, after a longer one, half. */
const QUERY_MS = { short: 20, long: 40 };
/** Rows of which a query tells that they hold the text, at most. */
const CANDIDATES = 200;

export const FOUND = answerOf(
  'The rows, in the order of the file.',
  z.object({
    status: z.enum(LIST_STATUSES).describe('that of the list'),
    data: z.array(ROW),
    next: z.int().nullable().describe('the after of the next request; null: all rows were looked through'),
    total: z.int().describe('the rows of the list'),
  }),
  { status: 'completed', data: [EXAMPLE_ROW], next: null, total: 1000 },
);

/** The letters of ASCII in lower case, as the store folds them whatever its locale is. */
const fold = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The rows that are searched for. */
interface Sought {
  text: string;
  /** Only rows with these results; null: all, those without a result too. */
  statuses: readonly Status[] | null;
}

/**
 * Finds rows with these results that hold a text in the e-mail cell. Of entries of lists with several e-mail columns, and of
 * rows with a character that PostgreSQL does not read, any cell may hold it.
 */
const findCandidates = async (
  { store: { db } }: Reader,
  { id: listId, email_column: column }: Pick<List, 'id' | 'email_column'>,
  { text, statuses }: Sought,
  { after, upTo }: { after: number; upTo: number },
): Promise<number[]> => {
  // The cells are stored as JSON.
  const stored = JSON.stringify(text).slice(1, -1);
  // PostgreSQL takes no text with NUL or a lone surrogate. Cells with them are escaped too.
  const isPlain = !stored.includes('\\u');
  // A subquery for each row that holds the text: a join may read the results of the whole list.
  const status = sql`(select status from batch_results as result
    where result.batch_id = ${listId} and result.row_no = coalesce(duplicate_of, batch_rows.row_no))`;
  const { rows } = await sql<{ row_no: number }>`
    select row_no from batch_rows
    where batch_id = ${listId} and row_no > ${after} and row_no <= ${upTo}
      and case
        when position(${stored}::text in lower(cells collate "C")) = 0 then false
        when left(cells, 1) = '[' and position('\\u' in cells) = 0
          then position(${isPlain ? text : ''}::text in lower((cells::json ->> ${column}::integer) collate "C")) > 0
        else true
      end
      and ${statuses === null ? sql`true` : sql`${status} = any (${statuses}::text[])`}
    order by row_no limit ${sql.lit(CANDIDATES)}`.execute(db);
  return rows.map(({ row_no }) => row_no);
};

/** Finds the next rows that may have these results; null: there are none. */
const nextRows = async (
  reader: Reader,
  listId: number,
  statuses: readonly Status[] | null,
  after: number,
): Promise<{ after: number; upTo: number } | null> =>
  statuses === null
    ? { after, upTo: Infinity }
    : inTurn(reader, () => nextRun(reader.store, { listId, statuses }, after));

/** The rows that were found, and the number of the last row that was looked at; null: the last of the list. */
interface Found {
  rows: z.output<typeof ROW>[];
  next: number | null;
}

/** Looks through a list, slice by slice, until the page is full, its time is over, or the list ends. */
const search = async (
  reader: Reader,
  list: List,
  { after, limit, ...sought }: Sought & { after: number; limit: number },
): Promise<Found & { total: number }> => {
  const total = await lastRow(reader, list.id);
  const nameOf = columnNames(list.columns);
  const wanted = { listId: list.id, emailColumn: list.email_column };
  const rows: z.output<typeof ROW>[] = [];
  const started = performance.now();
  let at = after;
  for (let slice = FIRST_SLICE; at < total && performance.now() - started < SEARCH_MS;) {
    const run = await nextRows(reader, list.id, sought.statuses, at);
    if (run === null) return { rows, next: null, total };
    at = Math.max(at, run.after);
    const place = { after: at, upTo: Math.min(total, run.upTo, at + slice) };
    const asked = performance.now();
    const numbers = await inTurn(reader, () => findCandidates(reader, list, sought, place));
    const ms = performance.now() - asked;
    if (ms < QUERY_MS.short) slice = Math.min(MAX_SLICE, slice * 2);
    if (ms > QUERY_MS.long) slice = Math.max(1, Math.floor(slice / 2));
    at = numbers.length === CANDIDATES ? (numbers.at(-1) ?? place.upTo) : place.upTo;
    for await (const part of readNumbered(reader, wanted, numbers))
      for (const { number, row } of part) {
        if (!fold(row.cell).includes(sought.text)) continue;
        rows.push(resultJson(row, nameOf));
        if (rows.length === limit) return { rows, next: number < total ? number : null, total };
      }
  }
  return { rows, next: at < total ? at : null, total };
};

export const searchResults = describe(
  {
    summary: 'Searches the results of a list for an address',
    details:
      'Finds rows whose e-mail cell is or contains the text, whatever the case of its letters. The rows are looked through in their order: ' +
      'an answer comes when the page is full, at the end of the list, or after a tenth of a second with what was found until then. With next, the search goes on there.',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    answer: FOUND,
    problems: ['not_found', 'gone'],
  },
  listHandler(
    'GET',
    { id: LIST_ID },
    {
      q: field(`a text of 1 to ${MAX_TEXT} characters`, z.string().trim().min(1).max(MAX_TEXT), 'anna@'),
      status: optional(STATUS_LIST),
      after: optional(field('a whole number from 0, the next of an answer', z.string().regex(/^\d{1,9}$/), '0')),
      limit: optional(
        field(
          `a whole number from 1 to ${MAX_LIMIT}`,
          z
            .string()
            .regex(/^[1-9]\d{0,2}$/)
            .refine((text) => Number(text) <= MAX_LIMIT),
          `${LIMIT}`,
        ),
      ),
    },
    async ({ store, downloads }: Access & { downloads: Downloads }, { owner, path, input, request }) => {
      const list = await findList(store, owner.accountId, path.id);
      const reader: Reader = { store, reads: downloads.reads, accountId: owner.accountId, signal: request.signal };
      const leave = downloads.admission.enter({ id: owner.accountId, isStranger: false });
      const { rows, ...counts } = await search(reader, list, {
        text: fold(input.q),
        statuses: statusesOf(input.status),
        after: Number(input.after ?? 0),
        limit: Number(input.limit ?? LIMIT),
      }).finally(leave);
      return new Response(streamOf(writePage(rows, { status: list.status, ...counts })), {
        headers: { 'content-type': 'application/json' },
      });
    },
  ),
);
