import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** Rows that one statement deletes or changes: others use the table in between. */
const STEP = 5000;

/** The rows of a table that are to be deleted or changed. */
interface Rows {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** The condition that they meet. */
  where: RawBuilder<unknown>;
}

/** @param change the statement up to its condition. @param lock how the rows of a step are locked. */
const inSteps = async (
  { db }: { db: QueryExecutorProvider },
  { table, key, where }: Rows,
  { change, lock }: { change: RawBuilder<unknown>; lock: RawBuilder<unknown> },
  signal: AbortSignal,
): Promise<number> => {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let changed = 0;
  while (!signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      ${change} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(STEP)} ${lock})`.execute(db);
    changed += Number(numAffectedRows);
    if (Number(numAffectedRows) < STEP) break;
  }
  return changed;
};

/** Deletes rows step by step, until none is left or the signal is aborted. @returns the number of deleted rows. */
export const deleteInSteps = (store: { db: QueryExecutorProvider }, rows: Rows, signal: AbortSignal): Promise<number> =>
  inSteps(store, rows, { change: sql`delete from ${sql.table(rows.table)}`, lock: sql`` }, signal);

/**
 * Changes rows step by step, until none meets the condition or the signal is aborted. Rows that another transaction holds
 * are left for the next time, so that neither waits for the other.
 * @param set the assignments, after which the condition is no longer met.
 * @returns the number of changed rows.
 */
export const changeInSteps = (
  store: { db: QueryExecutorProvider },
  { set, ...rows }: Rows & { set: RawBuilder<unknown> },
  signal: AbortSignal,
): Promise<number> =>
  inSteps(
    store,
    rows,
    { change: sql`update ${sql.table(rows.table)} set ${set}`, lock: sql`for update skip locked` },
    signal,
  );
