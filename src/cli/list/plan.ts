/** The first reading of a list: its columns, its duplicates, and what is left to check. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parseAddress } from '../../address/index.js';
import { StartupError } from '../../config/startup-error.js';
import { createDuplicates } from '../../service/lists/file/duplicates.js';
import { ListFileError } from '../../address/list-file/list-file-error.js';
import { readList, type ListFile } from '../../service/lists/file/read-list.js';
import { errorCode } from '../../util/errors.js';

/** The options of a list: the duplicates to leave out, the header, and the column with the addresses. */
export interface ListOptions {
  /** Later rows with the same address are left out. */
  removesDuplicates: boolean;
  /** Later rows that reach the same person are left out. */
  removesSameMailbox: boolean;
  /** Undefined: it is found out. */
  firstRowIsHeader: boolean | undefined;
  /** The name or the number, from 1, of the column with the addresses; undefined: it is found. */
  emailColumn: string | number | undefined;
}

/** A list to check: a file that can be read again, and its bounds. */
export interface List {
  path: string;
  options: ListOptions;
  maxRows: number;
}

/** The result of the first reading of a list. */
export interface Plan {
  /** SHA-256 of the file, in hexadecimal. */
  hash: string;
  /** Rows of the result. */
  kept: number;
  /** Addresses that need a verdict. */
  toCheck: number;
  /** For each row of the file, the number of the kept row whose verdict it has; 0: it is left out. */
  verdictOf: Uint32Array;
  /** For each row of the file, the number of the first row that reaches the same person; 0: it holds no address. */
  mailboxGroup: Uint32Array;
}

/** A kept row. */
export interface KeptRow {
  /** Its number in the result, from 1. */
  row: number;
  cells: string[];
  email: string;
  /** The row whose verdict it has: its own number, or that of the row of which it is a duplicate. */
  verdictOf: number;
  mailboxGroup: number | null;
}

/** Says what is wrong with a list in one line. */
const asLine = (error: unknown, path: string): unknown => {
  if (error instanceof ListFileError) return new StartupError(`${path}: ${error.message}`, { cause: error });
  const code = errorCode(error);
  if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR') return error;
  return new StartupError(`${path} cannot be read (${code}); give a CSV file, or a text file with an address a line.`);
};

/** Reads a list with a hash of its bytes. @throws StartupError for a fault of the file. */
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
    const { firstRowIsHeader, emailColumn } = options;
    const file = await readList(bytes(), { firstRowIsHeader, emailColumn, maxRows, maxBytes: Infinity });
    yield* use(file, () => hash.digest('hex'));
  } catch (error) {
    throw asLine(error, path);
  }
}

/**
 * Reads a list once, to its end: what is wrong with it is said before anything is checked.
 * @throws StartupError for a fault of the file; the signal's reason.
 */
export const planList = async (list: List, signal: AbortSignal): Promise<Plan> => {
  const { options, maxRows } = list;
  const same = createDuplicates({ bound: maxRows });
  const plan: Plan = {
    hash: '',
    kept: 0,
    toCheck: 0,
    verdictOf: new Uint32Array(maxRows),
    mailboxGroup: new Uint32Array(maxRows),
  };
  // eslint-disable-next-line require-yield -- it reads to the end, and gives no row on
  const read = readRows<never>(list, signal, async function* ({ rows }, hash) {
    let index = 0;
    for await (const { email } of rows) {
      const row = plan.kept + 1;
      const first = same.first(email, row);
      const group = parseAddress(email).ok ? same.mailboxGroup(email, row) : 0;
      const isSamePerson = options.removesSameMailbox && group !== 0 && group !== row;
      const isLeftOut =
        isSamePerson || (first !== undefined && (options.removesDuplicates || options.removesSameMailbox));
      if (!isLeftOut) {
        plan.kept = row;
        if (first === undefined) plan.toCheck += 1;
        plan.verdictOf[index] = first ?? row;
        plan.mailboxGroup[index] = group;
      }
      index += 1;
    }
    plan.hash = hash();
  });
  await read.next();
  return plan;
};

/**
 * Reads the kept rows of a list again.
 * @param onStart is told what the header is, before the first row.
 * @throws StartupError if the file has changed since the plan was made, after the last row; the signal's reason.
 */
export const readKeptRows = (
  list: List,
  plan: Plan,
  signal: AbortSignal,
  onStart: (file: ListFile) => void = () => undefined,
): AsyncGenerator<KeptRow, void, undefined> =>
  readRows(list, signal, async function* (file, hash) {
    onStart(file);
    let [index, row] = [0, 0];
    for await (const { cells, email } of file.rows) {
      const verdictOf = plan.verdictOf[index] ?? 0;
      const mailboxGroup = plan.mailboxGroup[index] ?? 0;
      index += 1;
      if (verdictOf === 0) continue;
      row += 1;
      yield { row, cells, email, verdictOf, mailboxGroup: mailboxGroup === 0 ? null : mailboxGroup };
    }
    if (hash() !== plan.hash) throw new StartupError(`${list.path} has changed while it was checked; start again.`);
  });
