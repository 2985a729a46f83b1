/**
 * Records with a field a line, as `name: value`: `\G` of MySQL, `\x` of psql, line mode of SQLite and DuckDB, sequences
 * of YAML, tables of TOML.
 */
import { isAddressLike } from '../../../../address/list-file/address-like.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { turns } from '../../../../util/turns.js';
import type { Line } from './lines.js';
import type { NamedRow } from './named-rows.js';

/** Lines above a record: of MySQL, psql, TOML. */
const ABOVE = /^(?:\*{3,} ?\d+\. row \*{3,}|-\[ RECORD \d+ \][-+]*|\[\[[^[\]@]{1,200}\]\])\s*$/iu;
/** The sign before the first field of an entry in YAML. */
const DASH = /^(\s*)- +(?=\S)/u;
const FIELD = /^\s*([\p{L}_][\p{L}\p{N}_ .()/-]{0,80}?)[ \t]{0,80}([:=|])(?:\s+(.*)|$)/u;
/** `email=anna@firm.org`, without spaces. */
const CLOSE_FIELD = /^\s*([\p{L}_][\p{L}\p{N}_.-]{0,80})([:=])(\S.*)$/u;
/** The name of a field that is the only one. */
const NAMES_ADDRESS = /^(?:(?:e-?)?mail(?:[ _-]?(?:address|adresse|id))?|correo|courriel|address)$/iu;
/** `2 rows in set (0.00 sec)`, `(2 rows)`, comments, and the line between documents of YAML. */
const REMARK = /^\s*(?:\(?\d+ rows?\b[^@]*|#.*|---)$/iu;
/** Fields of a record. */
const MAX_FIELDS = 10_000;

interface Field {
  name: string;
  sign: string;
  value: string;
}

const fieldOf = (line: string): Field | undefined => {
  const [, name, sign, value = ''] = FIELD.exec(line) ?? CLOSE_FIELD.exec(line) ?? [];
  if (name === undefined || sign === undefined) return undefined;
  return { name, sign, value: value.trim().replace(/^(["'])(.*)\1$/u, '$2') };
};

/** The form of a text with such records. */
export interface FieldLines {
  /** The sign between name and value. */
  sign: string;
  /** The record begins at a line above it, at a dash, or at a field of this name. */
  begins: 'above' | 'dash' | { name: string };
}

/**
 * Finds out if a text is such: all of its first lines are fields, with few names, and values of one name are addresses.
 * @param lines the first lines, each whole.
 */
export const asFieldLines = (lines: readonly string[]): FieldLines | undefined => {
  const filled = lines.filter((line) => line.trim() !== '' && !REMARK.test(line));
  const isAbove = filled.some((line) => ABOVE.test(line));
  const hasDashes = !isAbove && filled.some((line) => DASH.test(line));
  const fields: Field[] = [];
  for (const line of filled) {
    if (ABOVE.test(line)) continue;
    const field = fieldOf(line.replace(DASH, '$1'));
    if (field?.sign === (fields[0] ?? field)?.sign && field !== undefined) fields.push(field);
    // Below a line that stands above a record, a value may have several lines.
    else if (!isAbove) return undefined;
  }
  const [first] = fields;
  const addressed = new Set(fields.filter(({ value }) => isAddressLike(value)).map(({ name }) => name));
  if (first === undefined || addressed.size === 0 || (first.sign === '|' && !isAbove)) return undefined;
  const { sign } = first;
  const names = new Set(fields.map(({ name }) => name));
  if (isAbove) return { sign, begins: 'above' };
  if (names.size === 1)
    return NAMES_ADDRESS.test(first.name) || hasDashes ? { sign, begins: { name: first.name } } : undefined;
  // `sales: anna@firm.org`, `office: ben@firm.org`: a name and an address a line.
  if (addressed.size === names.size) return undefined;
  if (hasDashes) return { sign, begins: 'dash' };
  // Without a mark between records, their fields come again: those with addresses, and others.
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const { name } of fields) (seen.has(name) ? again : seen).add(name);
  const isRepeated = [...again].some((name) => addressed.has(name)) && [...again].some((name) => !addressed.has(name));
  return isRepeated ? { sign, begins: { name: first.name } } : undefined;
};

/**
 * Reads such records.
 * @param maxBytes of a record.
 * @throws ListFileError `too_many_columns` or `line_too_long` for a record without end.
 */
export async function* readFieldLines(
  lines: AsyncIterable<readonly Line[]>,
  { sign, begins }: FieldLines,
  maxBytes: number,
): AsyncGenerator<NamedRow[], void, undefined> {
  let [cells, counts] = [new Map<string, string>(), new Map<string, number>()];
  let [last, size, start] = ['', 0, 1];
  let indent: string | undefined;
  let isWithin = begins !== 'dash' && begins !== 'above';
  const isFirst = (text: string, name: string | undefined): boolean => {
    if (begins === 'above') return ABOVE.test(text);
    // The first field may be missing.
    if (begins !== 'dash') return name !== undefined && (name === begins.name || cells.has(name));
    const dash = DASH.exec(text)?.[1];
    indent ??= dash;
    return dash !== undefined && dash === indent;
  };
  /** Adds a field, or a further line of the last one. */
  const add = (field: Field | undefined, text: string): void => {
    if (field === undefined) {
      if (cells.size > 0) cells.set(last, `${cells.get(last) ?? ''}\n${text}`);
      return;
    }
    let count = counts.get(field.name) ?? 0;
    do {
      count += 1;
      last = count === 1 ? field.name : `${field.name} ${count}`;
    } while (cells.has(last));
    counts.set(field.name, count);
    cells.set(last, field.value);
  };
  for await (const part of lines) {
    const rows: NamedRow[] = [];
    for (const { text, line } of part) {
      if (turns.isOver()) await turns.rest();
      if (text.trim() === '' || REMARK.test(text)) continue;
      const isAbove = ABOVE.test(text);
      const found = isAbove ? undefined : fieldOf(text.replace(DASH, '$1'));
      const field = found?.sign === sign ? found : undefined;
      if (isFirst(text, field?.name)) {
        if (cells.size > 0) rows.push({ cells, line: start });
        [cells, counts] = [new Map<string, string>(), new Map<string, number>()];
        [size, start, isWithin] = [0, line, true];
      }
      if (isWithin && !isAbove) add(field, text);
      if (cells.size > MAX_FIELDS)
        throw new ListFileError('too_many_columns', `The entry has more than ${MAX_FIELDS} fields.`, start);
      size += text.length;
      if (size > maxBytes)
        throw new ListFileError('line_too_long', `The entry is longer than ${maxBytes} bytes.`, start);
    }
    yield rows;
  }
  if (cells.size > 0) yield [{ cells, line: start }];
}
