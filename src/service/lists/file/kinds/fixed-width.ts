/** Tables with columns of a fixed width, and a rule of dashes below the header, as database programs print them. */
import { turns } from '../../../../util/turns.js';
import type { Record } from '../records.js';
import type { Line } from './lines.js';

/** `---- ------`, or `==== ======` as in reStructuredText. */
const RULE = /^ *(?:-+|=+)(?: +(?:-+|=+))+ *$/;
/** Lines among which the rule is looked for. */
const MAX_BEFORE = 50;

const isRule = (line: string): boolean => line.length <= 10_000 && RULE.test(line);

/** The columns of a table. */
export interface FixedWidth {
  /** The places at which they begin. */
  starts: readonly number[];
  /** The line of the header, from 0; below 0: there is none. */
  header: number;
  /** The column of the addresses; undefined: no row goes across its columns. */
  address?: number;
}

/**
 * Finds out if a text is such a table: a rule stands below a header, and an address somewhere below the rule.
 * @param lines the first lines.
 */
export const asFixedWidth = (lines: readonly string[]): FixedWidth | undefined => {
  const rule = lines.slice(0, MAX_BEFORE).findIndex((line, at) => {
    const above = lines[at - 1] ?? '';
    return isRule(line) && above.trim() !== '' && !isRule(above);
  });
  if (rule < 0 || !lines.slice(rule + 1).some((line) => line.includes('@'))) return undefined;
  const starts = [...(lines[rule] ?? '').matchAll(/[-=]+/g)].map(({ index }) => index);
  return { starts, header: rule - 1 };
};

/** The cells of a row that is not in its columns: the address, and all of the rest beside it. */
const cellsAround = (text: string, width: number, column: number): string[] => {
  const words = text.trim().split(/\s+/u);
  const address = words.findIndex((word) => word.includes('@'));
  const cells = Array.from({ length: width }, () => '');
  cells[column] = words[address] ?? '';
  cells[column === 0 ? 1 : 0] = words.filter((_, at) => at !== address).join(' ');
  return cells;
};

/**
 * Cuts a line into its columns; the last one goes to the end. Spaces that fill a column are no part of its cells. A line
 * without an address that goes on across a column, such as `2 record(s) selected.`, is one cell.
 */
const cellsOf = (text: string, { starts, address }: FixedWidth): string[] => {
  const goesAcross = starts.some((start) => /^\S\S$/.test(text.slice(start - 1, start + 1)));
  if (goesAcross && !text.includes('@')) return [text.trim()];
  if (goesAcross && address !== undefined) return cellsAround(text, starts.length, address);
  // A short line has no cells behind its end.
  const count = Math.max(1, starts.filter((start) => start < text.length).length);
  return starts.slice(0, count).map((start, at) => text.slice(at === 0 ? 0 : start, starts[at + 1]).trim());
};

/**
 * Reads such a table. Rules are no rows, nor is the header when it is repeated on each page; lines before the header
 * are rows of one cell.
 */
export async function* readFixedWidth(
  lines: AsyncIterable<readonly Line[]>,
  table: FixedWidth,
): AsyncGenerator<Record[], void, undefined> {
  let names: string | undefined;
  for await (const part of lines) {
    const records: Record[] = [];
    for (const { text, line } of part) {
      const content = text.trim();
      if (content === '' || isRule(text) || content === names) continue;
      if (line === table.header + 1) names = content;
      records.push({ cells: line <= table.header ? [content] : cellsOf(text, table), line });
      if (turns.isOver()) await turns.rest();
    }
    yield records;
  }
}
