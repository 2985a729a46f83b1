import type { Quality, Status, SubStatus } from '../../../protocol/index.js';

/** Our words for a status of a vendor, and the codes that it says by itself. */
export type Meaning = readonly [Status, Quality, ...SubStatus[]];

/** Names of one column, most usual first, as {@link columnKey} writes them. */
export type Column = readonly string[];

/** The result file of a vendor: its columns, and its words in ours. Words are compared as {@link wordKey} writes them. */
export interface Vendor {
  name: string;
  /** The file is this vendor's if it has one column of each group, beside that of the status. */
  marks: readonly Column[];
  status: Column;
  statuses: Readonly<Record<string, Meaning>>;
  reason?: Column;
  reasons?: Readonly<Record<string, readonly SubStatus[]>>;
  /** Columns that say yes or no, and the code for yes. */
  flags?: readonly (readonly [Column, SubStatus])[];
  /** Columns whose no gives a code, in rows of this status. */
  denials?: readonly (readonly [Column, Status, SubStatus])[];
  didYouMean?: Column;
}

export const DELIVERABLE: Meaning = ['valid', 'safe'];
export const UNDELIVERABLE: Meaning = ['invalid', 'unsafe'];
export const RISKY: Meaning = ['risky', 'caution'];
export const UNKNOWN: Meaning = ['unknown', 'unknown'];

/** A column's name without spelling: `domain.acceptAll`, `Accept-All` and `accept_all` differ in their words only. */
export const columnKey = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[\s\u{feff}_.:/-]+/gu, ' ')
    .trim()
    .toLowerCase();

/** A word without spelling: `Accepted Email` is `accepted_email`. */
export const wordKey = (word: string): string =>
  word
    .trim()
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
