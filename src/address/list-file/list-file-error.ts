/** The reasons for which a file is refused. */
export type ListFileCode =
  | 'bad_base64'
  | 'bad_encoding'
  | 'bad_json'
  | 'empty_file'
  | 'file_too_large'
  | 'header_only'
  | 'is_binary'
  | 'is_compressed'
  | 'is_markup'
  | 'is_spreadsheet'
  | 'line_too_long'
  | 'no_address_column'
  | 'not_a_data_uri'
  | 'quote_not_closed'
  | 'too_many_columns'
  | 'too_many_email_columns'
  | 'too_many_rows'
  | 'unknown_column'
  | 'unknown_encoding'
  | 'unknown_results'
  | 'unknown_sheet'
  | 'wrong_media_type';

/** The most of a line that a message quotes. */
const QUOTED_LENGTH = 60;

/** The start of a line of the file, for a message to the person who sent it. */
export const startOfLine = (text: string): string => {
  const [first = ''] = text.trimStart().split(/[\r\n]/u, 1);
  const characters = Array.from(first.replace(/\p{Cc}/gu, ' '));
  return `"${characters.slice(0, QUOTED_LENGTH).join('')}${characters.length > QUOTED_LENGTH ? '…' : ''}"`;
};

/**
 * A file that cannot be read as a list. The message is for the person who sent the file; it may quote the start of a
 * line.
 */
export class ListFileError extends Error {
  override readonly name = 'ListFileError';
  /** The first rows, of a file whose columns are not found. */
  sample?: readonly (readonly string[])[];

  constructor(
    readonly code: ListFileCode,
    /** The message without the line number: what was wrong, and what would be right. */
    readonly detail: string,
    /** The line of the file, from 1, on which the faulty row begins; undefined if the fault is in no row. */
    readonly line?: number,
  ) {
    super(line === undefined ? detail : `Line ${line}: ${detail}`);
  }
}
