import type { SubStatus, Verdict } from '../../../protocol/index.js';

/** A verdict of a vendor in our words. */
export type ImportedResult = Omit<Verdict, 'email' | 'sub_status'> & {
  sub_status: SubStatus[];
  /** Missing: as the codes and the status say. */
  score?: number;
  mx_record?: string;
  /** The time of the check, in RFC 3339; missing: the file does not tell. */
  checked_at?: string;
};

/** Reads the rows of a vendor's result file. */
export interface Importer {
  /** The vendor's name. */
  vendor: string;
  /**
   * Reads the verdict on the address in a column, from 0.
   * @returns undefined for a row without a verdict, or with a status that is not known.
   */
  read: (cells: readonly string[], column: number) => ImportedResult | undefined;
}
