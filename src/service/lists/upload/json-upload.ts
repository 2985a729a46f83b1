import { Refusal } from '../../../protocol/refusal.js';
import { parseJson } from '../../http/request-text.js';

/** The bytes of the JSON besides its file. */
const MAX_REST = 65_536;
/** Escaped quotes in the file: base64 has none. */
const MAX_QUOTES = 1000;
/** Stands for the file while the rest is parsed. */
const FILE = '\ufdd0';
/** Bytes of the file that are parsed at once. */
const PIECE = 65_536;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const U = 0x75;
const BOM = Buffer.from('\ufeff');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON of an upload. */
export interface JsonUpload {
  /** The values; a long file is not among them but for a mark. */
  values: unknown;
  /** The long file in parts; to be read once. Throws a Refusal. */
  file?: Iterable<string>;
}

const tooMuch = (): Refusal =>
  new Refusal('bad_request', `The body must be a JSON object with at most ${MAX_REST} bytes besides the file.`, {
    connection: 'close',
  });

const textOf = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal('bad_request', 'The body must be UTF-8.', { connection: 'close' });
  }
};

/** The closing quote of the string that an opening quote begins. */
const endOfString = (bytes: Buffer, start: number): number => {
  let end = start;
  for (let quotes = 0; quotes < MAX_QUOTES; quotes += 1) {
    end = bytes.indexOf(QUOTE, end + 1);
    if (end < 0) break;
    let before = end;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  throw tooMuch();
};

/** The content of the first long string. */
const findFile = (bytes: Buffer): { start: number; end: number } => {
  for (let at = 0; at <= MAX_REST;) {
    const start = bytes.indexOf(QUOTE, at);
    if (start < 0 || start > MAX_REST) break;
    const end = endOfString(bytes, start);
    if (end - start > MAX_REST) return { start: start + 1, end };
    at = end + 1;
  }
  throw tooMuch();
};

/** The last place from `start` to `end` that cuts no character and no escape. */
const cutOf = (bytes: Buffer, start: number, end: number): number => {
  // Searching beyond the part would search the whole file for each part.
  const part = bytes.subarray(0, end);
  let next = part.indexOf(BACKSLASH, start);
  while (next >= 0) {
    const behind = next + (bytes[next + 1] === U ? 6 : 2);
    if (behind > end) return next;
    next = part.indexOf(BACKSLASH, behind);
  }
  let cut = end;
  while (((bytes[cut] ?? 0) & 0xc0) === 0x80 && cut > end - 3) cut -= 1;
  return cut;
};

/** Parses the content of a JSON string in parts. */
function* partsOf(content: Buffer): Generator<string, void, undefined> {
  for (let at = 0; at < content.length;) {
    const end = at + PIECE < content.length ? cutOf(content, at, at + PIECE) : content.length;
    yield parseJson(`"${textOf(content.subarray(at, end))}"`) as string;
    at = end;
  }
}

/**
 * Parses the JSON of an upload. Only its file may be long: a million small values would keep the thread for seconds,
 * and take a gigabyte. The file is parsed as it is read.
 * @throws Refusal `bad_request`.
 */
export const parseUpload = (body: Buffer): JsonUpload => {
  const bytes = body.subarray(0, BOM.length).equals(BOM) ? body.subarray(BOM.length) : body;
  if (bytes.length <= MAX_REST) return { values: parseJson(textOf(bytes)) };
  const { start, end } = findFile(bytes);
  if (bytes.length - (end - start) > MAX_REST) throw tooMuch();
  const values = parseJson(`${textOf(bytes.subarray(0, start))}${FILE}${textOf(bytes.subarray(end))}`);
  if (typeof values !== 'object' || values === null || !('file' in values) || values.file !== FILE) throw tooMuch();
  return { values, file: partsOf(bytes.subarray(start, end)) };
};
