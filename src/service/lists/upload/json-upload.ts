import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../../../protocol/refusal.js';
import { parseJson } from '../../request-text.js';

/** The characters of the JSON besides its file. */
const MAX_REST = 65_536;
/** Escaped quotes in the file: base64 has none. */
const MAX_QUOTES = 1000;
/** Stands for the file while the rest is parsed. */
const FILE = '\ufdd0';

const tooMuch = (): Refusal =>
  new Refusal('bad_request', `The body must be a JSON object with at most ${MAX_REST} characters besides the file.`, {
    connection: 'close',
  });

/** The closing quote of the string that an opening quote begins. */
const endOfString = (text: string, start: number): number => {
  let end = start;
  for (let quotes = 0; quotes < MAX_QUOTES; quotes += 1) {
    end = text.indexOf('"', end + 1);
    if (end < 0) break;
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  throw tooMuch();
};

/** The first long string, with its quotes. */
const findFile = (text: string): { start: number; end: number } => {
  for (let at = 0; at <= MAX_REST;) {
    const start = text.indexOf('"', at);
    if (start < 0 || start > MAX_REST) break;
    const end = endOfString(text, start);
    if (end - start > MAX_REST) return { start, end: end + 1 };
    at = end + 1;
  }
  throw tooMuch();
};

/**
 * Parses the JSON of an upload. Only its file may be long: a million small values would keep the thread for seconds, and take a gigabyte.
 * @throws Refusal `bad_request`.
 */
export const parseUpload = async (text: string): Promise<unknown> => {
  if (text.length <= MAX_REST) return parseJson(text);
  const { start, end } = findFile(text);
  if (text.length - (end - start) > MAX_REST) throw tooMuch();
  const values = parseJson(`${text.slice(0, start)}"${FILE}"${text.slice(end)}`);
  // Others get their turn between the long steps.
  await setImmediate();
  if (typeof values !== 'object' || values === null || !('file' in values) || values.file !== FILE) throw tooMuch();
  const file = parseJson(text.slice(start, end));
  await setImmediate();
  return { ...values, file };
};
