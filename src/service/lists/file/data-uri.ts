import { ListFileError } from '../../../address/list-file/list-file-error.js';
import { isKnownFile } from './file-kind.js';
import { DATA_TYPES, readMediaType } from './media-types.js';

/** A file that was sent as a data URI. */
export interface DataFile {
  mediaType: string;
  /** The charset that the URI names. */
  charset: string | undefined;
  /** `""` when the URI names none. */
  name: string;
  /** The content, decoded as it is read; to be read once. Throws ListFileError `bad_base64`. */
  bytes: Iterable<Buffer>;
}

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

/** Digits by whose bytes a file of another type is known. */
const SNIFFED = 4096;

/** Digits that are decoded at once: four are three bytes. */
const DIGITS = 65_536;

/** Counts the bytes that base64 (RFC 4648, section 4) of this form holds; the padding may be missing. */
const decodedLength = (text: string): number | undefined => {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits < 0 || digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  return Math.floor((digits * 3) / 4);
};

/** @param length the bytes that the text holds, if it is base64. */
const decode = (text: string, length: number | undefined): Buffer => {
  // Decoding passes over what is no base64, which leaves too few bytes.
  const bytes = length === undefined ? undefined : Buffer.from(text, 'base64');
  if (bytes === undefined || bytes.length !== length)
    throw new ListFileError(
      'bad_base64',
      'The content of the data URI is not base64. Encode the whole file, without line breaks.',
    );
  return bytes;
};

function* decodeAll(start: string, parts: Iterator<string>): Generator<Buffer, void, undefined> {
  let rest = start;
  for (;;) {
    // Padding stands in the last digits, which are kept back.
    for (; rest.length > DIGITS; rest = rest.slice(DIGITS)) yield decode(rest.slice(0, DIGITS), (DIGITS / 4) * 3);
    const next = parts.next();
    if (next.done === true) break;
    rest += next.value;
  }
  yield decode(rest, decodedLength(rest));
}

/**
 * Reads `data:<media type>;name=<file name>;base64,<content>` (RFC 2397).
 * @param parts the text; its head is within the first of them.
 * @throws ListFileError `not_a_data_uri` or `wrong_media_type`.
 */
export const parseDataUri = (parts: Iterable<string>): DataFile => {
  const iterator = parts[Symbol.iterator]();
  const { value: text = '' } = iterator.next() as { value?: string };
  const head = text.slice(0, MAX_HEAD);
  const end = head.search(/;base64,/i);
  if (!/^data:/i.test(head) || end < 0)
    throw new ListFileError('not_a_data_uri', `The file must be a data URI of the form ${FORM}.`);
  const { type: mediaType, charset } = readMediaType(head.slice('data:'.length, end));
  const content = text.slice(end + MARK.length);
  // The content of another file says better what is wrong.
  if (!DATA_TYPES.includes(mediaType) && !isKnownFile(Buffer.from(content.slice(0, SNIFFED), 'base64')))
    throw new ListFileError(
      'wrong_media_type',
      `The media type of the data URI must be ${DATA_TYPES.slice(0, -1).join(', ')} or ${DATA_TYPES.at(-1) ?? ''}.`,
    );
  // A name that was not encoded may hold a semicolon.
  const name = /;\s*name=(.*?)(?:;\s*[a-z-]+=.*)?$/is.exec(head.slice(0, end))?.[1] ?? '';

  return { mediaType, charset, name: fileName(name), bytes: decodeAll(content, iterator) };
};
