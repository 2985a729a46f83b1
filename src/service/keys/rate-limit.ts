import { sql } from 'kysely';
import { rateLimitHeaders } from '../../protocol/rate-limit.js';
import { Refusal } from '../../protocol/refusal.js';
import type { Caller } from './key-lookup.js';
import type { Store } from '../schema.js';

/** Requests on a `standard` plan in any window of this length, in ms. */
const LIMIT = 5;
const WINDOW_MS = 1000;
/** A stored time further ahead than this, in ms, dates from before the clock was set back, and is ignored. */
const IMPOSSIBLE_MS = 60_000;

const ms = (value: number) => sql`${sql.lit(value)} * interval '1 millisecond'`;

/** The headers of a limit, by `rateLimitHeaders()`. */
export const RATE_HEADERS = {
  'RateLimit-Policy': 'The limit of the plan, such as "standard";q=5;w=1. Not on enterprise.',
  RateLimit: 'What is left of it, such as "standard";r=4;t=1. Not on enterprise.',
};

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
 * @returns the rate limit headers.
 * @throws Refusal `rate_limited`, with `Retry-After`.
 */
const take = async ({ db, now }: Store, accountId: number): Promise<Record<string, string>> => {
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

/**
 * Counts a request against an account's rate.
 * @returns the rate limit headers, none on an `enterprise` plan.
 * @throws Refusal `rate_limited`, with `Retry-After`.
 */
export type TakeRate = (caller: Pick<Caller, 'accountId' | 'plan'>) => Promise<Record<string, string>>;

/**
 * Creates the rate limit. The requests of an account are counted one at a time, and those that wait while one is
 * refused are refused with it: a flood costs few statements, behind which others would have to wait.
 */
export const createRate = (store: Store): TakeRate => {
  /** For each account whose request is being counted, those that wait. */
  const waiting = new Map<number, { resolve: () => void; reject: (error: unknown) => void }[]>();
  return async ({ accountId, plan }) => {
    if (plan === 'enterprise') return {};
    const before = waiting.get(accountId);
    if (before === undefined) waiting.set(accountId, []);
    else
      await new Promise<void>((resolve, reject) => {
        before.push({ resolve, reject });
      });
    const behind = waiting.get(accountId) ?? [];
    try {
      return await take(store, accountId);
    } catch (error) {
      for (const { reject } of behind.splice(0)) reject(error);
      throw error;
    } finally {
      const next = behind.shift();
      if (next === undefined) waiting.delete(accountId);
      else next.resolve();
    }
  };
};
