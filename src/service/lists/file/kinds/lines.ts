import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { turns } from '../../../../util/turns.js';
import type { Decoded } from '../encoding/decoder.js';

/** A line of a text, without its end. */
export interface Line {
  text: string;
  /** Its number, from 1. */
  line: number;
}

const CR = 0x0d;
const LF = 0x0a;

/** Bytes of a line that may be cut. */
const LONG_LINE = 32_768;

/**
 * Cuts a text into lines, as one array for each part of it.
 * @param maxBytes of a line.
 * @param cutOf finds the place at which a long line is cut in two; 0: it is not.
 * @throws ListFileError `line_too_long`, and the fault of a part.
 */
export async function* linesOf(
  parts: AsyncIterable<Decoded>,
  maxBytes: number,
  cutOf?: (text: string) => number,
): AsyncGenerator<Line[], void, undefined> {
  let cut: Buffer[] = [];
  let [held, line] = [0, 1];
  /** The last part ended with CR, which may be half of a line end. */
  let wasCr = false;
  const keep = (bytes: Buffer): void => {
    held += bytes.length;
    if (held > maxBytes) throw new ListFileError('line_too_long', `The line is longer than ${maxBytes} bytes.`, line);
    cut.push(Buffer.from(bytes));
  };
  const finish = (bytes: Buffer): Line => {
    keep(bytes);
    const text = (cut.length === 1 ? bytes : Buffer.concat(cut)).toString();
    [cut, held] = [[], 0];
    line += 1;
    return { text, line: line - 1 };
  };
  const cutLine = (placeIn: (text: string) => number): Line[] => {
    const text = Buffer.concat(cut).toString();
    const end = placeIn(text);
    if (end === 0) return [];
    cut = [Buffer.from(text.slice(end))];
    held = cut[0]?.length ?? 0;
    return [{ text: text.slice(0, end), line }];
  };
  for await (const { bytes, fault } of parts) {
    const lines: Line[] = [];
    let start = wasCr && bytes[0] === LF ? 1 : 0;
    if (bytes.length > 0) wasCr = false;
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte !== LF && byte !== CR) continue;
      lines.push(finish(bytes.subarray(start, at)));
      if (byte === CR && at + 1 === bytes.length) wasCr = true;
      if (byte === CR && bytes[at + 1] === LF) at += 1;
      start = at + 1;
    }
    if (start < bytes.length) keep(bytes.subarray(start));
    if (cutOf !== undefined && held > LONG_LINE) lines.push(...cutLine(cutOf));
    if (turns.isOver()) await turns.rest();
    yield lines;
    if (fault) throw new ListFileError(fault.code, fault.detail, line);
  }
  if (held > 0) yield [finish(Buffer.alloc(0))];
}
