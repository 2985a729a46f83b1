import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../../protocol/refusal.js';
import { readQuery } from '../route.js';

/** Rows of a page. One more is read, which tells whether there is a next page. */
export const PAGE = 50;

/**
 * Reads `?before=`: where the page before ended.
 * @returns the groups of the pattern; null without it.
 * @throws Refusal `bad_request` if it does not have the pattern.
 */
export const readBefore = (url: string, pattern: RegExp): string[] | null => {
  const before = readQuery(url).get('before');
  if (before === null) return null;
  const found = pattern.exec(before);
  if (found === null) throw new Refusal('bad_request', 'before must be the next of an earlier answer.');
  return found.slice(1);
};

/** A page of up to {@link PAGE} + 1 rows, and the `next` of its last row if there are more. */
export const pageOf = <R, N>(rows: readonly R[], nextOf: (last: R) => N): { page: R[]; next: N | null } => {
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return { page, next: rows.length > PAGE && last !== undefined ? nextOf(last) : null };
};

/** A time as a whole number of microseconds, as SQL: JavaScript's dates have milliseconds. */
export const toMicroseconds = (time: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint`;

/** The time of so many microseconds, as SQL. */
export const fromMicroseconds = (time: number | string): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond')`;
