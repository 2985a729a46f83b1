import type { Quality, Status, SubStatus } from '../../../protocol/index.js';

/** Our words for a status of a vendor, with the codes that it implies. */
export type Meaning = readonly [Status, Quality, ...SubStatus[]];

/** Names of one column, most usual first, in the form of {@link columnKey}. */
export type Column = readonly string[];

/**
 * The result file of a vendor: its columns, and its words in ours. Words are compared in the form of {@link wordKey}.
 */
export interface Vendor {
  name: string;
  /** The file is this vendor's if it has one column of each group, beside the status column. */
  marks: readonly Column[];
  status: Column;
  statuses: Readonly<Record<string, Meaning>>;
  reason?: Column;
  reasons?: Readonly<Record<string, readonly SubStatus[]>>;
  /** Yes-or-no columns, with the code for yes. */
  flags?: readonly (readonly [Column, SubStatus])[];
  /** Columns whose no gives a code, in rows of this status. */
  denials?: readonly (readonly [Column, Status, SubStatus])[];
  didYouMean?: Column;
  /** When the row was checked. */
  checkedAt?: Column;
  /** Names of the status that other files have too: most of the first rows must have a known word in it. */
  vague?: Column;
}

export const DELIVERABLE: Meaning = ['valid', 'safe'];
export const UNDELIVERABLE: Meaning = ['invalid', 'unsafe'];
export const RISKY: Meaning = ['risky', 'caution'];
export const UNKNOWN: Meaning = ['unknown', 'unknown'];

/** Normalises a column's name: `domain.acceptAll`, `Accept-All` and `accept_all` differ only in their words. */
export const columnKey = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[\s\u{feff}_.:/-]+/gu, ' ')
    .trim()
    .toLowerCase();

/** Normalises a word: `Accepted Email` becomes `accepted_email`. */
export const wordKey = (word: string): string =>
  word
    .trim()
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
