import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** The columns that are wanted of a query, whose values JSON keeps as they are. A time becomes text. */
interface Selection<T> {
  columns: readonly (keyof T & string)[];
  /** The columns that hold JSON as text: they come parsed. */
  json?: readonly (keyof T)[];
  /** In the order in which its rows are wanted. */
  query: RawBuilder<unknown>;
}

/** Rows, column by column: each column has as many values, in the order of the rows. */
export type Columns<T> = { readonly [Name in keyof T]: readonly T[Name][] };

const array = (values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`concat('[', concat_ws(',', ${sql.join(values)}), ']')`;

const asJson = <T>({ columns, json = [], query }: Selection<T>): RawBuilder<unknown> => {
  const values = columns.map((name) => {
    const column = sql.ref(`part.${name}`);
    const text = json.includes(name)
      ? sql`'[' || string_agg(coalesce(${column}, 'null'), ',') || ']'`
      : sql`json_agg(${column})::text`;
    return sql`coalesce(${text}, '[]')`;
  });
  return sql`(select ${array(values)} from (${query}) as part)`;
};

/**
 * Reads many rows of one or more queries as one JSON text, column by column. Of a thousand rows of ten columns, PGlite
 * decodes ten thousand values, and its thread sends as many, which takes longer than all else; and PostgreSQL looks the
 * types of a row's columns up again for each row that it writes as JSON, those of an aggregate once.
 * @param selections by name.
 * @param common the `with` that their queries share.
 */
export const readAsJson = async <T extends Record<string, object>>(
  db: QueryExecutorProvider,
  selections: { readonly [Name in keyof T]: Selection<T[Name]> },
  common: RawBuilder<unknown> = sql``,
): Promise<{ [Name in keyof T]: Columns<T[Name]> }> => {
  const named = Object.entries<Selection<never>>(selections);
  const { rows } = await sql<{ found: string }>`${common}
    select ${array(named.map(([, selection]) => asJson(selection)))} as found`.execute(db);
  const found = JSON.parse(rows[0]?.found ?? '[]') as unknown[][][];
  const read = named.map(([name, { columns }], index) => [
    name,
    Object.fromEntries(columns.map((column: string, at) => [column, found[index]?.[at]])),
  ]);
  return Object.fromEntries(read) as { [Name in keyof T]: Columns<T[Name]> };
};

/** The value of a column at a place that is one of its rows. */
export const valueAt = <T>(column: readonly T[], at: number): T => column[at] as T;
