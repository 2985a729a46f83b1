/** Tables in boxes, as terminals show them: psql, DuckDB, polars, Nushell, `console.table`. */
import { turns } from '../../../../util/turns.js';
import type { Record } from '../records.js';
import type { Line } from './lines.js';

/** A line of nothing but lines and corners (Unicode, Box Drawing). */
const DRAWN = /^[\u2500-\u257f\s]+$/u;
const HORIZONTAL = /[─━═╌╍┄┅┈┉]/u;
const VERTICAL = /[│┃║┆┇┊┋╎╏]/u;
/** Corners at which a column ends, and at which one goes on. */
const COLUMN_ENDS = /[┴╩]/u;
const COLUMN_GOES_ON = /[┼╬╪┬╦]/u;
/** Lines among which the first rule is looked for. */
const MAX_BEFORE = 20;

const isRule = (line: string): boolean => DRAWN.test(line) && HORIZONTAL.test(line);

/** True for a line of cells. */
const isRow = (line: string): boolean => {
  const text = line.trim();
  return text.length > 1 && VERTICAL.test(text.charAt(0)) && VERTICAL.test(text.charAt(text.length - 1));
};

/** True for the rule above a footer, within the box. */
const isAboveFooter = (rule: string): boolean =>
  /^[├╠]/u.test(rule.trim()) && COLUMN_ENDS.test(rule) && !COLUMN_GOES_ON.test(rule);

/** Finds out if a text is such a table. @param lines the first lines. */
export const isBoxTable = (lines: readonly string[]): boolean => {
  const at = lines.slice(0, MAX_BEFORE).findIndex(isRule);
  return at >= 0 && isRow(lines[at + 1] ?? '') && lines.some((line) => isRow(line) && line.includes('@'));
};

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(VERTICAL)
    .map((cell) => cell.trim());

/**
 * Reads such a table. Rules and footers are no rows, nor are lines below the names of the columns that stand above the
 * rule: their types. Other lines are rows of one cell.
 */
export async function* readBoxTable(lines: AsyncIterable<readonly Line[]>): AsyncGenerator<Record[], void, undefined> {
  let place: 'before' | 'header' | 'rows' | 'footer' = 'before';
  for await (const part of lines) {
    const records: Record[] = [];
    for (const { text, line } of part) {
      if (turns.isOver()) await turns.rest();
      if (text.trim() === '') continue;
      if (isRule(text)) {
        if (isAboveFooter(text)) place = 'footer';
        else if (place === 'header') place = 'rows';
      } else if (!isRow(text)) records.push({ cells: [text.trim()], line });
      else if (place === 'before') {
        records.push({ cells: cellsOf(text), line });
        place = 'header';
      } else if (place === 'rows') records.push({ cells: cellsOf(text), line });
    }
    yield records;
  }
}
