import type { Store } from '../../schema.js';
import { CopiedRows, copyRows } from '../../store/copy-rows.js';
import { copyLine } from '../../store/copy-text.js';
import { inTransaction } from '../../store/transaction.js';

/** The bytes that are copied at once, at most by one row more. */
const COPIED = 500_000;

/** Copies rows into a table in parts. */
export interface Copier {
  /** @returns a promise if the caller must wait before it adds the next row. */
  add: (values: readonly (string | number | null)[]) => Promise<void> | undefined;
  /** Copies what is left. */
  flush: () => Promise<void>;
}

/**
 * Creates a copier. Its rows are written into one buffer as they come: as text, a part's ten thousand rows would
 * outlive the young generation.
 */
export const createCopier = (store: Store, table: string, columns: readonly string[]): Copier => {
  let bytes = Buffer.alloc(0);
  let size = 0;
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    const rows = new CopiedRows(table, columns, bytes.subarray(0, size));
    await inTransaction(store, (inside) => copyRows(inside, rows));
    size = 0;
  };
  const makeRoom = (more: number): void => {
    if (size + more <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(size + more, COPIED + COPIED / 8));
    bytes.copy(larger, 0, 0, size);
    bytes = larger;
  };
  return {
    add(values) {
      const line = copyLine(values);
      // A UTF-16 unit is at most three bytes of UTF-8.
      makeRoom(line.length * 3);
      size += bytes.write(line, size);
      return size >= COPIED ? flush() : undefined;
    },
    flush,
  };
};
