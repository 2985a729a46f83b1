import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** The values that JSON keeps as they are; a time becomes text. */
type Json = string | number | boolean | null | readonly Json[];

/**
 * Reads many rows as one JSON text. Of a thousand rows of ten columns, PGlite decodes ten thousand values, and its thread
 * sends as many, which takes longer than all else.
 * @param query in the order in which the rows are wanted. Its columns must not be named twice.
 */
export const readAsJson = async <T extends Record<keyof T, Json>>(
  db: QueryExecutorProvider,
  query: RawBuilder<unknown>,
): Promise<T[]> => {
  // As text: PGlite's thread would parse JSON itself, and send what it parsed.
  const { rows } = await sql<{ rows: string | null }>`
    select json_agg(part)::text as rows from (${query}) as part`.execute(db);
  return JSON.parse(rows[0]?.rows ?? '[]') as T[];
};
