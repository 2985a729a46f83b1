/** The results of a list as a CSV file, whole or from a byte on. */
import type { Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import type { BoundedMap } from '../../../util/bounded-map.js';
import type { FairQueue } from '../../../util/fair-queue.js';
import type { Batch } from '../batch.js';
import { csvRecord } from '../file/csv.js';
import { resultCells, resultHeader } from '../file/result-file.js';
import { hasEnded } from '../tables.js';
import { lastRow, readRows, type Reader } from './rows.js';

/** Goes into the ETag: to be changed whenever the same list is written in other bytes. */
const WRITER = 1;
/** Cells that are written at once: short rows are filled up to the width of the list. */
const CELLS = 50_000;
/** The row behind which the header is. */
const HEADER = -1;

/** Where the parts of a file begin. */
export interface Layout {
  parts: { offset: number; after: number }[];
  /** All bytes. */
  total: number;
}

/** Layouts of files that were asked for in parts, by ETag. */
export type Layouts = BoundedMap<string, Layout>;

/** The list and the rows that go into a file. */
export interface File {
  batch: Batch;
  statuses: readonly Status[] | null;
}

/** The ETag of a file; null: its bytes still change. */
export const etagOf = ({ batch: { id, status, ended_at }, statuses }: File): string | null => {
  if (ended_at === null || !hasEnded(status)) return null;
  return `"${WRITER}-${id}-${ended_at.getTime().toString(36)}-${[...(statuses ?? ['all'])].sort().join('.')}"`;
};

/** Writes a file in parts, each with the row behind which it begins. */
async function* writeParts(
  reader: Reader,
  { batch, statuses }: File,
  from: number,
): AsyncGenerator<{ after: number; bytes: Buffer }, void, undefined> {
  const { id, columns, width } = batch;
  if (from === HEADER) yield { after: HEADER, bytes: Buffer.from(csvRecord(resultHeader(columns, width))) };
  const last = await lastRow(reader, id);
  const most = Math.max(1, Math.floor(CELLS / Math.max(1, width)));
  for await (const { after, rows } of readRows(reader, { batchId: id, statuses }, Math.max(0, from), last, most)) {
    const records = rows.map(({ cells, result }) => csvRecord(resultCells(cells, width, result)));
    if (records.length > 0) yield { after, bytes: Buffer.from(records.join('')) };
  }
}

/** Writes a file. */
export async function* writeFile(reader: Reader, file: File): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { bytes } of writeParts(reader, file, HEADER)) yield bytes;
}

/** Writes a file once, to see where its parts begin. */
const measure = async (reader: Reader, file: File): Promise<Layout> => {
  const layout: Layout = { parts: [], total: 0 };
  for await (const { after, bytes } of writeParts(reader, file, HEADER)) {
    layout.parts.push({ offset: layout.total, after });
    layout.total += bytes.length;
  }
  return layout;
};

/** The end of a file. */
export interface Rest {
  /** All bytes of the file. */
  total: number;
  bytes: AsyncGenerator<Uint8Array, void, undefined>;
}

async function* writeFrom(
  reader: Reader,
  file: File,
  { offset, after }: Layout['parts'][number],
  start: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let skip = start - offset;
  for await (const { bytes } of writeParts(reader, file, after)) {
    const rest = bytes.subarray(skip);
    skip -= bytes.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

/**
 * Writes a file that no longer changes from a byte on. The first time, all of it is written once to be measured.
 * @throws Refusal `wrong_range` if the file ends before.
 */
export const writeRest = async (
  reader: Reader,
  { layouts, measures }: { layouts: Layouts; measures: FairQueue },
  file: File,
  etag: string,
  start: number,
): Promise<Rest> => {
  const layout =
    layouts.get(etag) ??
    // Another request may have measured it meanwhile.
    (await measures.run(String(reader.accountId), async () => layouts.get(etag) ?? (await measure(reader, file))));
  layouts.set(etag, layout);
  const { parts, total } = layout;
  const part = parts.findLast(({ offset }) => offset <= start);
  if (start >= total || part === undefined)
    throw new Refusal('wrong_range', `The file has ${total} bytes.`, { 'content-range': `bytes */${total}` });
  return { total, bytes: writeFrom(reader, file, part, start) };
};
