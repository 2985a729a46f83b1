import { sql } from 'kysely';
import { rateLimitHeaders } from '../protocol/rate-limit.js';
import { Refusal } from '../protocol/refusal.js';
import type { Caller } from './authenticate.js';
import type { Store } from './store/tables.js';

/** Requests per second on a `standard` plan, and the largest burst. */
const PER_SECOND = 5;
const BURST = 5;
/** The interval between evenly spaced requests, in ms. */
const INTERVAL_MS = 1000 / PER_SECOND;
/** How early a request may arrive, in ms. */
const TOLERANCE_MS = (BURST - 1) * INTERVAL_MS;
/** A stored arrival further ahead than this, in ms, dates from before the clock was set back, and is ignored. */
const IMPOSSIBLE_MS = 60_000;

const ms = (value: number) => sql`${sql.lit(value)} * interval '1 millisecond'`;

/** @param aheadMs the time by which the account is early. */
const rateHeaders = (aheadMs: number): Record<string, string> =>
  rateLimitHeaders([
    {
      name: 'standard',
      quota: BURST,
      windowMs: BURST * INTERVAL_MS,
      remaining: Math.max(0, Math.floor((TOLERANCE_MS + INTERVAL_MS - aheadMs) / INTERVAL_MS)),
      resetMs: aheadMs,
    },
  ]);

/**
 * Counts a request against an account's rate: a token bucket, stored as one timestamp (GCRA, the generic cell rate algorithm
 * of ITU-T I.371) and changed by one statement, so that any number of processes share it.
 * @returns the rate limit headers, none on an `enterprise` plan.
 * @throws Refusal `rate_limited`, with `Retry-After`.
 */
export const takeRate = async ({ db, now }: Store, { accountId, plan }: Caller): Promise<Record<string, string>> => {
  if (plan === 'enterprise') return {};
  const ahead = sql<number>`(extract(epoch from arrival - ${now}) * 1000)::float8`;
  const taken = await sql<{ ahead: number }>`
    update accounts set arrival = ${ms(INTERVAL_MS)} +
      case when arrival > ${now} + ${ms(IMPOSSIBLE_MS)} then ${now} else greatest(arrival, ${now}) end
    where id = ${accountId}
      and (arrival <= ${now} + ${ms(TOLERANCE_MS)} or arrival > ${now} + ${ms(IMPOSSIBLE_MS)})
    returning ${ahead} as ahead`.execute(db);
  const row = taken.rows[0];
  if (row !== undefined) return rateHeaders(row.ahead);
  const found = await sql<{ ahead: number }>`select ${ahead} as ahead from accounts where id = ${accountId}`.execute(
    db,
  );
  const aheadMs = found.rows[0]?.ahead ?? 0;
  const seconds = Math.max(1, Math.ceil((aheadMs - TOLERANCE_MS) / 1000));
  throw new Refusal('rate_limited', `This plan allows ${PER_SECOND} requests per second; try again in ${seconds} s.`, {
    ...rateHeaders(Math.max(aheadMs, TOLERANCE_MS + 1)),
    'retry-after': String(seconds),
  });
};
