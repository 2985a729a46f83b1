/** The results of a list as a CSV file, whole or from a byte on. */
import { Refusal } from '../../../protocol/refusal.js';
import type { BoundedMap } from '../../../util/bounded-map.js';
import { mapInTurns } from '../../../util/turns.js';
import { csvFormOf, csvHeader, csvWriter } from '../file/csv.js';
import { resultCells, resultHeader } from '../file/result-file.js';
import { hasEnded } from '../tables.js';
import { fileRows, type File } from './file-rows.js';
import type { Reader } from './rows.js';

/** Goes into the ETag: to be changed whenever the same list is written in other bytes. */
const WRITER = 3;
/** The row behind which the header is. */
const HEADER = -1;

/** Where the parts of a file begin, as far as they were written. */
interface Layout {
  parts: { offset: number; after: number }[];
  /** All bytes; null: the file was not written to its end. */
  total: number | null;
}

/** The layouts of files: those that are known, and those that are measured now. */
export interface Layouts {
  /** By ETag. */
  known: BoundedMap<string, Layout>;
  /** The files that are measured now, by ETag. */
  measuring: Map<string, Promise<unknown>>;
}

/** The ETag of a file; null: its bytes still change. */
export const etagOf = ({ list: { id, status, ended_at }, statuses }: File): string | null => {
  if (ended_at === null || !hasEnded(status)) return null;
  return `"${WRITER}-${id}-${ended_at.getTime().toString(36)}-${[...(statuses ?? ['all'])].sort().join('.')}"`;
};

/** Writes a file in parts, each with the row behind which it begins. */
async function* writeParts(
  reader: Reader,
  { list, statuses }: File,
  from: number,
): AsyncGenerator<{ after: number; bytes: Buffer }, void, undefined> {
  const { columns, width } = list;
  const emailColumns = list.email_columns ?? [];
  const form = csvFormOf(list.file?.dialect);
  const write = csvWriter(form);
  if (from === HEADER)
    yield { after: HEADER, bytes: Buffer.from(csvHeader(form, resultHeader(columns, width, emailColumns))) };
  for await (const { after, rows } of fileRows(reader, { list, statuses }, Math.max(0, from))) {
    const records = await mapInTurns(rows, (entries) => write(resultCells(entries, width, emailColumns)));
    if (records.length > 0) yield { after, bytes: Buffer.from(records.join('')) };
  }
}

const START: Layout['parts'][number] = { offset: 0, after: HEADER };

/**
 * Writes a file that no longer changes, and notes where its parts begin, also if the reader goes before its end.
 * @param known the parts that were noted before: the last of them is written again, and what follows.
 */
async function* writeNoted(
  reader: Reader,
  { known }: Layouts,
  file: File,
  etag: string,
  before: Layout['parts'] = [],
): AsyncGenerator<Uint8Array, void, undefined> {
  const parts = before.slice(0, -1);
  const { offset, after } = before.at(-1) ?? START;
  let end = offset;
  let total: number | null = null;
  try {
    for await (const part of writeParts(reader, file, after)) {
      parts.push({ offset: end, after: part.after });
      end += part.bytes.length;
      yield part.bytes;
    }
    total = end;
  } finally {
    const noted = known.get(etag);
    if (noted === undefined || noted.parts.length < parts.length || total !== null) known.set(etag, { parts, total });
  }
}

/** Writes a file. @param etag null: its bytes still change. */
export async function* writeFile(
  reader: Reader,
  layouts: Layouts,
  file: File,
  etag: string | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (etag !== null) yield* writeNoted(reader, layouts, file, etag);
  else for await (const { bytes } of writeParts(reader, file, HEADER)) yield bytes;
}

/** Writes what nobody has written yet of a file, to see where its parts begin. */
const measure = async (reader: Reader, layouts: Layouts, file: File, etag: string): Promise<void> => {
  const parts = writeNoted(reader, layouts, file, etag, layouts.known.get(etag)?.parts);
  while ((await parts.next()).done !== true);
};

/** Finds out where the parts of a file begin: once for those that ask at the same time. */
const layoutOf = async (
  reader: Reader,
  layouts: Layouts,
  file: File,
  etag: string,
): Promise<Layout & { total: number }> => {
  const { known, measuring } = layouts;
  for (;;) {
    const layout = known.get(etag);
    if (layout !== undefined && layout.total !== null) return { ...layout, total: layout.total };
    reader.signal.throwIfAborted();
    const other = measuring.get(etag);
    // The other one ends early if its client goes.
    if (other !== undefined) await other.catch(() => undefined);
    else {
      const own = measure(reader, layouts, file, etag).finally(() => measuring.delete(etag));
      measuring.set(etag, own);
      await own;
    }
  }
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
 * Writes a file that no longer changes from a byte on. What nobody has read of it from this process is written once
 * before, to be measured.
 * @throws Refusal `wrong_range` if the file ends before.
 */
export const writeRest = async (
  reader: Reader,
  layouts: Layouts,
  file: File,
  etag: string,
  start: number,
): Promise<Rest> => {
  const { parts, total } = await layoutOf(reader, layouts, file, etag);
  const part = parts.findLast(({ offset }) => offset <= start);
  if (start >= total || part === undefined)
    throw new Refusal('wrong_range', `The file has ${total} bytes.`, { 'content-range': `bytes */${total}` });
  return { total, bytes: writeFrom(reader, file, part, start) };
};
