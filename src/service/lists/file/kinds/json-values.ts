/** The values of a JSON text (RFC 8259) that are the entries of a list, cut out of it as it comes. */
import { ListFileError, startOfLine } from '../../../../address/list-file/list-file-error.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LF = 0x0a;
const ARRAY = 0x5b;
const OBJECT = 0x7b;
const ARRAY_END = 0x5d;
const OBJECT_END = 0x7d;
const MAX_DEPTH = 500;

/** The mark before each value of a sequence (RFC 7464). */
const RECORD_SEPARATOR = 0x1e;
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09 || byte === RECORD_SEPARATOR;

/** An entry as it stands in the text. */
export interface JsonEntry {
  text: string;
  line: number;
}

/** Receives what a cutter finds. */
export interface JsonListener {
  /** An entry has ended. */
  entry: (entry: JsonEntry) => void;
  /** The array with the entries has ended. */
  endOfArray?: () => void;
}

/** Cuts entries out of a text that is written to it. */
export interface JsonCutter {
  write: (bytes: Buffer) => void;
  /** @throws ListFileError `bad_json` if the text ends within a value. */
  end: () => void;
}

/**
 * Creates a cutter.
 * @param where `values`: each value of the text is an entry. `arrays`: each member of an array that is in no other
 *   array is one. `inner arrays`: the same, within the array that is the whole text.
 * @param maxBytes of an entry.
 */
export const createJsonCutter = (
  where: 'values' | 'arrays' | 'inner arrays',
  maxBytes: number,
  { entry, endOfArray }: JsonListener,
): JsonCutter => {
  const open: number[] = [];
  let [inString, isEscaped, inScalar] = [false, false, false];
  /** The depth at which entries stand; null outside of them. */
  let depth: number | null = where === 'values' ? 0 : null;
  let line = 1;
  let [startLine, held] = [1, 0];
  let parts: Buffer[] = [];
  let start = -1;

  const bad = (byte: number): ListFileError =>
    new ListFileError(
      'bad_json',
      `This is no JSON: ${JSON.stringify(String.fromCharCode(byte))} cannot stand there. Send an array of addresses, or of objects.`,
      line,
    );
  const isEntry = (): boolean => depth !== null && open.length === depth;
  const begin = (at: number): void => {
    if (start < 0 && isEntry()) [start, startLine] = [at, line];
  };
  const keep = (bytes: Buffer): void => {
    held += bytes.length;
    if (held > maxBytes)
      throw new ListFileError('line_too_long', `The entry is longer than ${maxBytes} bytes.`, startLine);
    parts.push(Buffer.from(bytes));
  };
  const finish = (bytes: Buffer, end: number): void => {
    if (start < 0 || !isEntry()) return;
    keep(bytes.subarray(start, end));
    const text = Buffer.concat(parts).toString();
    [parts, held, start] = [[], 0, -1];
    entry({ text, line: startLine });
  };
  const push = (byte: number, at: number): void => {
    begin(at);
    open.push(byte);
    if (open.length > MAX_DEPTH) throw bad(byte);
    if (depth === null && byte === ARRAY && (where === 'arrays' || open.length > 1)) depth = open.length;
  };
  const pop = (byte: number, bytes: Buffer, at: number): void => {
    const before = open.pop();
    if (before === undefined || before !== (byte === ARRAY_END ? ARRAY : OBJECT)) throw bad(byte);
    if (where !== 'values' && depth !== null && open.length < depth) {
      depth = null;
      endOfArray?.();
    }
    finish(bytes, at + 1);
  };

  return {
    write(bytes) {
      if (start >= 0) start = 0;
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte === LF) line += 1;
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) {
            inString = false;
            finish(bytes, at + 1);
          }
          continue;
        }
        const isMark = byte === COMMA || byte === ARRAY_END || byte === OBJECT_END || byte === COLON;
        if (inScalar && (isMark || isSpace(byte))) {
          inScalar = false;
          finish(bytes, at);
        }
        if (isSpace(byte) || byte === COMMA || byte === COLON) continue;
        if (byte === ARRAY || byte === OBJECT) push(byte, at);
        else if (byte === ARRAY_END || byte === OBJECT_END) pop(byte, bytes, at);
        else if (byte === QUOTE) {
          begin(at);
          inString = true;
        } else if (!inScalar) {
          begin(at);
          inScalar = true;
        }
      }
      if (start >= 0) keep(bytes.subarray(start));
    },
    end() {
      if (inScalar && start >= 0) {
        start = 0;
        finish(Buffer.alloc(0), 0);
      }
      if (open.length > 0 || inString)
        throw new ListFileError('bad_json', 'The JSON ends within a value: the file was cut off.', line);
    },
  };
};

/** Numbers of more digits than a double has, outside of strings. */
const LONG_NUMBER = /("(?:[^"\\]|\\.)*")|(-?\d{16,}(?:\.\d+)?(?:[eE][+-]?\d+)?)/gu;

/** Parses an entry; long numbers are texts, so that no digit is lost. @throws ListFileError `bad_json`. */
export const parseEntry = ({ text, line }: JsonEntry): unknown => {
  try {
    return JSON.parse(
      /\d{16}/.test(text)
        ? text.replace(LONG_NUMBER, (all, string: string | undefined) => (string === undefined ? `"${all}"` : all))
        : text,
    ) as unknown;
  } catch {
    throw new ListFileError(
      'bad_json',
      `This is no JSON: ${startOfLine(text)}. Each entry must be a value of JSON.`,
      line,
    );
  }
};
