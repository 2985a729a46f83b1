/** The results of a list as a spreadsheet. */
import { mapInTurns } from '../../../util/turns.js';
import { plainCells, plainHeader } from '../file/result-file.js';
import { fileRows, type File } from './file-rows.js';
import type { Reader } from './rows.js';

/** Characters of a cell in Excel: one with more makes it repair the file. */
const MAX_CELL = 32_767;
/** Characters that XML cannot hold (XML 1.0, section 2.2), and halves of surrogate pairs. */
const NOT_IN_XML = /(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

/** The text of a cell. As text, it is no formula and no number: nothing in it is calculated or rounded. */
const textOf = (cell: string): string => cell.slice(0, MAX_CELL).replace(NOT_IN_XML, '\ufffd');

async function* rowsOf(reader: Reader, file: File): AsyncGenerator<string[], void, undefined> {
  const { columns, width, email_columns: emailColumns } = file.list;
  yield plainHeader(columns, width, emailColumns ?? []).map(textOf);
  for await (const { rows } of fileRows(reader, file))
    yield* await mapInTurns(rows, (entries) => plainCells(entries, width, emailColumns ?? []).map(textOf));
}

/** Writes a file. Its rows are read as it is sent. */
export async function* writeXlsx(reader: Reader, file: File): AsyncGenerator<Uint8Array, void, undefined> {
  // Its start takes as long as that of all else that reads and writes lists.
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(rowsOf(reader, file), { name: 'Results', freezePane: { rows: 1 }, zip64: true });
}
