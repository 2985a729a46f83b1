/** The first pass over a list: its columns, its duplicates, and the addresses to check. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { EmailColumnChoice } from '../../address/list-file/columns.js';
import { StartupError } from '../../config/startup-error.js';
import { ListFileError } from '../../address/list-file/list-file-error.js';
import { csvFormOf, RFC_4180, type CsvForm } from '../../service/lists/file/csv.js';
import { readLines } from '../../service/lists/file/entries.js';
import { readList, type ListFile } from '../../service/lists/file/read-list.js';
import type { ResultRow } from '../../service/lists/file/result-file.js';
import { createTally } from '../../service/lists/file/tally.js';
import type { ListWarning } from '../../service/lists/file/warnings.js';
import { errorCode } from '../../util/errors.js';

/** The options of a list: the duplicates to leave out, the header, and the column with the addresses. */
export interface ListOptions {
  /** Later rows with the same address are left out. */
  removesDuplicates: boolean;
  /** Later rows that reach the same person are left out. */
  removesSameMailbox: boolean;
  /** Undefined to detect it. */
  firstRowIsHeader: boolean | undefined;
  /** The columns with the addresses; undefined: the one is found. */
  emailColumn: EmailColumnChoice | undefined;
  /** A cell with several addresses is a row for each of them. */
  splitsCells: boolean;
  /** The encoding of a text, the character between its cells, and the sheet of a spreadsheet; undefined: they are found. */
  encoding?: string | undefined;
  delimiter?: string | undefined;
  sheet?: string | number | undefined;
}

/** A list to check: a file that can be read again, and its bounds. */
export interface List {
  path: string;
  options: ListOptions;
  maxRows: number;
}

/** The result of the first pass over a list. */
export interface Plan {
  /** SHA-256 of the file, in hexadecimal. */
  hash: string;
  /** Entries of the result: mostly, a row is one. */
  kept: number;
  /** Rows of the result. */
  lines: number;
  /** The form of the result file. */
  form: CsvForm;
  /** Facts of the file that are worth a look. */
  warnings: readonly ListWarning[];
  /** Entries that need a verdict. */
  toCheck: number;
  /** For each entry of the file, the number of the kept entry whose verdict it has; 0: it is left out. */
  verdictOf: Uint32Array;
  /** For each entry of the file, the number of the first entry that reaches the same person; 0: it holds no address. */
  mailboxGroup: Uint32Array;
  /** For each kept entry, its row in the result. */
  lineOf: Uint32Array;
}

/** A kept entry, without its verdict. */
export interface KeptEntry extends Omit<ResultRow, 'row' | 'result'> {
  /** Its number, from 1. */
  entry: number;
  /** Its row in the result, from 1. */
  row: number;
  email: string;
  /** The entry whose verdict it has: its own number, or that of the one of which it is a duplicate. */
  verdictOf: number;
}

/** Describes a fault of a list in one line. */
const asLine = (error: unknown, path: string): unknown => {
  if (error instanceof ListFileError) return new StartupError(`${path}: ${error.message}`, { cause: error });
  const code = errorCode(error);
  if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR') return error;
  return new StartupError(`${path} cannot be read (${code}); give a CSV file, or a text file with an address a line.`);
};

/**
 * Reads a list with a hash of its bytes.
 * @throws StartupError for a fault of the file.
 */
async function* readRows<T>(
  { path, options, maxRows }: List,
  signal: AbortSignal,
  use: (file: ListFile, hash: () => string) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const hash = createHash('sha256');
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const { firstRowIsHeader, emailColumn, encoding, delimiter, sheet } = options;
    const read = { firstRowIsHeader, emailColumn, encoding, delimiter, sheet };
    const file = await readList(bytes(), { ...read, maxRows, maxBytes: Infinity });
    yield* use(file, () => hash.digest('hex'));
  } catch (error) {
    throw asLine(error, path);
  }
}

/**
 * Reads a list once, to its end, so that faults are reported before anything is checked.
 * @throws StartupError for a fault of the file; the signal's reason.
 */
export const planList = async (list: List, signal: AbortSignal): Promise<Plan> => {
  const { options, maxRows } = list;
  const plan: Plan = {
    hash: '',
    kept: 0,
    lines: 0,
    form: RFC_4180,
    warnings: [],
    toCheck: 0,
    verdictOf: new Uint32Array(maxRows),
    mailboxGroup: new Uint32Array(maxRows),
    lineOf: new Uint32Array(maxRows + 1),
  };
  const removes = { duplicates: options.removesDuplicates, sameMailbox: options.removesSameMailbox };
  // eslint-disable-next-line require-yield -- it reads to the end, and gives no row on
  const read = readRows<never>(list, signal, async function* (file, hash) {
    const tally = createTally({ maxRows, columns: file.emailColumns.length, removes });
    let index = 0;
    for await (const lines of readLines(file, { maxRows, splitsCells: options.splitsCells }))
      for (const line of lines) {
        const entries = tally.add(line);
        if (entries !== null) plan.lines += 1;
        for (const [at, { row, first, group }] of (entries ?? []).entries()) {
          plan.lineOf[row] = plan.lines;
          if (first === undefined) plan.toCheck += 1;
          plan.verdictOf[index + at] = first ?? row;
          plan.mailboxGroup[index + at] = group ?? 0;
        }
        index += line.entries.length;
      }
    plan.kept = tally.kept;
    plan.hash = hash();
    plan.form = csvFormOf(file.dialect);
    plan.warnings = file.warnings;
  });
  await read.next();
  return plan;
};

/**
 * Reads the kept entries of a list again.
 * @param onStart is told what the header is, before the first row.
 * @throws StartupError if the file has changed since the plan was made, after the last row; the signal's reason.
 */
export const readKeptEntries = (
  list: List,
  plan: Plan,
  signal: AbortSignal,
  onStart: (file: ListFile) => void = () => undefined,
): AsyncGenerator<KeptEntry, void, undefined> =>
  readRows(list, signal, async function* (file, hash) {
    onStart(file);
    const { maxRows, options } = list;
    const lineAt = (entry: number): number => plan.lineOf[entry] ?? entry;
    let [index, kept] = [0, 0];
    for await (const lines of readLines(file, { maxRows, splitsCells: options.splitsCells }))
      for (const { cells, entries } of lines) {
        const start = index;
        index += entries.length;
        if (plan.verdictOf[start] === 0) continue;
        for (const [at, { column, email }] of entries.entries()) {
          const entry = (kept += 1);
          const verdictOf = plan.verdictOf[start + at] ?? 0;
          const group = plan.mailboxGroup[start + at] ?? 0;
          yield {
            entry,
            row: lineAt(entry),
            cells: at === 0 ? cells : null,
            cell: cells[column] ?? '',
            column,
            email,
            verdictOf,
            duplicateOf: verdictOf === entry ? null : lineAt(verdictOf),
            mailboxGroup: group === 0 ? null : lineAt(group),
          };
        }
      }
    if (hash() !== plan.hash) throw new StartupError(`${list.path} has changed while it was checked; start again.`);
  });
