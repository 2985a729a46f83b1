/** Downloading the results of a list. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { answerOf, describe } from '../../http/endpoint.js';
import { field, optional } from '../../http/request-fields.js';
import { streamOf } from '../../http/stream.js';
import { listHandler, type Access } from '../access.js';
import type { ResultRow } from '../file/result-file.js';
import { columnNames, resultJson, writeJsonFile } from '../file/result-json.js';
import { findList, type List } from '../list.js';
import { LIST_ID } from '../list-id.js';
import { LIST_STATUSES } from '../tables.js';
import { attachment } from './attachment.js';
import { etagOf, writeFile, writeRest } from './csv-file.js';
import type { Downloads } from './downloads.js';
import type { File } from './file-rows.js';
import { pageFields, pageOf } from './numbered-pages.js';
import { lastRow, readPage, readRows, type Reader, type Wanted } from './rows.js';
import { EXAMPLE_ROW, ROW } from './row-schema.js';
import { STATUS_LIST, statusesOf } from './status-filter.js';
import { writePage } from './write-page.js';
import { writeXlsx } from './xlsx-file.js';

const MAX_LIMIT = 1000;

/** The formats of a whole download, with their media types. */
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Format = keyof typeof TYPES;

const EXAMPLE_CSV =
  'Name,E-Mail,email_verify_status,quality,score,sub_status,did_you_mean,mx_record,checked_at,mailbox_group,mailbox,duplicate_of,email_checked,more_addresses\r\n' +
  'Anna,anna@example.com,valid,safe,0.95,,,mx.example.com,2026-01-31T12:00:00+00:00,1,f7d54c22dda5b178,,,0\r\n';

export const RESULTS = answerOf(
  'The rows, in the order of the file.',
  z.object({
    status: z.enum(LIST_STATUSES).describe('that of the list: rows of one that has not ended get their results later'),
    data: z.array(ROW),
    page: z.int().optional().describe('only if a page was asked for, as the next two'),
    limit: z.int().optional(),
    total: z.int().optional().describe('the rows on all pages'),
  }),
  { status: 'completed', data: [EXAMPLE_ROW], page: 1, limit: 20, total: 1 },
  {
    headers: { 'Content-Disposition': 'Names the file.' },
    otherMedia: { [TYPES.csv]: EXAMPLE_CSV, [TYPES.xlsx]: 'PK…' },
    partial: 'The rest of the CSV file, from the first byte of Range.',
  },
);

const FORMAT = field('one of csv, json, xlsx', z.enum(['csv', 'json', 'xlsx']), 'json');
const wantedOf = ({ id, email_column }: List, statuses: File['statuses']): Wanted => ({
  listId: id,
  emailColumn: email_column,
  statuses,
});

async function* partsOf(reader: Reader, { list, statuses }: File): AsyncGenerator<ResultRow[], void, undefined> {
  for await (const { rows } of readRows(reader, wantedOf(list, statuses), 0, await lastRow(reader, list.id)))
    yield rows;
}

const writeJson = (reader: Reader, file: File): AsyncGenerator<string, void, undefined> =>
  writeJsonFile(file.list.status, file.list.columns, partsOf(reader, file));

/** The bytes of a download, and what differs from a whole file. */
interface Download {
  parts: AsyncGenerator<string | Uint8Array, void, undefined>;
  status?: number;
  headers?: Record<string, string>;
}

/** Streams a file. Its place among the downloads is free when the stream ends. */
const streamFile = async (
  { admission }: Downloads,
  { list: { account_id, name }, statuses }: File,
  format: Format,
  write: () => Promise<Download> | Download,
): Promise<Response> => {
  const leave = admission.enter({ id: account_id, isStranger: false });
  try {
    const { parts, status = 200, headers = {} } = await write();
    return new Response(streamOf(parts, leave), {
      status,
      headers: { 'content-type': TYPES[format], 'content-disposition': attachment(name, format, statuses), ...headers },
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
      'CSV (by default) is in the form of the upload (its delimiter, quotes, line ends and byte order mark), in UTF-8, and has the columns of the file and then ours: email_verify_status, quality, score, sub_status, did_you_mean, mx_record, checked_at, mailbox_group, mailbox, duplicate_of, email_checked, more_addresses. ' +
      'With several e-mail columns each has columns of ours, which end in its name, and a row is shown if one of its addresses has a status that is asked for; in JSON each address is an entry. ' +
      "A cell that a spreadsheet would read as a formula gets a ' before it. Rows without a result yet have empty fields (null in JSON). Duplicates have the result of their first row. " +
      'A spreadsheet (xlsx) has the same columns, all as text, so that no program rounds or calculates it. ' +
      'JSON comes in pages with page or limit, else whole. The CSV of a list that has ended never changes: it has an ETag, and a download that broke off goes on with Range: bytes=N-.',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    headers: {
      Range: 'bytes=N-: from byte N on. Only of the CSV of a list that has ended, else it is ignored.',
      'If-Range': 'The ETag of the part that is there: with another one, all is sent.',
    },
    answer: RESULTS,
    problems: ['not_found', 'gone', 'wrong_range'],
  },
  listHandler(
    'GET',
    { id: LIST_ID },
    { format: optional(FORMAT), status: optional(STATUS_LIST), ...pageFields(MAX_LIMIT) },
    async ({ store, downloads }: Access & { downloads: Downloads }, { owner, path, input, request }) => {
      const { format = 'csv', page, limit } = input;
      const isPage = page !== undefined || limit !== undefined;
      if (isPage && format !== 'json')
        throw new Refusal('bad_request', 'page and limit are for format=json; a file comes whole.');
      const list = await findList(store, owner.accountId, path.id);
      const file: File = { list, statuses: statusesOf(input.status) };
      const { reads, admission } = downloads;
      const reader: Reader = { store, reads, accountId: owner.accountId, signal: request.signal };
      if (isPage) {
        const { offset, ...asked } = pageOf(input);
        const wanted = wantedOf(list, file.statuses);
        const nameOf = columnNames(list.columns);
        const leave = admission.enter({ id: owner.accountId, isStranger: false });
        const hasRepeats = list.duplicates > 0;
        const found = await readPage(
          reader,
          { ...wanted, hasRepeats },
          { offset, limit: asked.limit },
          (row): z.output<typeof ROW> => resultJson(row, nameOf),
        ).finally(leave);
        const { status, name } = list;
        return new Response(streamOf(writePage(found.rows, { status, ...asked, total: found.total })), {
          headers: {
            'content-type': 'application/json',
            'content-disposition': attachment(name, 'json', file.statuses),
          },
        });
      }
      const write: Record<Format, () => Promise<Download> | Download> = {
        csv: () => writeCsv(reader, downloads, file, request.headers),
        json: () => ({ parts: writeJson(reader, file) }),
        xlsx: () => ({ parts: writeXlsx(reader, file) }),
      };
      return streamFile(downloads, file, format, write[format]);
    },
  ),
);
