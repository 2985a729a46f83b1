import { inBlocks } from './blocks.js';
import { columnSteps, type ColumnOptions, type Columns } from '../../../address/list-file/columns.js';
import { delimiterSteps, type Delimiter } from '../../../address/list-file/delimiter.js';
import { inTurns } from '../../../util/turns.js';
import { emailIn } from './email-cell.js';
import { createDecoder, type Decoded, type Decoder, type Encoding } from './encoding.js';
import { refuseOtherKinds } from './file-kind.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';
import { parseRecords, type Record } from './records.js';

export interface ReadListOptions extends ColumnOptions {
  /** Undefined: it is found by the first rows. */
  delimiter?: Delimiter | undefined;
  /** Rows without the header; default 1,000,000. */
  maxRows?: number;
  /** Cells of a row; default 1,000. */
  maxCells?: number;
  /** Bytes of a row in UTF-8; default 1 MiB. */
  maxRecordBytes?: number;
  /** Bytes of the file; default 100 MiB. */
  maxBytes?: number;
  /** Bytes that are parsed at once; default 64 KiB. The encoding and the delimiter are found in the first. */
  blockBytes?: number;
}

/** A row of a list. */
export interface ListRow extends Record {
  /** The cell of the e-mail column without spaces and quotes around it; `""` where the row is too short. */
  email: string;
}

/** A list whose start has been read. */
export interface ListFile extends Columns {
  /** Null when no row of the first has one. A comma separates cells of later rows then. */
  delimiter: Delimiter | null;
  /** `utf-8` also when the file begins with 64 KiB of ASCII. */
  encoding: Encoding;
  /** Columns of the widest of the first rows. */
  width: number;
  /** The rows without the header, in order; to be iterated once. Leaving the loop closes the source. Throws ListFileError. */
  rows: AsyncGenerator<ListRow, void, undefined>;
}

const MIB = 1_048_576;
/** The header and the e-mail column are found in so many rows, or in those of so many bytes. */
const SAMPLE_ROWS = 1000;
const SAMPLE_BYTES = MIB;

const emptyFile = (): ListFileError =>
  new ListFileError('empty_file', 'The file is empty. Send a CSV file, or a text file with one address a line.');

/** Bytes of a header, which each look at the list shows. */
const MAX_HEADER = 16_384;

const checkHeader = (columns: readonly string[], line: number | undefined): void => {
  if (columns.reduce((sum, name) => sum + Buffer.byteLength(name), 0) <= MAX_HEADER) return;
  throw new ListFileError(
    'line_too_long',
    `The header has more than ${MAX_HEADER} bytes. Shorten the names of the columns, or leave out some.`,
    line,
  );
};

async function* decodeAll(
  first: Decoded,
  rest: AsyncIterable<Buffer>,
  decoder: Decoder,
): AsyncGenerator<Decoded, void, undefined> {
  yield first;
  for await (const block of rest) yield decoder.decode(block);
  yield decoder.end();
}

/**
 * Reads a list of addresses: CSV with any usual delimiter, or text with one address a line, in UTF-8, UTF-16 or Windows-1252. Holds at most
 * the sample and one block, whatever comes. The result does not depend on where the stream is cut into chunks.
 * @throws ListFileError when the start of the file cannot be read; `rows` throws what is wrong later.
 */
export const readList = async (bytes: AsyncIterable<Uint8Array>, options: ReadListOptions = {}): Promise<ListFile> => {
  const { maxRows = 1_000_000, maxCells = 1000, maxRecordBytes = MIB, maxBytes = 100 * MIB } = options;
  const { blockBytes = 65_536 } = options;
  const blocks = inBlocks(bytes, blockBytes, maxBytes);
  let batches: AsyncGenerator<Record[], void, undefined> | undefined;
  try {
    const { value: start } = await blocks.next();
    if (start === undefined) throw emptyFile();
    refuseOtherKinds(start);
    const { decoder, mark } = createDecoder(start);
    const first = decoder.decode(start.subarray(mark));
    const found = await inTurns(delimiterSteps(first.bytes.toString()));
    const delimiter = options.delimiter ?? found.delimiter;
    batches = parseRecords(
      decodeAll({ ...first, bytes: first.bytes.subarray(found.hint) }, blocks, decoder),
      delimiter ?? ',',
      { maxCells, maxRecordBytes },
      found.hint > 0 ? 2 : 1,
    );

    const sample: Record[] = [];
    for (let read = 0; sample.length <= SAMPLE_ROWS && (sample.length < 2 || read < SAMPLE_BYTES); read += blockBytes) {
      const { value } = await batches.next();
      if (value === undefined) break;
      for (const record of value) sample.push(record);
    }
    if (sample.length === 0) throw emptyFile();
    const cells = sample.slice(0, SAMPLE_ROWS + 1).map((record) => record.cells);
    const columns = await inTurns(columnSteps(cells, options));
    if (columns.columns !== null) checkHeader(columns.columns, sample[0]?.line);
    const rows = listRows(sample.slice(columns.hasHeader ? 1 : 0), batches, columns.emailColumn.index, maxRows);
    const width = cells.reduce((widest, { length }) => Math.max(widest, length), 0);
    return { ...columns, delimiter, encoding: decoder.encoding, width, rows };
  } catch (error) {
    await (batches ?? blocks).return();
    await blocks.return();
    throw error;
  }
};

async function* listRows(
  sample: Record[],
  batches: AsyncGenerator<Record[], void, undefined>,
  column: number,
  maxRows: number,
): AsyncGenerator<ListRow, void, undefined> {
  let count = 0;
  try {
    for (let batch = sample, done: boolean | undefined = false; !done;) {
      for (const { cells, line } of batch) {
        count += 1;
        if (count > maxRows)
          throw new ListFileError('too_many_rows', `The file has more than ${maxRows} rows. Split it.`, line);
        yield { cells, line, email: emailIn(cells, column) };
      }
      const next = await batches.next();
      done = next.done;
      batch = next.value ?? [];
    }
  } finally {
    await batches.return();
  }
}
