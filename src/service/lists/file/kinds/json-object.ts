/** An object of JSON that is a list as a whole: a map of entries, or columns. */
import { isAddressLike } from '../../../../address/list-file/address-like.js';
import { isRecord } from '../../../../protocol/is-record.js';
import { isObject, jsonText, MAX_DEPTH, namedCells } from './json-cells.js';
import { parseEntry, type JsonEntry } from './json-values.js';
import type { NamedRow } from './named-rows.js';

const holdsAddress = (value: unknown): boolean => jsonText(value).includes('@');

/**
 * The members of an object that is a map by their keys, or of the one within it that is. Its keys are addresses, or all
 * members are objects of which at least two hold an address.
 */
const mapOf = (value: object, depth = 1): [key: string, member: unknown][] | undefined => {
  const members = Object.entries(value) as [string, unknown][];
  if (members.length > 0 && members.every(([key]) => isAddressLike(key))) return members;
  const holders = members.filter(([, member]) => isRecord(member) && holdsAddress(member));
  const [first] = holders;
  if (holders.length === 1 && isRecord(first?.[1]) && depth < MAX_DEPTH) return mapOf(first[1], depth + 1);
  return holders.length > 1 && members.every(([, member]) => isObject(member)) ? members : undefined;
};

/** The values of a column: an array, or an object whose keys are the numbers of the rows, as pandas writes it. */
const valuesOf = (column: unknown): [row: string, value: unknown][] | undefined => {
  if (!isObject(column)) return undefined;
  const values = Object.entries(column) as [string, unknown][];
  return values.every(([row, value]) => /^\d+$/.test(row) && !isObject(value)) ? values : undefined;
};

/** The value of an entry; undefined: it has a fault, which a reader of its arrays tells with its line. */
const parsed = (entry: JsonEntry): unknown => {
  try {
    return parseEntry(entry);
  } catch {
    return undefined;
  }
};

/**
 * The rows of an object whose members are columns: at least two, of the same rows, of which one holds addresses and one
 * does not. (Several arrays of addresses are lists.)
 */
export const rowsOfColumns = (entry: JsonEntry): NamedRow[] | undefined => {
  const value = parsed(entry);
  if (!isRecord(value)) return undefined;
  const columns = Object.entries(value).map(([name, column]) => ({ name, values: valuesOf(column) }));
  const rows = columns[0]?.values?.map(([row]) => row);
  const isTable =
    rows !== undefined &&
    columns.every(({ values }) => values?.length === rows.length && values.every(([row], n) => row === rows[n]));
  const holders = columns.filter(({ values }) => values?.some(([, one]) => holdsAddress(one)));
  if (!isTable || holders.length === 0 || holders.length === columns.length) return undefined;
  return rows.map((_, n) => ({
    cells: new Map(columns.map(({ name, values }) => [name, jsonText(values?.[n]?.[1])])),
    line: entry.line,
  }));
};

/** The rows of an object that is a map: one for each member, with its key; undefined: it is not a map. */
export const rowsOfMap = (entry: JsonEntry): NamedRow[] | undefined => {
  const value = parseEntry(entry);
  const { text, line } = entry;
  return isRecord(value)
    ? mapOf(value)?.map(([key, member]) => ({
        cells: new Map([
          ['key', key],
          ...(isRecord(member) ? namedCells(member, text.length) : [['value', jsonText(member)] as const]),
        ]),
        line,
      }))
    : undefined;
};
