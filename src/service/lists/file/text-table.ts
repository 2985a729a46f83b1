/** Texts: the kind is found by their start, and they are read as rows. */
import { isAscii } from 'node:buffer';
import type { ListWarning } from './warnings.js';
import type { ColumnOptions } from '../../../address/list-file/columns.js';
import { delimiterSteps, hasLooseQuotes } from '../../../address/list-file/delimiter.js';
import { hasSpacedQuotes, quotingOf } from '../../../address/list-file/dialect.js';
import { inTurns } from '../../../util/turns.js';
import { startingWith } from './blocks.js';
import { refusalOfText } from './file-kind.js';
import type { Decoded, Decoding } from './encoding/decoder.js';
import { asAligned } from './kinds/aligned.js';
import { isBoxTable, readBoxTable } from './kinds/box-table.js';
import { asFieldLines, readFieldLines } from './kinds/field-lines.js';
import { asFixedWidth, readFixedWidth } from './kinds/fixed-width.js';
import { isJson, readJson } from './kinds/json.js';
import { linesOf } from './kinds/lines.js';
import { asMailboxText, endOfMailboxes, readMailboxes } from './kinds/mailboxes.js';
import { namedTable } from './kinds/named-rows.js';
import { isVcard, readVcards } from './kinds/vcard.js';
import { repairSteps } from './kinds/repairs.js';
import { parseRecords, withinWidth, type Record, type RecordLimits } from './records.js';

/** The way in which the rows of a file were written, for a file that is written in the same way. */
export interface Dialect {
  /** Null when no row of the first has one, or when it is only between addresses: each line is one cell then. */
  delimiter: string | null;
  /** True if each cell of the first rows stands in quotes. */
  quotesAll: boolean;
  lineEnd: '\n' | '\r\n' | '\r';
  /** True if the file begins with a byte order mark. */
  bom: boolean;
  /** True if the text is ASCII; known when the rows have been read. */
  readonly isAscii: boolean;
}

/** The kinds of files that are read. `csv` is text with rows of cells, or with an address a line. */
export const LIST_KINDS = ['csv', 'mailboxes', 'vcard', 'json', 'ndjson', 'xlsx', 'ods'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The options for reading text as rows. */
export interface TextOptions extends ColumnOptions {
  /** Undefined: it is found by the first rows. */
  delimiter?: string | undefined;
}

/** A file as rows of cells. */
export interface Table {
  kind: ListKind;
  /** The rows in parts, with the header. Throws ListFileError. */
  records: AsyncGenerator<Record[], void, undefined>;
  /** True if the first row is certainly a header, false if there is certainly none; undefined: it is found out. */
  isNamed: boolean | undefined;
  /** Null for files whose rows are not lines of text. */
  dialect: Dialect | null;
}

/** Stands for the delimiter of a file without one: a character that is in no text (Unicode, section 23.7). */
const NO_DELIMITER = '\ufdd0';

/** Characters of the start by which the kind, the delimiter and the header are found. */
const SAMPLE = 65_536;

/** Text, whose start was read. */
interface Begun {
  text: string;
  isWhole: boolean;
  parts: AsyncGenerator<Decoded, void, undefined>;
  /** True if what was read of it is ASCII. */
  readonly isAscii: boolean;
}

const begin = async (parts: Decoding['parts']): Promise<Begun> => {
  const first: Decoded[] = [];
  let [size, isWhole] = [0, false];
  while (size < SAMPLE && first.at(-1)?.fault === undefined) {
    const { value } = await parts.next();
    if (value === undefined) {
      isWhole = true;
      break;
    }
    first.push(value);
    size += value.bytes.length;
  }
  const bytes = Buffer.concat(first.map((part) => part.bytes));
  const fault = first.at(-1)?.fault;
  let isSevenBit = true;
  async function* all(): AsyncGenerator<Decoded, void, undefined> {
    for await (const part of startingWith([{ bytes, ...(fault && { fault }) }], parts)) {
      isSevenBit &&= isAscii(part.bytes);
      yield part;
    }
  }
  // The start may be a MiB: that much is looked ahead for the encoding.
  return {
    text: bytes.subarray(0, SAMPLE).toString(),
    isWhole: isWhole && bytes.length <= SAMPLE,
    parts: all(),
    get isAscii() {
      return isSevenBit;
    },
  };
};

/** The first lines of a text, without one that may be cut. */
const firstLines = ({ text, isWhole }: Begun): string[] => {
  const lines = text.split(/\r\n|\n|\r/u);
  const [last = ''] = lines.slice(-1);
  // Of a long line of mailboxes, those that are whole.
  return isWhole ? lines : [...lines.slice(0, -1), last.slice(0, endOfMailboxes(last))];
};

const without = async function* (
  parts: AsyncGenerator<Decoded, void, undefined>,
  bytes: number,
): AsyncGenerator<Decoded, void, undefined> {
  let left = bytes;
  for await (const part of parts) {
    yield { ...part, bytes: part.bytes.subarray(left) };
    left = Math.max(0, left - part.bytes.length);
  }
};

/** True if the text is read as mailboxes, in view of what was said of it. */
const areMailboxes = (
  { delimiter, emailColumn, firstRowIsHeader }: TextOptions,
  { hasNames }: { hasNames: boolean },
): boolean =>
  delimiter === undefined &&
  (hasNames || ((emailColumn === undefined || emailColumn === 1) && firstRowIsHeader !== true));

/**
 * Reads text as rows.
 * @throws ListFileError for text that is no list.
 */
export const textTable = async (
  decoding: Decoding,
  options: TextOptions,
  limits: RecordLimits,
  warn: (warning: ListWarning) => void,
): Promise<Table> => {
  const begun = await begin(decoding.parts);
  const { text: start, parts } = begun;
  const refusal = refusalOfText(start);
  if (refusal !== undefined) {
    await parts.next();
    await parts.return();
    throw refusal;
  }
  const { maxCells, maxRecordBytes } = limits;
  if (isVcard(start)) {
    const { records } = await namedTable(readVcards(linesOf(parts, maxRecordBytes)), maxCells);
    return { kind: 'vcard', records, isNamed: true, dialect: null };
  }
  const first = firstLines(begun);
  const isFree = options.delimiter === undefined;
  const fields = isFree ? asFieldLines(first) : undefined;
  if (fields !== undefined) {
    const { records } = await namedTable(
      readFieldLines(linesOf(parts, maxRecordBytes), fields, maxRecordBytes),
      maxCells,
    );
    return { kind: 'csv', records, isNamed: true, dialect: null };
  }
  if (isJson(start)) {
    const { kind, rows } = await readJson(parts, maxRecordBytes, warn);
    const { hasNames, records } = await namedTable(rows, maxCells);
    return { kind, records, isNamed: hasNames ? true : undefined, dialect: null };
  }
  const fixed = isFree ? (asFixedWidth(first) ?? asAligned(first)) : undefined;
  if (fixed !== undefined) {
    const records = withinWidth(readFixedWidth(linesOf(parts, maxRecordBytes), fixed), maxCells);
    return { kind: 'csv', records, isNamed: undefined, dialect: null };
  }
  if (isFree && isBoxTable(first)) {
    const records = withinWidth(readBoxTable(linesOf(parts, maxRecordBytes)), maxCells);
    return { kind: 'csv', records, isNamed: true, dialect: null };
  }
  const mailboxes = asMailboxText(first);
  if (mailboxes !== undefined && areMailboxes(options, mailboxes)) {
    const records = readMailboxes(linesOf(parts, maxRecordBytes, endOfMailboxes), mailboxes);
    return { kind: 'mailboxes', records, isNamed: mailboxes.hasNames, dialect: null };
  }
  const repair = await inTurns(repairSteps(start));
  const text = repair?.text ?? start;
  const found = await inTurns(delimiterSteps(text));
  const isTable = options.emailColumn !== undefined || options.firstRowIsHeader === true;
  const delimiter = options.delimiter ?? (found.isLines && !isTable ? null : found.delimiter);
  const head = text.slice(0, found.hint);
  const body = text.slice(found.hint);
  const quoting = quotingOf(body, delimiter ?? NO_DELIMITER);
  const lines = head.split(/\r\n|\n|\r/u).length;
  return {
    kind: 'csv',
    records: parseRecords(
      without(repair === undefined ? parts : repair.parts(parts), Buffer.byteLength(head)),
      {
        delimiter: delimiter ?? NO_DELIMITER,
        trims: hasSpacedQuotes(body, delimiter ?? NO_DELIMITER),
        hasQuotes: !hasLooseQuotes(body, delimiter ?? NO_DELIMITER),
      },
      limits,
      lines,
    ),
    isNamed: undefined,
    dialect: {
      delimiter,
      quotesAll: quoting.all,
      lineEnd: quoting.lineEnd,
      bom: decoding.bom,
      get isAscii() {
        return begun.isAscii;
      },
    },
  };
};
