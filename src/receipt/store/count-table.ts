import type { Counts, TableBounds } from './types.js';

/** Counts by their names, by rows. */
export type CountTable = Map<string, Map<string, number>>;

/** Adds to the counters of a row, or of the other row if the table is full. */
export const addToTable = (
  table: CountTable,
  row: string,
  counts: Counts,
  { maxRows, otherRow }: Pick<TableBounds, 'maxRows' | 'otherRow'>,
): void => {
  const name = table.has(row) || table.size < maxRows ? row : otherRow;
  const counters = table.get(name) ?? new Map<string, number>();
  table.set(name, counters);
  for (const [counter, count] of Object.entries(counts)) counters.set(counter, (counters.get(counter) ?? 0) + count);
};

/** The counts of a table, as the store's caller reads them. */
export const countsOf = (table: CountTable): Map<string, Counts> =>
  new Map([...table].map(([row, counters]) => [row, Object.fromEntries(counters)]));
