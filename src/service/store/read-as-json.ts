import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** The values that JSON keeps as they are; a time becomes text. */
type Json = string | number | boolean | null | readonly Json[];

/** The columns that are wanted of a query. */
interface Selection<T> {
  columns: readonly (keyof T & string)[];
  /** In the order in which its rows are wanted. */
  query: RawBuilder<unknown>;
}

/** Rows, column by column: each column has as many values, in the order of the rows. */
export type Columns<T> = { readonly [Name in keyof T]: readonly T[Name][] };

type Row = Record<string, Json>;

const asJson = ({ columns, query }: Selection<Row>): RawBuilder<unknown> =>
  sql`(select json_build_array(${sql.join(columns.map((name) => sql`json_agg(${sql.ref(`part.${name}`)})`))}) from (${query}) as part)`;

/**
 * Reads many rows of one or more queries as one JSON text, column by column. Of a thousand rows of ten columns, PGlite
 * decodes ten thousand values, and its thread sends as many, which takes longer than all else; and PostgreSQL looks the
 * types of a row's columns up again for each row that it writes as JSON, those of an aggregate once.
 * @param selections by name.
 * @param common the `with` that their queries share.
 */
export const readAsJson = async <T extends Record<string, Row>>(
  db: QueryExecutorProvider,
  selections: { readonly [Name in keyof T]: Selection<T[Name]> },
  common: RawBuilder<unknown> = sql``,
): Promise<{ [Name in keyof T]: Columns<T[Name]> }> => {
  const named = Object.entries(selections) as unknown as [string, Selection<Row>][];
  // As text: PGlite's thread would parse JSON itself, and send what it parsed.
  const { rows } = await sql<{ found: string }>`${common}
    select json_build_array(${sql.join(named.map(([, selection]) => asJson(selection)))})::text as found`.execute(db);
  const found = JSON.parse(rows[0]?.found ?? '[]') as (Json[] | null)[][];
  // A column is null where there is no row.
  const columnsOf = ({ columns }: Selection<Row>, index: number): Columns<Row> =>
    Object.fromEntries(columns.map((name, at) => [name, found[index]?.[at] ?? []]));
  return Object.fromEntries(named.map(([name, selection], index) => [name, columnsOf(selection, index)])) as {
    [Name in keyof T]: Columns<T[Name]>;
  };
};

/** The value of a column at a place that is one of its rows. */
export const valueAt = <T>(column: readonly T[], at: number): T => column[at] as T;
