import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { field, optional } from '../http/request-fields.js';

/** Rows of a page. One more is read, which tells whether there is a next page. */
export const PAGE = 50;

/**
 * `?before=`: where the page before ended.
 * @param example a `next`.
 */
export const beforeOf = (pattern: RegExp, example: string) =>
  optional(field('the next of an earlier answer', z.string().regex(pattern), example));

/** A page of up to {@link PAGE} + 1 rows, and the `next` of its last row if there are more. */
export const pageOf = <R, N>(rows: readonly R[], nextOf: (last: R) => N): { page: R[]; next: N | null } => {
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return { page, next: rows.length > PAGE && last !== undefined ? nextOf(last) : null };
};

/** A time as a whole number of microseconds, as SQL: JavaScript's dates have milliseconds. */
export const toMicroseconds = (time: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint`;

/** A time from microseconds since 1970, as SQL. */
export const fromMicroseconds = (time: number | string): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond')`;
