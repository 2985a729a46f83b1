import { Parser, type CsvError, type Options } from 'csv-parse';
import { turns } from '../../../util/turns.js';
import { dialect, isBlank } from '../../../address/list-file/dialect.js';
import type { Decoded } from './encoding/decoder.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';

/** A row of the file. */
export interface Record {
  cells: string[];
  /** The line on which the row begins, from 1. */
  line: number;
}

export interface RecordLimits {
  maxCells: number;
  maxRecordBytes: number;
}

/** The way in which rows are divided into cells. */
export interface CellDivision {
  delimiter: string;
  /** True: spaces around cells are part of none. */
  trims: boolean;
  /** False: quotes are characters as others are. */
  hasQuotes: boolean;
}

/** Bytes that are parsed before the next look at the time: a millisecond, five before the parser is optimised. */
const PIECE = 8192;

const countBreaks = (cells: readonly string[]): number => {
  let breaks = 0;
  for (const cell of cells)
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return breaks;
};

const tooLong = (limit: number, line: number): ListFileError =>
  new ListFileError(
    'line_too_long',
    `The row is longer than ${limit} bytes. Perhaps a quote in it is never closed; otherwise leave out long columns.`,
    line,
  );

/** The fault of a row that is too wide; undefined for any other. */
const tooWide = ({ cells, line }: Record, maxCells: number): ListFileError | undefined => {
  if (cells.length <= maxCells) return undefined;
  return new ListFileError(
    'too_many_columns',
    `The row has ${cells.length} columns; at most ${maxCells} are read. Perhaps the line ends are missing.`,
    line,
  );
};

/** Gives rows on, none of which is too wide. @throws ListFileError `too_many_columns`. */
export async function* withinWidth(
  parts: AsyncIterable<Record[]>,
  maxCells: number,
): AsyncGenerator<Record[], void, undefined> {
  for await (const records of parts) {
    for (const record of records) {
      const fault = tooWide(record, maxCells);
      if (fault) throw fault;
    }
    yield records;
  }
}

/**
 * Takes rows as they are parsed. The buffer and the events of the parser's readable side take longer than the parsing.
 * The facts of each row that csv-parse makes for an `on_record` take as long as the parsing.
 */
class RowParser extends Parser {
  constructor(
    options: Options,
    private readonly onRow: (cells: string[]) => void,
  ) {
    super(options);
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    this.onRow(cells);
    return true;
  }
}

/**
 * Parses blocks of UTF-8 into rows, in order, as one array for each block. Rows whose cells are all blank are left out.
 * @param line the number of the first line.
 * @throws ListFileError `line_too_long`, `too_many_columns`, `quote_not_closed`, and the fault of a block, after the
 *   rows before it.
 */
export async function* parseRecords(
  blocks: AsyncIterable<Decoded>,
  { delimiter, trims, hasQuotes }: CellDivision,
  { maxCells, maxRecordBytes }: RecordLimits,
  line = 1,
): AsyncGenerator<Record[], void, undefined> {
  let records: Record[] = [];
  let emptyLines = 0;
  /** Bytes since the block in which a row ended. */
  let unfinished = 0;
  /** Rows that ended. */
  let ended = 0;

  /** The fault of the first wrong row. Rows behind it are passed over. */
  let rowFault: ListFileError | undefined;

  const parser = new RowParser(
    { ...dialect(delimiter, { trims, hasQuotes }), max_record_size: maxRecordBytes },
    (cells) => {
      if (rowFault) return;
      line = nextLine();
      emptyLines = parser.info.empty_lines;
      ended += 1;
      rowFault = tooWide({ cells, line }, maxCells);
      if (rowFault) return;
      if (!isBlank(cells)) records.push({ cells, line });
      line += 1 + countBreaks(cells);
      // The width of the first row binds no other row: csv-parse makes an error for each that differs, and drops it.
      (parser.info as { records: number }).records = 0;
    },
  );
  parser.on('error', () => undefined);

  const nextLine = (): number => line + parser.info.empty_lines - emptyLines;
  const faultOf = (error: CsvError | ListFileError): Error => {
    if (error instanceof ListFileError) return error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(maxRecordBytes, nextLine());
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      return new ListFileError(
        'quote_not_closed',
        'A quote is opened in this row and never closed. Close it, or double each quote inside a cell ("").',
        nextLine(),
      );
    if (error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
      return new ListFileError(
        'quote_not_closed',
        'Text follows a closing quote in this row. Double each quote inside a cell ("").',
        nextLine(),
      );
    return error;
  };

  const settled = (
    start: (done: (error?: Error | null) => void) => void,
  ): Promise<CsvError | ListFileError | undefined> =>
    new Promise((resolve) => {
      start((error) => {
        resolve(rowFault ?? (error as CsvError | null) ?? undefined);
      });
    });
  const write = async (bytes: Buffer): Promise<CsvError | ListFileError | undefined> => {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const error = await settled((done) => parser.write(bytes.subarray(at, at + PIECE), done));
      if (error) return error;
      if (turns.isOver()) await turns.rest();
    }
    return undefined;
  };
  const end = () => settled((done) => parser.end(done));

  try {
    for await (const { bytes, fault } of blocks) {
      const before = ended + parser.info.empty_lines;
      let error = await write(bytes);
      if (fault && !error) {
        // Stands for the fault, so that its row is the last.
        error = (await write(Buffer.from('?'))) ?? (await end());
        const faulty = error ? undefined : records.pop();
        yield records;
        throw new ListFileError(fault.code, fault.detail, faulty?.line ?? nextLine());
      }
      yield records;
      records = [];
      if (error) throw faultOf(error);
      unfinished = (ended + parser.info.empty_lines > before ? 0 : unfinished) + bytes.length;
      // csv-parse counts no delimiters.
      if (unfinished > maxRecordBytes * 2) throw tooLong(maxRecordBytes, nextLine());
    }
    const error = await end();
    yield records;
    if (error) throw faultOf(error);
  } finally {
    parser.destroy();
  }
}
