import type { EmailCell } from '../../../address/list-file/cell.js';
import { columnSteps, type Columns } from '../../../address/list-file/columns.js';
import { ListFileError, startOfLine } from '../../../address/list-file/list-file-error.js';
import { inTurns } from '../../../util/turns.js';
import { inBlocks, startingWith } from './blocks.js';
import { cellIn } from './email-cell.js';
import { decodeFile, type Decoding } from './encoding/decoder.js';
import type { Encoding } from '../../../address/list-file/encodings.js';
import { encodingNamed, readEncoding } from './encoding/names.js';
import { isZip, refusalOfBytes } from './file-kind.js';
import { wrongDelimiter } from './odd-character.js';
import type { Record } from './records.js';
import { openSpreadsheet } from './spreadsheet/open-spreadsheet.js';
import { textTable, type Dialect, type ListKind, type Table, type TextOptions } from './text-table.js';
import type { ListWarning } from './warnings.js';

export interface ReadListOptions extends TextOptions {
  /** The name of the encoding that the sender chose; undefined: it is found. */
  encoding?: string | undefined;
  /** The charset in the file's Content-Type. */
  charset?: string | undefined;
  /** The sheet of a spreadsheet: its name, or its number from 1. Undefined: the first with an address, or with rows. */
  sheet?: string | number | undefined;
  /** Rows without the header; default 1,000,000. */
  maxRows?: number;
  /** Cells of a row; default 1,000. */
  maxCells?: number;
  /** Bytes of a row in UTF-8; default 1 MiB. */
  maxRecordBytes?: number;
  /** Bytes of the file; default 100 MiB. */
  maxBytes?: number;
  /** Bytes that are parsed at once; default 64 KiB. */
  blockBytes?: number;
}

/** A row of a list, with the addresses in its e-mail column. */
export interface ListRow extends Record, EmailCell {}

/** A list whose start has been read. */
export interface ListFile extends Columns {
  kind: ListKind;
  /** Null when no row of the first has one, or the file is no text with rows of cells. */
  delimiter: string | null;
  /** Null for spreadsheets. `utf-8` also while all of the file was ASCII. */
  readonly encoding: Encoding | null;
  /** The name of the sheet that is read; null: the file is no spreadsheet. */
  sheet: string | null;
  /** The way in which the file is written; null when its rows are not lines of text. */
  dialect: Dialect | null;
  /** Columns of the widest of the first rows. */
  width: number;
  /** The cells of the first rows, without the header. */
  sample: readonly (readonly string[])[];
  /** Facts that are worth a look. Some are found only when the rows have been read. */
  readonly warnings: readonly ListWarning[];
  /**
   * The rows without the header, in order, in parts; to be iterated once. Leaving the outer loop closes the source.
   * Both throw ListFileError.
   */
  rows: AsyncGenerator<Iterable<ListRow>, void, undefined>;
}

const MIB = 1_048_576;
/** The rows, and their bytes, in which the header and the e-mail column are found. */
const SAMPLE_ROWS = 1000;
const SAMPLE_BYTES = MIB;
/** Bytes of the text in the cells of a spreadsheet. */
const MAX_SHEET_BYTES = 256 * MIB;

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

/** A table whose first rows have been read. */
interface Sampled {
  sample: Record[];
  /** True if there are no more rows. */
  isWhole: boolean;
}

const bytesOf = ({ cells }: Record): number => cells.reduce((sum, cell) => sum + cell.length, 0);

const readSample = async (records: Table['records']): Promise<Sampled> => {
  const sample: Record[] = [];
  let bytes = 0;
  while (sample.length <= SAMPLE_ROWS && (sample.length < 2 || bytes < SAMPLE_BYTES)) {
    const { value } = await records.next();
    if (value === undefined) return { sample, isWhole: true };
    for (const record of value) {
      sample.push(record);
      bytes += bytesOf(record);
    }
  }
  return { sample, isWhole: false };
};

/** True for a row of delimiters alone, whichever of them the file was read with. */
const isEmpty = ({ cells }: Record): boolean => cells.every((cell) => /^[\s,;|:]*$/.test(cell));

const skippedRows = (skipped: readonly Record[]): ListWarning | undefined => {
  const [first] = skipped;
  if (first === undefined) return undefined;
  const rows = skipped.length === 1 ? 'A row before the header is' : `${skipped.length} rows before the header are`;
  return {
    code: 'rows_skipped',
    detail: `${rows} no part of the list: line ${first.line} begins with ${startOfLine(first.cells.join(' '))}.`,
  };
};

const badBytes = ({ encoding, replaced }: Decoding): ListWarning => ({
  code: 'bad_bytes',
  detail: `${replaced} ${replaced === 1 ? 'place in the file is' : 'places in the file are'} no text in ${encoding}: each is the character U+FFFD now. If there are many, name the encoding with encoding=.`,
});

/** True for ASCII, which all encodings have in common: it says nothing. */
const isAscii = (charset: string): boolean => /^(?:us-)?ascii$/i.test(charset);

const otherCharset = ({ encoding }: Decoding, charset: string | undefined): ListWarning | undefined => {
  if (charset === undefined || isAscii(charset) || encodingNamed(charset) === encoding || encoding === 'utf-8')
    return undefined;
  return { code: 'other_charset', detail: `The Content-Type of the file says ${charset}; it was read as ${encoding}.` };
};

/** Opens a file: finds its kind, and reads it as rows. */
const openTable = async (
  start: Buffer,
  blocks: AsyncGenerator<Buffer, void, undefined>,
  options: ReadListOptions,
  warn: (warning: ListWarning) => void,
): Promise<Table & { decoding: Decoding | null; sheet: string | null }> => {
  const { maxCells = 1000, maxRecordBytes = MIB, encoding, charset } = options;
  const limits = { maxCells, maxRecordBytes };
  const chosen = encoding === undefined ? undefined : readEncoding(encoding);
  if (isZip(start)) {
    const spreadsheet = await openSpreadsheet(startingWith([start], blocks), {
      ...limits,
      maxTextBytes: MAX_SHEET_BYTES,
      sheet: options.sheet,
      warn,
    });
    return { ...spreadsheet, isNamed: undefined, dialect: null, decoding: null };
  }
  const refusal = refusalOfBytes(start);
  if (refusal !== undefined) throw refusal;
  if (options.sheet !== undefined)
    throw new ListFileError('unknown_sheet', 'The file is no spreadsheet, so that it has no sheets. Leave out sheet.');
  const decoding = decodeFile(start, blocks, {
    encoding: chosen,
    charset: charset === undefined || isAscii(charset) || chosen !== undefined ? undefined : readEncoding(charset),
  });
  return { ...(await textTable(decoding, options, limits, warn)), decoding, sheet: null };
};

/**
 * Reads a list of addresses: CSV with any usual delimiter, text with one address a line or with mailboxes, JSON, vCard,
 * .xlsx or .ods, text in any usual encoding. Holds at most the sample and one block of a text, whatever comes. The
 * result does not depend on where the stream is cut into chunks.
 * @throws ListFileError when the start of the file cannot be read; `rows` throws what is wrong later.
 */
export const readList = async (bytes: AsyncIterable<Uint8Array>, options: ReadListOptions = {}): Promise<ListFile> => {
  const { maxRows = 1_000_000, maxBytes = 100 * MIB, blockBytes = 65_536 } = options;
  const blocks = inBlocks(bytes, blockBytes, maxBytes);
  const warnings: ListWarning[] = [];
  const warn = (warning: ListWarning | undefined): void => {
    if (warning !== undefined) warnings.push(warning);
  };
  let records: Table['records'] | undefined;
  let looked: Record[] = [];
  try {
    const { value: start } = await blocks.next();
    if (start === undefined) throw emptyFile();
    const table = await openTable(start, blocks, options, warn);
    ({ records } = table);
    const { sample, isWhole } = await readSample(records);
    if (isWhole && sample.every(isEmpty)) throw emptyFile();
    looked = sample.slice(0, SAMPLE_ROWS + 1);
    const found = await inTurns(
      columnSteps(
        {
          rows: looked.map(({ cells }) => cells),
          lines: looked.map(({ line }) => line),
          isWhole: isWhole && looked.length === sample.length,
        },
        { ...options, firstRowIsHeader: table.isNamed ?? options.firstRowIsHeader },
      ),
    );
    const { skipped, start: firstRow, ...columns } = found;
    if (columns.columns !== null) checkHeader(columns.columns, sample[skipped]?.line);
    warn(skippedRows(looked.slice(0, skipped)));
    const { index } = columns.emailColumn;
    const rows = looked.slice(firstRow).map(({ cells }) => cells);
    warn(wrongDelimiter(rows.map((cells) => cells[index] ?? '')));
    const { decoding, kind, dialect, sheet } = table;
    const onEnd = (): void => {
      if (decoding === null) return;
      if (options.encoding === undefined) warn(otherCharset(decoding, options.charset));
      if (decoding.replaced > 0) warn(badBytes(decoding));
    };
    return {
      ...columns,
      kind,
      sheet,
      dialect,
      delimiter: dialect?.delimiter ?? null,
      get encoding() {
        return decoding?.encoding ?? null;
      },
      width: looked.slice(skipped).reduce((widest, { cells }) => Math.max(widest, cells.length), 0),
      sample: rows,
      warnings,
      rows: closing(listRows(sample.slice(firstRow), records, index, maxRows, onEnd), records),
    };
  } catch (error) {
    await (records ?? blocks).return();
    await blocks.return();
    if (error instanceof ListFileError && looked.length > 0) error.sample = looked.map(({ cells }) => cells);
    throw error;
  }
};

/** Makes the end of rows the end of their source, also before the first of them. */
const closing = (rows: ListFile['rows'], source: Table['records']): ListFile['rows'] => {
  const end = rows.return.bind(rows);
  rows.return = async (value) => {
    await source.return();
    return end(value);
  };
  return rows;
};

async function* listRows(
  sample: Record[],
  records: Table['records'],
  column: number,
  maxRows: number,
  onEnd: () => void,
): AsyncGenerator<Iterable<ListRow>, void, undefined> {
  let count = 0;
  function* rowsOf(part: readonly Record[]): Generator<ListRow, void> {
    for (const { cells, line } of part) {
      count += 1;
      if (count > maxRows)
        throw new ListFileError('too_many_rows', `The file has more than ${maxRows} rows. Split it.`, line);
      const { email, more } = cellIn(cells, column);
      yield { cells, line, email, more };
    }
  }
  try {
    for (let part = sample, done: boolean | undefined = false; !done;) {
      yield rowsOf(part);
      const next = await records.next();
      done = next.done;
      part = next.value ?? [];
    }
    onEnd();
  } finally {
    await records.return();
  }
}
