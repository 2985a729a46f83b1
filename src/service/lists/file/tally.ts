/**
 * Numbers and counts the entries of a list as they come, and tells which are duplicates: the same for an upload, a
 * trial of one, and the command.
 */
import { parseAddress } from '../../../address/index.js';
import type { Place } from '../stored-row.js';
import { createDuplicates } from './duplicates.js';
import type { Entry, Line } from './entries.js';

/** The duplicates that are left out. */
export interface Removal {
  /** Lines whose addresses all came before. */
  duplicates: boolean;
  /** Lines whose addresses all reach people who came before as well. */
  sameMailbox: boolean;
}

/** An entry that is kept, with its number. */
export interface PlacedEntry extends Entry {
  /** Its number among the entries, from 1. */
  row: number;
  isAddress: boolean;
  /** The earlier entry whose result it shares: that of the same address, or person; undefined for the first of them. */
  first: number | undefined;
  /** The first entry that reaches the same person; null: it is no address. */
  group: number | null;
}

/** The counts of entries, but for `lines`. */
export interface TallyCounts {
  /** The lines of the list. */
  lines: number;
  total: number;
  /** Those that hold an address, duplicates included. */
  addresses: number;
  /** Those that are the same address as an earlier one, or reach the same person if these are left out. */
  duplicates: number;
  /** Those that are another address of a person who came before. */
  sameMailbox: number;
  /** Those whose cell holds further addresses. */
  several: number;
}

export interface Tally {
  readonly counts: TallyCounts;
  /** The number of the last entry that is kept. */
  readonly kept: number;
  /** Takes a line. @returns its entries; null: the line is left out. */
  add: (line: Line) => PlacedEntry[] | null;
  /** The place of a kept entry in the lines of the result. */
  placeOf: (entry: PlacedEntry) => Place;
}

/**
 * Creates a tally.
 * @param options `maxRows` bounds the entries; `columns` is the number of e-mail columns.
 */
export const createTally = ({
  maxRows,
  columns,
  removes,
}: {
  maxRows: number;
  columns: number;
  removes: Removal;
}): Tally => {
  const same = createDuplicates({ bound: maxRows });
  /** The line of each kept entry, if a line may have several. */
  const lineOf = columns > 1 ? new Uint32Array(maxRows + 1) : null;
  const counts: TallyCounts = { lines: 0, total: 0, addresses: 0, duplicates: 0, sameMailbox: 0, several: 0 };
  let [kept, keptLines] = [0, 0];

  return {
    counts,
    get kept() {
      return kept;
    },
    add: ({ entries }) => {
      counts.lines += 1;
      const placed = entries.map((entry, index): PlacedEntry => {
        const row = kept + 1 + index;
        if (lineOf) lineOf[row] = keptLines + 1;
        const { email, column, more } = entry;
        const parsed = parseAddress(email);
        const isAddress = parsed.ok;
        // A cell without anything is the same as no other.
        const came = email === '' ? undefined : same.first(email, parsed.ok ? parsed : null, row);
        const group = parsed.ok ? same.mailboxGroup(parsed, row) : null;
        const person = group === null || group === row ? undefined : group;
        // The row of the same address does not count here: it may have been left out.
        const first = removes.sameMailbox && isAddress ? person : came;
        counts.total += 1;
        if (isAddress) counts.addresses += 1;
        if (first !== undefined) counts.duplicates += 1;
        if (came === undefined && person !== undefined) counts.sameMailbox += 1;
        if (more > 0) counts.several += 1;
        return { email, column, more, row, isAddress, first, group };
      });
      const isOld = placed.every(({ first = Infinity }) => first <= kept);
      if (isOld && (removes.duplicates || removes.sameMailbox)) return null;
      kept += placed.length;
      keptLines += 1;
      return placed;
    },
    placeOf: ({ row, column, first, group }) => {
      const lineAt = (at: number): number => lineOf?.[at] ?? at;
      return {
        column,
        line: lineAt(row),
        ...(first !== undefined && { same: lineAt(first) }),
        ...(group !== null && { person: lineAt(group) }),
      };
    },
  };
};
