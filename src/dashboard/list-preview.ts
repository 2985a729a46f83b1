/** The first rows of a file, read before it is sent: in a file of its own, which brings the parser of the service. */
import { findColumns } from '../address/list-file/columns.js';
import { findDelimiter, rowsBy } from '../address/list-file/delimiter.js';
import { recogniseResults } from '../address/list-file/import/recognise-results.js';
import { ListFileError } from '../address/list-file/list-file-error.js';

/** The bytes that are read: the service finds the delimiter in as many. */
const BYTES = 65_536;
/** The rows in which the column is looked for. */
const ROWS = 1000;
/** The columns that are shown at most. */
const COLUMNS = 100;

/** The start of a file. */
export interface Preview {
  /** Not blank, with the header. */
  rows: string[][];
  /** Columns of the widest row; at most 100. */
  width: number;
  /** True if the first row was found to be a header. */
  hasHeader: boolean;
  /** The column with the addresses, from 0; null: none was found. */
  column: number | null;
  /** The service whose result file this is; null: none that is known. */
  vendor: string | null;
}

/** UTF-16 without a mark has a NUL in most characters of a list: the place of it tells the byte order. */
const wideOf = (bytes: Uint8Array): string | null => {
  const nuls = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nuls;
  if (Math.max(even, odd) * 8 < bytes.length) return null;
  return odd > even * 10 ? 'utf-16le' : even > odd * 10 ? 'utf-16be' : null;
};

const encodingOf = (bytes: Uint8Array): string => {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return wideOf(bytes) ?? 'utf-8';
};

/** Decodes the start of a file; a character that is cut at its end is left out. */
const decode = (bytes: Uint8Array): string => {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(bytes);
  }
};

/**
 * Finds the columns of the first rows.
 * @param isHeader undefined: found out.
 */
const columnsOf = (rows: string[][], isHeader?: boolean): Pick<Preview, 'hasHeader' | 'column'> => {
  try {
    const { hasHeader, emailColumn } = findColumns(rows, { firstRowIsHeader: isHeader });
    return { hasHeader, column: emailColumn.index };
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error;
    return { hasHeader: isHeader ?? error.code === 'header_only', column: null };
  }
};

/**
 * Reads the start of a file as the service does: its first 64 KiB.
 * @returns null if the file is empty or no text.
 */
export const readPreview = async (file: Blob): Promise<Preview | null> => {
  const bytes = new Uint8Array(await file.slice(0, BYTES).arrayBuffer());
  const text = decode(bytes);
  if (text.includes('\0')) return null;
  const { delimiter, hint } = findDelimiter(text);
  const rows = rowsBy(delimiter ?? ',', text.slice(hint), ROWS);
  // The last one may be cut.
  if (file.size > BYTES && rows.length > 1 && rows.length < ROWS) rows.pop();
  if (rows.length === 0) return null;
  const found = columnsOf(rows);
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  return {
    rows,
    width: Math.min(width, COLUMNS),
    ...found,
    vendor: (found.hasHeader ? recogniseResults(rows[0] ?? [])?.vendor : null) ?? null,
  };
};
