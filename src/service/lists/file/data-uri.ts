import { ListFileError } from './list-file-error.js';

/** A file that was sent as a data URI. */
export interface DataFile {
  mediaType: string;
  /** `""` when the URI names none. */
  name: string;
  bytes: Buffer;
}

/** Some browsers give the type of a spreadsheet to .csv files. */
const MEDIA_TYPES = ['text/csv', 'text/plain', 'application/vnd.ms-excel'];

const MARK = ';base64,';
/** The longest part before the content: a name of 255 characters, each percent-encoded in UTF-8, and the rest. */
const MAX_HEAD = 4096;
const MAX_NAME = 255;

const FORM = 'data:text/csv;name=<file name>;base64,<content>';

/** The name of a file: the last part of a path, percent-decoded, without control and invisible characters. */
export const fileName = (encoded: string): string => {
  let name = encoded;
  try {
    name = decodeURIComponent(encoded);
  } catch {
    // A name that was not encoded, such as 100%.csv.
  }
  const last = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^.*[/\\]/u, '')
    .trim();
  return /^\.*$/.test(last) ? '' : Array.from(last).slice(0, MAX_NAME).join('');
};

/** Counts the bytes that base64 (RFC 4648, section 4) of this form holds; the padding may be missing. */
const decodedLength = (text: string, start: number): number | undefined => {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - start - padding;
  if (digits < 0 || digits % 4 === 1 || (padding > 0 && (digits + padding) % 4 !== 0)) return undefined;
  return Math.floor((digits * 3) / 4);
};

/**
 * Reads `data:<media type>;name=<file name>;base64,<content>` (RFC 2397). The size is checked before the content is decoded.
 * @throws ListFileError `not_a_data_uri`, `wrong_media_type`, `bad_base64` or `file_too_large`.
 */
export const parseDataUri = (text: string, { maxBytes }: { maxBytes: number }): DataFile => {
  const head = text.slice(0, MAX_HEAD);
  const end = head.search(/;base64,/i);
  if (!/^data:/i.test(head) || end < 0)
    throw new ListFileError('not_a_data_uri', `The file must be a data URI of the form ${FORM}.`);
  const mediaType = (/^data:([^;,]*)/i.exec(head)?.[1] ?? '').trim().toLowerCase();
  if (!MEDIA_TYPES.includes(mediaType))
    throw new ListFileError(
      'wrong_media_type',
      `The media type of the data URI must be ${MEDIA_TYPES.slice(0, -1).join(', ')} or ${MEDIA_TYPES.at(-1) ?? ''}. Save a spreadsheet as CSV.`,
    );
  // A name that was not encoded may hold a semicolon.
  const name = /;\s*name=(.*?)(?:;\s*[a-z-]+=.*)?$/is.exec(head.slice(0, end))?.[1] ?? '';

  const start = end + MARK.length;
  const length = decodedLength(text, start);
  if (length !== undefined && length > maxBytes)
    throw new ListFileError(
      'file_too_large',
      `The file has ${length} bytes; at most ${maxBytes} are accepted. Split it, or leave out columns that are not needed.`,
    );
  // Decoding passes over what is no base64, which leaves too few bytes.
  const bytes = length === undefined ? undefined : Buffer.from(text.slice(start), 'base64');
  if (bytes?.length !== length || bytes === undefined)
    throw new ListFileError(
      'bad_base64',
      'The content of the data URI is not base64. Encode the whole file, without line breaks.',
    );
  return { mediaType, name: fileName(name), bytes };
};
