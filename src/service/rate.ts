import { sql } from 'kysely';
import { rateLimitHeaders } from '../protocol/rate-limit.js';
import { Refusal } from '../protocol/refusal.js';
import type { Caller } from './key-lookup.js';
import type { Store } from './store/tables.js';

/** Requests on a `standard` plan in any window of this length, in ms. */
const LIMIT = 5;
const WINDOW_MS = 1000;
/** A stored time further ahead than this, in ms, dates from before the clock was set back, and is ignored. */
const IMPOSSIBLE_MS = 60_000;

const ms = (value: number) => sql`${sql.lit(value)} * interval '1 millisecond'`;

/** @param resetMs the time until the oldest request leaves the window. */
const rateHeaders = (remaining: number, resetMs: number): Record<string, string> =>
  rateLimitHeaders([{ name: 'standard', quota: LIMIT, windowMs: WINDOW_MS, remaining, resetMs }]);

/** The refusal of a request over the limit. */
export const overLimit = (resetMs: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  return new Refusal('rate_limited', `This plan allows ${LIMIT} requests per second; try again in ${seconds} s.`, {
    ...rateHeaders(0, resetMs),
    'retry-after': String(seconds),
  });
};

/**
 * Counts a request against an account's rate: a sliding window over the times of its latest requests, changed by one
 * statement, so that any number of processes share it. (A token bucket would let a burst and its refill pass in one second.)
 * The statement does not wait for the disk: a crash of the database may forget requests of its last moments.
 * @returns the rate limit headers, none on an `enterprise` plan.
 * @throws Refusal `rate_limited`, with `Retry-After`.
 */
export const takeRate = async (
  { db, now }: Store,
  { accountId, plan }: Pick<Caller, 'accountId' | 'plan'>,
): Promise<Record<string, string>> => {
  if (plan === 'enterprise') return {};
  const inWindow = sql`array(select t from unnest(recent) as t
    where t > ${now} - ${ms(WINDOW_MS)} and t < ${now} + ${ms(IMPOSSIBLE_MS)} order by t)`;
  const reset = sql`(extract(epoch from (${inWindow})[1] - ${now}) * 1000)::float8 + ${sql.lit(WINDOW_MS)} as reset`;
  const { rows } = await sql<{ used: number | null; reset: number | null }>`
    with taken as (
      update accounts set recent = ${inWindow} || ${now}
      where id = ${accountId} and cardinality(${inWindow}) < ${sql.lit(LIMIT)}
      returning cardinality(recent) as used, ${reset}, set_config('synchronous_commit', 'off', true)
    )
    select used, reset from taken
    union all
    select null, ${reset} from accounts where id = ${accountId} and not exists (select from taken)`.execute(db);
  const { used = null, reset: resetMs = null } = rows[0] ?? {};
  if (used === null) throw overLimit(resetMs ?? 0);
  return rateHeaders(LIMIT - used, resetMs ?? 0);
};
