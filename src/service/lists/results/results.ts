/** Downloading the results of a list. */
import { z } from 'zod';
import { STATUSES, type Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import { RESULT } from '../../answers.js';
import { answerOf, describe } from '../../endpoint.js';
import { field, optional } from '../../fields.js';
import { streamOf } from '../../stream.js';
import { mapInTurns } from '../../../util/turns.js';
import { listHandler } from '../access.js';
import { resultJson, writeJsonFile } from '../file/result-json.js';
import { findBatch, type Batch } from '../batch.js';
import { LIST_ID } from '../fields.js';
import { BATCH_STATUSES } from '../tables.js';
import { attachment } from './attachment.js';
import { etagOf, writeFile, writeRest, type File } from './csv-file.js';
import type { Downloads } from './downloads.js';
import { pageFields, pageOf } from './paging.js';
import { lastRow, readPage, readRows, type ListRow, type Reader } from './rows.js';

const MAX_LIMIT = 1000;
/** Rows of a page that are sent at once. */
const PER_PART = 100;
const CSV = 'text/csv; charset=utf-8';

const { quality, score, mx_record, checked_at } = RESULT.shape;
const ROW = z.object({
  row: z.int().describe('its number in the file, from 1, without the header'),
  email: z.string(),
  status: z.enum(STATUSES).nullable().describe('null, as the next six: there is no result yet'),
  quality: quality.nullable(),
  score: score.nullable(),
  sub_status: z.array(z.string()).nullable(),
  did_you_mean: z.string().nullable(),
  mx_record: mx_record.nullable(),
  checked_at: checked_at.nullable(),
  duplicate_of: z.int().nullable().describe('the first row with the same address, whose result this row shares'),
  mailbox_group: z.int().nullable().describe('the first row that reaches the same person'),
});

const EXAMPLE_ROW: z.output<typeof ROW> = {
  row: 1,
  email: 'anna@example.com',
  status: 'valid',
  quality: 'safe',
  score: 0.95,
  sub_status: [],
  did_you_mean: null,
  mx_record: 'mx.example.com',
  checked_at: '2026-01-31T12:00:00+00:00',
  duplicate_of: null,
  mailbox_group: 1,
};

const EXAMPLE_CSV =
  'Name,E-Mail,email_verify_status,quality,score,sub_status,did_you_mean,mx_record,checked_at,mailbox_group\r\n' +
  'Anna,anna@example.com,valid,safe,0.95,,,mx.example.com,2026-01-31T12:00:00+00:00,1\r\n';

const ANSWER = answerOf(
  'The rows, in the order of the file.',
  z.object({
    status: z.enum(BATCH_STATUSES).describe('that of the list: rows of one that has not ended get their results later'),
    data: z.array(ROW),
    page: z.int().optional().describe('only if a page was asked for, as the next two'),
    limit: z.int().optional(),
    total: z.int().optional().describe('the rows on all pages'),
  }),
  { status: 'completed', data: [EXAMPLE_ROW], page: 1, limit: 20, total: 1 },
  {
    headers: { 'Content-Disposition': 'Names the file.' },
    otherMedia: { [CSV]: EXAMPLE_CSV },
    partial: 'The rest of the CSV file, from the first byte of Range.',
  },
);

const FORMAT = field('one of csv, json', z.enum(['csv', 'json']), 'json');
const STATUS_LIST = field(
  `one or more of ${STATUSES.join(', ')}, with commas between`,
  z.string().regex(new RegExp(`^(?:${STATUSES.join('|')})(?:,(?:${STATUSES.join('|')}))*$`)),
  'valid,risky',
);

const statusesOf = (list: string | undefined): Status[] | null =>
  list === undefined ? null : STATUSES.filter((status) => list.split(',').includes(status));

async function* partsOf(reader: Reader, { batch: { id }, statuses }: File): AsyncGenerator<ListRow[], void, undefined> {
  for await (const { rows } of readRows(reader, { batchId: id, statuses }, 0, await lastRow(reader, id))) yield rows;
}

const writeJson = (reader: Reader, file: File): AsyncGenerator<string, void, undefined> =>
  writeJsonFile(file.batch.status, file.batch.email_column, partsOf(reader, file));

/** Writes a page in parts: a row may have a cell of a megabyte. */
async function* writePage(
  rows: readonly object[],
  { status, ...counts }: { status: string; page: number; limit: number; total: number },
): AsyncGenerator<string, void, undefined> {
  yield `{"status":"${status}","data":[`;
  for (let at = 0; at < rows.length; at += PER_PART) {
    const lines = await mapInTurns(rows.slice(at, at + PER_PART), (row) => JSON.stringify(row));
    yield `${at === 0 ? '' : ','}${lines.join(',')}`;
  }
  yield `],${JSON.stringify(counts).slice(1)}`;
}

/** The bytes of a download, and what differs from a whole file. */
interface Download {
  parts: AsyncGenerator<string | Uint8Array, void, undefined>;
  status?: number;
  headers?: Record<string, string>;
}

/** Streams a file. Its place among the downloads is free when the stream ends. */
const streamFile = async (
  { admission }: Downloads,
  { account_id, name }: Batch,
  format: 'csv' | 'json',
  write: () => Promise<Download>,
): Promise<Response> => {
  const leave = admission.enter({ id: account_id, isStranger: false });
  const type = format === 'csv' ? CSV : 'application/json';
  try {
    const { parts, status = 200, headers = {} } = await write();
    return new Response(streamOf(parts, leave), {
      status,
      headers: { 'content-type': type, 'content-disposition': attachment(name, format), ...headers },
    });
  } catch (error) {
    leave();
    throw error;
  }
};

/** The first byte that a request asks for; null: all. One part of the file at its end can be asked for, no other. */
const startOf = (headers: Headers, etag: string): number | null => {
  const [, start] = /^bytes=(\d{1,15})-$/.exec(headers.get('range') ?? '') ?? [];
  const condition = headers.get('if-range');
  return start === undefined || (condition !== null && condition !== etag) ? null : Number(start);
};

const writeCsv = async (reader: Reader, downloads: Downloads, file: File, headers: Headers): Promise<Download> => {
  const etag = etagOf(file);
  const { layouts } = downloads;
  const whole = { parts: writeFile(reader, layouts, file, etag) };
  if (etag === null) return whole;
  const start = startOf(headers, etag);
  const resumable = { etag, 'accept-ranges': 'bytes' };
  if (start === null) return { ...whole, headers: resumable };
  const { total, bytes } = await writeRest(reader, layouts, file, etag, start);
  const range = { 'content-range': `bytes ${start}-${total - 1}/${total}`, 'content-length': String(total - start) };
  return { parts: bytes, status: 206, headers: { ...resumable, ...range } };
};

export const downloadResults = describe(
  {
    summary: 'Downloads the results of a list',
    details:
      'CSV (by default) has the columns of the file and then ours: email_verify_status, quality, score, sub_status, did_you_mean, mx_record, checked_at, mailbox_group. ' +
      "A cell that a spreadsheet would read as a formula gets a ' before it. Rows without a result yet have empty fields (null in JSON). Duplicates have the result of their first row. " +
      'JSON comes in pages with page or limit, else whole. The CSV of a list that has ended never changes: it has an ETag, and a download that broke off goes on with Range: bytes=N-.',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    headers: {
      Range: 'bytes=N-: from byte N on. Only of the CSV of a list that has ended, else it is ignored.',
      'If-Range': 'The ETag of the part that is there: with another one, all is sent.',
    },
    answer: ANSWER,
    problems: ['not_found', 'gone', 'wrong_range'],
  },
  listHandler(
    'GET',
    { id: LIST_ID },
    { format: optional(FORMAT), status: optional(STATUS_LIST), ...pageFields(MAX_LIMIT) },
    async ({ store, downloads }, { owner, path, input, request }) => {
      const { format = 'csv', page, limit } = input;
      const isPage = page !== undefined || limit !== undefined;
      if (isPage && format === 'csv')
        throw new Refusal('bad_request', 'page and limit are for format=json; the CSV file comes whole.');
      const batch = await findBatch(store, owner.accountId, path.id);
      const file: File = { batch, statuses: statusesOf(input.status) };
      const { reads, admission } = downloads;
      const reader: Reader = { store, reads, accountId: owner.accountId, signal: request.signal };
      if (isPage) {
        const { offset, ...asked } = pageOf(input);
        const wanted = { batchId: batch.id, statuses: file.statuses };
        const leave = admission.enter({ id: owner.accountId, isStranger: false });
        const found = await readPage(reader, wanted, { offset, limit: asked.limit }, (row): z.output<typeof ROW> =>
          resultJson(row, batch.email_column),
        ).finally(leave);
        const { status, name } = batch;
        return new Response(streamOf(writePage(found.rows, { status, ...asked, total: found.total })), {
          headers: { 'content-type': 'application/json', 'content-disposition': attachment(name, 'json') },
        });
      }
      return streamFile(downloads, batch, format, async () =>
        format === 'csv' ? writeCsv(reader, downloads, file, request.headers) : { parts: writeJson(reader, file) },
      );
    },
  ),
);
