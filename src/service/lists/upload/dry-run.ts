/** A trial of an upload: what its file holds, and what it would cost. Nothing is stored. */
import { z } from 'zod';
import { ENCODINGS } from '../../../address/list-file/encodings.js';
import type { Importer } from '../../../address/list-file/import/importer.js';
import { turns } from '../../../util/turns.js';
import { readLines } from '../file/entries.js';
import { otherColumns } from '../file/offers.js';
import type { ListFile } from '../file/read-list.js';
import { columnNames } from '../file/result-json.js';
import { createTally, type TallyCounts } from '../file/tally.js';
import { LIST_KINDS } from '../file/text-table.js';
import { WARNING } from '../list.js';
import { OTHER_COLUMNS } from '../results/list-view.js';
import type { UploadOptions } from './options.js';
import { importerOf, readUpload, removalOf, warningsOf } from './read-upload.js';
import type { Source } from './source.js';

/** The rows, columns and characters of a cell that are shown. */
const SHOWN_ROWS = 10;
const SHOWN_COLUMNS = 100;
const SHOWN_LENGTH = 200;

const COUNT = z.int().min(0);
const COLUMN = z.union([z.string(), z.int()]);

export const DRY_RUN = z.object({
  name: z.string().describe('the name of the file; empty: the upload names none'),
  kind: z.enum(LIST_KINDS).describe('what the file is, by its content'),
  encoding: z.enum(ENCODINGS).nullable().describe('null: the file is no text'),
  delimiter: z.string().nullable().describe('the character between cells; null: there is none'),
  sheet: z.string().nullable().describe('the sheet that was read; null: the file is no spreadsheet'),
  header: z.boolean().describe('the file has the names of its columns'),
  columns: z.array(z.string()).nullable().describe('these names; null: there are none'),
  width: COUNT.describe('the columns of the widest of the first rows'),
  email_column: COLUMN.describe('the column with the addresses: its name, or its number from 1 if it has none'),
  email_columns: z.array(COLUMN).describe('the same for each column whose addresses would be checked'),
  email_column_numbers: z.array(z.int()).describe('their numbers, from 1'),
  other_email_columns: OTHER_COLUMNS,
  sample: z
    .array(z.array(z.string()))
    .describe(
      `the cells of the first ${SHOWN_ROWS} rows: up to ${SHOWN_COLUMNS}, each cut at ${SHOWN_LENGTH} characters`,
    ),
  rows: COUNT.describe('the rows, without the header'),
  addresses: COUNT.describe('the addresses in them, duplicates included'),
  not_addresses: COUNT.describe('the cells of e-mail columns that are no address; they cost nothing'),
  duplicates: COUNT.describe('the addresses that came before; with remove_same_mailbox, the people'),
  same_mailbox: COUNT.describe('the other addresses of people who came before'),
  several_addresses: COUNT.describe('the cells with several addresses'),
  credits: z.object({ needed: COUNT, left: COUNT.describe('those of the account now') }),
  results: z
    .object({
      vendor: z.string().describe('the service whose result file this is; email-verify: our own'),
      taken: COUNT.describe('the verdicts that import_results would take, at no cost'),
      asked: COUNT.describe('the addresses that would be checked all the same'),
    })
    .nullable()
    .describe('null: the file is no result file of a known service'),
  warnings: z.array(WARNING),
});

export type DryRun = z.output<typeof DRY_RUN>;

export const EXAMPLE_DRY_RUN: DryRun = {
  name: 'customers.csv',
  kind: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  sheet: null,
  header: true,
  columns: ['Name', 'E-Mail'],
  width: 2,
  email_column: 'E-Mail',
  email_columns: ['E-Mail'],
  email_column_numbers: [2],
  other_email_columns: [],
  sample: [['Anna', 'anna@example.com']],
  rows: 1000,
  addresses: 990,
  not_addresses: 10,
  duplicates: 12,
  same_mailbox: 3,
  several_addresses: 0,
  credits: { needed: 978, left: 5000 },
  results: null,
  warnings: [],
};

/** The first cells of rows, as they are shown. */
export const shownRows = (rows: readonly (readonly string[])[]): string[][] =>
  rows.slice(0, SHOWN_ROWS).map((cells) =>
    cells.slice(0, SHOWN_COLUMNS).map((cell) =>
      Array.from(cell.slice(0, 2 * SHOWN_LENGTH))
        .slice(0, SHOWN_LENGTH)
        .join(''),
    ),
  );

/** The counts of a file. */
interface Counted extends TallyCounts {
  /** The addresses that have no verdict yet. */
  payable: number;
  /** The verdicts in the file, and those of them on addresses that have none yet. */
  taken: number;
  takenPayable: number;
}

const countRows = async (
  file: ListFile,
  importer: Importer | undefined,
  options: UploadOptions,
  { maxRows, signal }: { maxRows: number; signal: AbortSignal },
): Promise<Counted> => {
  const tally = createTally({ maxRows, columns: file.emailColumns.length, removes: removalOf(options) });
  let [payable, taken, takenPayable] = [0, 0, 0];
  for await (const lines of readLines(file, { maxRows, splitsCells: options.split_cells === true }))
    for (const line of lines) {
      signal.throwIfAborted();
      if (turns.isOver()) await turns.rest();
      for (const { column, first, isAddress } of tally.add(line) ?? []) {
        if (first !== undefined) continue;
        const result = importer?.read(line.cells, column);
        const isTaken = result !== undefined && result.status !== 'unknown';
        if (isAddress) payable += 1;
        if (isTaken) taken += 1;
        if (isTaken && isAddress) takenPayable += 1;
      }
    }
  return { ...tally.counts, payable, taken, takenPayable };
};

/**
 * Reads the file of an upload to its end, in parts, and says what the upload would be.
 * @param left the credits of the account.
 * @throws ListFileError for a fault of the file; the signal's reason.
 */
export const dryRun = async (
  source: Source,
  { maxRows, left, signal }: { maxRows: number; left: number; signal: AbortSignal },
): Promise<DryRun> => {
  const { name, options } = source;
  const file = await readUpload(source, maxRows);
  try {
    const { columns, emailColumn, emailColumns, kind, delimiter, sheet, hasHeader, width, sample } = file;
    const importer = importerOf(file, options);
    const counted = await countRows(file, importer, options, { maxRows, signal });
    const { payable, taken, takenPayable } = counted;
    const nameOf = columnNames(columns);
    return {
      name,
      kind,
      // Known when all was read.
      encoding: file.encoding,
      delimiter,
      sheet,
      header: hasHeader,
      columns,
      width,
      email_column: nameOf(emailColumn.index),
      email_columns: emailColumns.map(({ index }) => nameOf(index)),
      email_column_numbers: emailColumns.map(({ index }) => index + 1),
      other_email_columns: otherColumns(file),
      sample: shownRows(sample),
      rows: counted.lines,
      addresses: counted.addresses,
      not_addresses: counted.total - counted.addresses,
      duplicates: counted.duplicates,
      same_mailbox: counted.sameMailbox,
      several_addresses: counted.several,
      credits: { needed: options.import_results === true ? payable - takenPayable : payable, left },
      results: importer ? { vendor: importer.vendor, taken, asked: payable - takenPayable } : null,
      warnings: warningsOf(file, counted.several, options),
    };
  } finally {
    await file.rows.return();
  }
};
