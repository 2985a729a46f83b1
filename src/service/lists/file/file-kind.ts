import { ListFileError, type ListFileCode } from './list-file-error.js';

/** The first bytes of files that are no text, in hexadecimal. */
const SIGNATURES: readonly [code: ListFileCode, start: string][] = [
  // ZIP, which .xlsx and .ods are.
  ['is_spreadsheet', '504b0304'],
  ['is_spreadsheet', '504b0506'],
  // Compound File Binary, which .xls is.
  ['is_spreadsheet', 'd0cf11e0a1b11ae1'],
  // gzip, bzip2, xz, Zstandard, 7-Zip, RAR.
  ['is_compressed', '1f8b08'],
  ['is_compressed', '425a6839314159265359'],
  ['is_compressed', 'fd377a585a00'],
  ['is_compressed', '28b52ffd'],
  ['is_compressed', '377abcaf271c'],
  ['is_compressed', '526172211a07'],
  // PDF.
  ['is_binary', '255044462d'],
];

const ADVICE: Partial<Record<ListFileCode, string>> = {
  is_spreadsheet:
    'The file is a spreadsheet or a ZIP archive, not text. Open it in the spreadsheet program and save it as CSV.',
  is_compressed: 'The file is compressed. Unpack it and send the CSV or text file in it.',
};

/** The file holds bytes that no text has. */
export const binaryFile = (): ListFileError =>
  new ListFileError('is_binary', 'The file is not text. Send a CSV file, or a text file with one address a line.');

/**
 * Refuses the kinds of files that people send instead of a CSV file.
 * @param start the first block of the file.
 * @throws ListFileError `is_spreadsheet`, `is_compressed` or `is_binary`.
 */
export const refuseOtherKinds = (start: Buffer): void => {
  const found = SIGNATURES.find(([, signature]) => start.indexOf(signature, 0, 'hex') === 0);
  if (found === undefined) return;
  const [code] = found;
  const advice = ADVICE[code];
  throw advice === undefined ? binaryFile() : new ListFileError(code, advice);
};
