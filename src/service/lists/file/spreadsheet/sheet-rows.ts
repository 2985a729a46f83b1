/** The rows of a sheet, as its reader finds their cells. */
import { isBlank } from '../../../../address/list-file/dialect.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import type { Record } from '../records.js';

/** Bounds of a sheet. */
export interface SheetLimits {
  maxCells: number;
  maxRecordBytes: number;
  /** Bytes of the text in all cells. */
  maxTextBytes: number;
}

/** Collects rows within bounds. */
export interface SheetRows {
  /** Begins a row. @param line its number, from 1. */
  begin: (line: number) => void;
  /** Sets a cell of the row. @param column from 0. */
  set: (column: number, text: string) => void;
  /** Ends the row; blank ones are left out. @param times how often it is repeated. */
  end: (times?: number) => void;
  /** Takes the rows that have ended, in parts. */
  take: () => Generator<Record[], void, undefined>;
}

/** Rows of a part. */
const PART = 500;

/** @throws ListFileError `too_many_columns`, `line_too_long` or `file_too_large` from `set` and `end`. */
export const createSheetRows = ({ maxCells, maxRecordBytes, maxTextBytes }: SheetLimits): SheetRows => {
  let ended: (Record & { times: number })[] = [];
  let cells: string[] = [];
  let [line, bytes, total] = [1, 0, 0];
  return {
    begin(number) {
      [line, cells, bytes] = [number, [], 0];
    },
    set(column, text) {
      if (text === '') return;
      if (column >= maxCells)
        throw new ListFileError(
          'too_many_columns',
          `The row has ${column + 1} columns or more; at most ${maxCells} are read. Leave out some.`,
          line,
        );
      bytes += Buffer.byteLength(text);
      if (bytes > maxRecordBytes)
        throw new ListFileError(
          'line_too_long',
          `The row is longer than ${maxRecordBytes} bytes. Leave out long columns.`,
          line,
        );
      while (cells.length < column) cells.push('');
      cells[column] = text;
    },
    end(times = 1) {
      if (isBlank(cells)) return;
      total += bytes * times;
      if (total > maxTextBytes)
        throw new ListFileError(
          'file_too_large',
          `The sheet has more than ${maxTextBytes} bytes of text. Split it.`,
          line,
        );
      ended.push({ cells, line, times });
    },
    *take() {
      const rows = ended;
      ended = [];
      let part: Record[] = [];
      for (const { cells: own, line: first, times } of rows)
        for (let time = 0; time < times; time += 1) {
          part.push({ cells: [...own], line: first + time });
          if (part.length < PART) continue;
          yield part;
          part = [];
        }
      if (part.length > 0) yield part;
    },
  };
};
