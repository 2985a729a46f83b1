import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** Rows that one statement deletes: others use the table in between. */
const STEP = 5000;

/** The rows of a table that are to be deleted. */
interface Rows {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** The condition that they meet. */
  where: RawBuilder<unknown>;
}

/** Deletes rows step by step, until none is left or the signal is aborted. @returns the number of deleted rows. */
export const deleteInSteps = async (
  { db }: { db: QueryExecutorProvider },
  { table, key, where }: Rows,
  signal: AbortSignal,
): Promise<number> => {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let deleted = 0;
  while (!signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(STEP)})`.execute(db);
    deleted += Number(numAffectedRows);
    if (Number(numAffectedRows) < STEP) break;
  }
  return deleted;
};
