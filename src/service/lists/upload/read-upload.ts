/** The file of an upload, read as its options say. */
import type { Importer } from '../../../address/list-file/import/importer.js';
import { recogniseResults, unknownResults } from '../../../address/list-file/import/recognise-results.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';
import { isText } from '../file/entries.js';
import { offersOf } from '../file/offers.js';
import { readList, type ListFile } from '../file/read-list.js';
import type { Removal } from '../file/tally.js';
import type { ListWarning } from '../file/warnings.js';
import type { UploadOptions } from './options.js';
import type { Source } from './source.js';

/**
 * Reads the start of the file of an upload.
 * @throws ListFileError.
 */
export const readUpload = ({ options, charset, bytes, maxBytes }: Source, maxRows: number): Promise<ListFile> =>
  readList(bytes, {
    firstRowIsHeader: options.first_row_is_header,
    emailColumn: options.email_column,
    encoding: options.encoding,
    charset,
    delimiter: options.delimiter,
    sheet: options.sheet,
    maxRows,
    maxBytes,
  });

/** The duplicates that an upload leaves out. */
export const removalOf = (options: Pick<UploadOptions, 'remove_duplicates' | 'remove_same_mailbox'>): Removal => ({
  duplicates: options.remove_duplicates === true,
  sameMailbox: options.remove_same_mailbox === true,
});

/**
 * The importer of a result file, ours or another service's; undefined for any other file.
 * @throws ListFileError `unknown_results` if verdicts are wanted, and no importer knows the file.
 */
export const importerOf = (
  { columns, sample }: ListFile,
  options: Pick<UploadOptions, 'import_results'>,
): Importer | undefined => {
  const importer = columns === null ? undefined : recogniseResults(columns, sample);
  if (importer === undefined && options.import_results === true)
    throw new ListFileError('unknown_results', unknownResults(columns));
  return importer;
};

/** The warnings of a file whose rows were read. @param several the cells with several addresses. */
export const warningsOf = (
  file: ListFile,
  several: number,
  options: Pick<UploadOptions, 'split_cells'>,
): ListWarning[] => [...file.warnings, ...offersOf(file, several, options.split_cells === true || isText(file))];
