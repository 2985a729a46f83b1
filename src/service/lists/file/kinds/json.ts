/** Lists in JSON: an array of addresses or objects, an object that holds one, or a value a line (NDJSON). */
import { isRecord } from '../../../../protocol/is-record.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { turns } from '../../../../util/turns.js';
import { startingWith } from '../blocks.js';
import type { Decoded } from '../encoding/decoder.js';
import type { ListWarning } from '../warnings.js';
import { jcardCells } from './jcard.js';
import { jsonText, namedCells } from './json-cells.js';
import { rowsOfColumns, rowsOfMap } from './json-object.js';
import { createJsonCutter, parseEntry, type JsonCutter, type JsonEntry } from './json-values.js';
import type { NamedRow } from './named-rows.js';

/** Bytes that are parsed before the next look at the time. */
const PIECE = 16_384;
/** Entries of an array among which none is an address before the array is taken for the list all the same. */
const UNSURE = 1000;

/** True if a text is JSON, as far as its start tells. Each value of a sequence has a mark before it (RFC 7464). */
// eslint-disable-next-line no-control-regex -- the mark
export const isJson = (start: string): boolean => /^[\s\x1e]*(?:\[\s*(?:["{[\]]|$)|\{\s*(?:"|\}|$))/.test(start);

/** The start of what phpMyAdmin exports: an array of tables, each with an array of its rows. */
const TABLES = /^\s*\[\s*\{\s*"type"\s*:\s*"header"/;

const cellsOf = (value: unknown, length: number): NamedRow['cells'] => {
  if (Array.isArray(value)) return jcardCells(value) ?? value.map(jsonText);
  return isRecord(value) ? namedCells(value, length) : [jsonText(value)];
};

/** The rows of an entry: one, or one for each object of an array, as when the pages of an API are in one file. */
const rowsIn = (entry: JsonEntry): NamedRow[] => {
  const value = parseEntry(entry);
  const { line } = entry;
  const values: unknown[] = Array.isArray(value) && value.length > 0 && value.every(isRecord) ? value : [value];
  return values.map((one) => ({ cells: cellsOf(one, entry.text.length), line }));
};

/** Takes the entries of the array that is the list: the root, or the first with an address. */
interface Chooser {
  entry: (entry: JsonEntry) => void;
  endOfArray: () => void;
  /** Takes the entries so far. */
  take: () => JsonEntry[];
  /** True if another array behind it has addresses too. */
  readonly hasOthers: boolean;
}

const createChooser = (isRoot: boolean): Chooser => {
  let state: 'looking' | 'found' | 'over' = isRoot ? 'found' : 'looking';
  let hasOthers = false;
  let unsure: JsonEntry[] = [];
  let entries: JsonEntry[] = [];
  return {
    entry(entry) {
      if (state === 'over') hasOthers ||= entry.text.includes('@');
      else if (state === 'found') entries.push(entry);
      else {
        unsure.push(entry);
        if (!entry.text.includes('@') && unsure.length < UNSURE) return;
        state = 'found';
        entries = unsure;
        unsure = [];
      }
    },
    endOfArray() {
      if (state === 'found') state = 'over';
      unsure = [];
    },
    take() {
      const taken = entries;
      entries = [];
      return taken;
    },
    get hasOthers() {
      return hasOthers;
    },
  };
};

type Parts = AsyncGenerator<Decoded, void, undefined>;

async function* cut(parts: AsyncIterable<Decoded>, cutter: JsonCutter): AsyncGenerator<void, void, undefined> {
  for await (const { bytes, fault } of parts) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      cutter.write(bytes.subarray(at, at + PIECE));
      if (turns.isOver()) await turns.rest();
    }
    yield;
    if (fault) throw fault;
  }
  cutter.end();
  yield;
}

/** The outermost value: an array that is the list, an array of tables, a jCard, or an object. */
type Root = 'list' | 'tables' | 'card' | 'object';

/** The entries of an array, or, if none is the list, nothing. */
async function* arrayEntries(
  parts: AsyncIterable<Decoded>,
  root: Root,
  maxBytes: number,
  warn: (warning: ListWarning) => void = () => undefined,
): AsyncGenerator<JsonEntry[], void, undefined> {
  const chooser = createChooser(root === 'list');
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the step has handed over what it read
  for await (const _ of cut(
    parts,
    createJsonCutter(root === 'tables' ? 'inner arrays' : 'arrays', maxBytes, chooser),
  )) {
    yield chooser.take();
  }
  if (chooser.hasOthers)
    warn({
      code: 'other_arrays',
      detail: 'The JSON holds several arrays with addresses; the first is read. Send the others by themselves.',
    });
}

/** Passes entries on. @throws ListFileError if there are none. */
async function* someEntries(parts: AsyncIterable<JsonEntry[]>): AsyncGenerator<JsonEntry[], void, undefined> {
  let hasEntries = false;
  for await (const entries of parts) {
    hasEntries ||= entries.length > 0;
    yield entries;
  }
  if (!hasEntries)
    throw new ListFileError(
      'bad_json',
      'The JSON has no array with addresses, and is too large for an object with an entry a name. Send an array of objects, or an object a line.',
    );
}

async function* valueEntries(
  parts: AsyncIterable<Decoded>,
  maxBytes: number,
): AsyncGenerator<JsonEntry[], void, undefined> {
  let entries: JsonEntry[] = [];
  const cutter = createJsonCutter('values', maxBytes, { entry: (entry) => entries.push(entry) });
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the step has handed over what it read
  for await (const _ of cut(parts, cutter)) {
    yield entries;
    entries = [];
  }
}

const rootOf = (text: string): Root => {
  if (TABLES.test(text)) return 'tables';
  if (/^\s*\[\s*"vcard"\s*,/.test(text)) return 'card';
  return /^\s*\[/.test(text) ? 'list' : 'object';
};

/** The start of a text. */
interface Start {
  held: Decoded[];
  /** The values that ended in it; 0: the first is a large one. */
  values: number;
  root: Root;
}

const readStart = async (parts: Parts, maxBytes: number): Promise<Start> => {
  const held: Decoded[] = [];
  let [values, size] = [0, 0];
  const cutter = createJsonCutter('values', Infinity, { entry: () => (values += 1) });
  while (values < 2 && size < maxBytes) {
    const { value } = await parts.next();
    if (value === undefined) break;
    held.push(value);
    size += value.bytes.length;
    for (let at = 0; at < value.bytes.length && values < 2; at += PIECE) {
      cutter.write(value.bytes.subarray(at, at + PIECE));
      if (turns.isOver()) await turns.rest();
    }
    if (value.fault) break;
  }
  const text = held[0]?.bytes.subarray(0, PIECE).toString() ?? '';
  return { held, values, root: rootOf(text) };
};

async function* rowsOf(
  entries: AsyncIterable<JsonEntry[]>,
  read = rowsIn,
): AsyncGenerator<NamedRow[], void, undefined> {
  for await (const part of entries) {
    const rows: NamedRow[] = [];
    for (const entry of part) {
      for (const row of read(entry)) rows.push(row);
      if (turns.isOver()) await turns.rest();
    }
    yield rows;
  }
}

/** A list in JSON. */
export interface JsonList {
  kind: 'json' | 'ndjson';
  rows: AsyncGenerator<NamedRow[], void, undefined>;
}

/**
 * Reads a list in JSON.
 * @param parts the text.
 * @param maxBytes of an entry.
 * @throws ListFileError `bad_json` or `line_too_long`, from `rows` too.
 */
export const readJson = async (
  parts: Parts,
  maxBytes: number,
  warn: (warning: ListWarning) => void,
): Promise<JsonList> => {
  const { held, values, root } = await readStart(parts, maxBytes);
  const all = startingWith(held, parts);
  if (values > 1) return { kind: 'ndjson', rows: rowsOf(valueEntries(all, maxBytes)) };
  if (root === 'card') return { kind: 'json', rows: rowsOf(valueEntries(all, maxBytes)) };
  if (root !== 'object') return { kind: 'json', rows: rowsOf(arrayEntries(all, root, maxBytes, warn)) };
  if (values === 0) return { kind: 'json', rows: rowsOf(someEntries(arrayEntries(all, root, maxBytes, warn))) };
  // One small object: columns, what it holds, or, without an array of addresses, a map or the object itself.
  async function* again(): Parts {
    yield* held;
    await Promise.resolve();
  }
  const columns: NamedRow[] = [];
  for await (const [entry] of valueEntries(again(), maxBytes)) if (entry) columns.push(...(rowsOfColumns(entry) ?? []));
  if (columns.length > 0) return { kind: 'json', rows: rowsOf(valueEntries(all, maxBytes), () => columns) };
  let hasEntries = false;
  for await (const entries of arrayEntries(again(), root, maxBytes)) hasEntries ||= entries.length > 0;
  return {
    kind: 'json',
    rows: hasEntries
      ? rowsOf(arrayEntries(all, root, maxBytes, warn))
      : rowsOf(valueEntries(all, maxBytes), (entry) => rowsOfMap(entry) ?? rowsIn(entry)),
  };
};
