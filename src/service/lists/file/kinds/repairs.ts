/** Text whose quoting is not that of CSV, and how it becomes that: found by the start, then done as the text comes. */
import { bestFit, type Fit } from '../../../../address/list-file/delimiter.js';
import { quotingOf } from '../../../../address/list-file/dialect.js';
import { turns } from '../../../../util/turns.js';
import type { Decoded } from '../encoding/decoder.js';

/** A way of quoting, turned into that of CSV. */
export interface Repair {
  /** The start of the text, repaired. */
  text: string;
  /** Repairs the whole text. Line ends stay where they are. */
  parts: (parts: AsyncIterable<Decoded>) => AsyncGenerator<Decoded, void, undefined>;
}

const CR = 0x0d;
const LF = 0x0a;
const MAX_LINE = 2_097_152;

/** Cuts a text behind its last line end, so that each part but the last has whole lines. */
async function* inLines(parts: AsyncIterable<Decoded>): AsyncGenerator<Decoded, void, undefined> {
  let held = Buffer.alloc(0);
  for await (const { bytes, fault } of parts) {
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    // A CR at the end may be half of a line end: the last line stays for the next part.
    const end = Math.max(all.lastIndexOf(LF), all.subarray(0, -1).lastIndexOf(CR)) + 1;
    if (fault) {
      yield { bytes: all, fault };
      return;
    }
    // No row may be that long: its reader says so.
    if (end === 0 && all.length <= MAX_LINE) {
      held = Buffer.from(all);
      continue;
    }
    held = Buffer.from(end === 0 ? [] : all.subarray(end));
    yield { bytes: end === 0 ? all : all.subarray(0, end) };
  }
  if (held.length > 0) yield { bytes: held };
}

const repairing = (text: string, repair: (text: string) => string): Repair => ({
  text,
  async *parts(parts) {
    for await (const part of inLines(parts)) {
      yield { ...part, bytes: Buffer.from(repair(part.bytes.toString())) };
      if (turns.isOver()) await turns.rest();
    }
  },
});

/** A cell in quotes, with quotes in it that are escaped or doubled. */
const ESCAPED_CELL = /(?<=^|[,;\t|:\r\n])"(?:[^"\\\r\n]|\\.|""){0,400}"(?=[,;\t|:\r\n]|$)/gu;
/** At the end of a cell it may be a backslash, as in `"C:\"`. */
const ESCAPED_QUOTE = /\\"(?![",;\t|:\r\n])/u;
const doubled = (text: string): string =>
  text.replace(/\\([\\"])/gu, (pair, mark: string) => (mark === '"' ? '""' : pair));

const WHOLE_LINE = /^"((?:[^"\r\n]|"")*)"[,;\t]*$/gmu;
const unwrapped = (text: string): string =>
  text.replace(WHOLE_LINE, (all, line: string) => (/[,;\t|]/.test(line) ? line.replaceAll('""', '"') : all));

/** True if a cell in quotes goes on in the next line. The last line may be cut. */
const hasOpenQuote = (text: string): boolean =>
  text
    .split(/[\r\n\u2028\u2029]/)
    .slice(0, -1)
    .some((line) => line.split('"').length % 2 === 0);

const SINGLE = /(^|[,;\t|])'((?:[^'\r\n]|'')*)'(?=[,;\t|\r]|$)/gmu;
const requoted = (text: string): string =>
  text.replace(
    SINGLE,
    (_, before: string, cell: string) => `${before}"${cell.replaceAll("''", "'").replaceAll('"', '""')}"`,
  );

/** A way to quote. */
interface Quotes {
  /** True for a text that may have it. */
  isMarked: (start: string) => boolean;
  repair: (text: string) => string;
  /** True if a text is to be repaired. */
  isBetter: (after: Fit, before: Fit, text: string) => boolean;
}

const QUOTES: readonly Quotes[] = [
  // `"Ana \"the boss\""`, as MySQL and many programs write it.
  {
    isMarked: (start) =>
      start.includes('\\"') &&
      [...start.matchAll(ESCAPED_CELL)].some(([cell]) => ESCAPED_QUOTE.test(cell.slice(1, -1))),
    repair: doubled,
    isBetter: (after, before) => after.addresses >= before.addresses && after.regular >= before.regular,
  },
  // `"Ana,""ana@firm.org"""`, as Excel writes a line that it has read as one cell.
  {
    isMarked: (start) => start.search(WHOLE_LINE) >= 0 && !hasOpenQuote(start),
    repair: unwrapped,
    isBetter: (after, before) => after.addresses > before.addresses && after.regular > 1,
  },
  // `'Ana, Dr.','ana@firm.org'`
  {
    isMarked: (start) => start.search(SINGLE) >= 0 && !/(?:^|[,;\t|])"/mu.test(start),
    repair: requoted,
    isBetter: (after, before, text) =>
      after.addresses >= before.addresses &&
      (after.regular > before.regular || (after.width > 1 && quotingOf(text, after.delimiter).all)),
  },
];

/**
 * Finds out, in steps, if a text is quoted in another way than CSV: with its quotes as those of CSV, more of its first rows
 * are of one width, or have an address in a cell.
 * @param start the first characters.
 */
export function* repairSteps(start: string): Generator<void, Repair | undefined> {
  for (const { isMarked, repair, isBetter } of QUOTES) {
    if (!isMarked(start)) continue;
    const text = repair(start);
    if (text !== start && isBetter(yield* bestFit(text), yield* bestFit(start), text)) return repairing(text, repair);
    yield;
  }
  return undefined;
}
