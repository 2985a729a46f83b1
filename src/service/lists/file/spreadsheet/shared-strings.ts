/** The strings of a workbook, which its cells name by their numbers. */
import { ListFileError } from '../../../../address/list-file/list-file-error.js';

const MAX_BYTES = 134_217_728;
const MAX_COUNT = 8_000_000;
const FIRST_BYTES = 65_536;

/** Strings, held as UTF-8 one behind the other: half of what they would take as strings. */
export interface SharedStrings {
  /** @throws ListFileError `file_too_large`. */
  add: (text: string) => void;
  /** Returns a string by its number; `""` when there is none. */
  at: (index: number) => string;
}

const tooMany = (): ListFileError =>
  new ListFileError(
    'file_too_large',
    `The spreadsheet has more than ${MAX_BYTES} bytes of different texts. Save it as CSV.`,
  );

export const createSharedStrings = (): SharedStrings => {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let ends = new Uint32Array(1024);
  let [size, count] = [0, 0];
  return {
    add(text) {
      // A UTF-16 unit is at most three bytes of UTF-8.
      const needed = size + text.length * 3;
      if (needed > bytes.length) {
        if (size + Buffer.byteLength(text) > MAX_BYTES) throw tooMany();
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(bytes.length * 2, MAX_BYTES)));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      if (count === MAX_COUNT) throw tooMany();
      if (count === ends.length) {
        const more = new Uint32Array(ends.length * 2);
        more.set(ends);
        ends = more;
      }
      size += bytes.write(text, size);
      ends[count] = size;
      count += 1;
    },
    at: (index) =>
      index < count ? bytes.toString('utf8', index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index] ?? 0) : '',
  };
};
