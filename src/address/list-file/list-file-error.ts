/** The reasons for which a file is refused. */
export type ListFileCode =
  | 'bad_base64'
  | 'bad_encoding'
  | 'empty_file'
  | 'file_too_large'
  | 'header_only'
  | 'is_binary'
  | 'is_compressed'
  | 'is_spreadsheet'
  | 'line_too_long'
  | 'no_address_column'
  | 'not_a_data_uri'
  | 'quote_not_closed'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'unknown_column'
  | 'wrong_media_type';

/** A file that cannot be read as a list. The message is for the person who sent the file, and quotes no row of it. */
export class ListFileError extends Error {
  override readonly name = 'ListFileError';

  constructor(
    readonly code: ListFileCode,
    /** The message without the line number: what was wrong, and what would be right. */
    readonly detail: string,
    /** The line of the file, from 1, on which the row with the fault begins; undefined when the fault is in no row. */
    readonly line?: number,
  ) {
    super(line === undefined ? detail : `Line ${line}: ${detail}`);
  }
}
