import { z } from 'zod';
import { CREDITS, EXAMPLE_CREDITS } from '../credits/credits-schema.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import { sql } from 'kysely';
import { STATUSES, timestamp, type Status } from '../../protocol/index.js';
import { dayOf, readCredits } from '../credits/credits.js';
import { PLANS } from '../accounts/tables.js';
import type { Store } from '../schema.js';
import { get } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';

/** The days of the chart. */
const DAYS = 30;

/** Counts an account's verdicts on each of the latest days (UTC), oldest first. */
const countDays = async (
  { db, now }: Store,
  accountId: number,
): Promise<({ day: string } & Record<Status, number>)[]> => {
  const counts = STATUSES.map(
    (status) => sql`coalesce(sum(count) filter (where status = ${sql.lit(status)}), 0)::bigint as ${sql.id(status)}`,
  );
  const { rows } = await sql<{ day: string } & Record<Status, number>>`
    select to_char(dates.day, 'YYYY-MM-DD') as day, ${sql.join(counts)}
    from (select ${dayOf(now)} - back as day from generate_series(0, ${sql.lit(DAYS - 1)}) as back) as dates
    left join check_days on check_days.day = dates.day and account_id = ${accountId}
    group by dates.day order by dates.day`.execute(db);
  return rows;
};

const COUNT = z.int();
export const OVERVIEW = answerOf(
  'The credits and the days, oldest first.',
  z.object({
    plan: z.enum(PLANS),
    credits: CREDITS,
    next_free_credits_at: TIME,
    days: z.array(z.object({ day: z.string(), valid: COUNT, invalid: COUNT, risky: COUNT, unknown: COUNT })),
  }),
  {
    plan: 'standard',
    credits: EXAMPLE_CREDITS,
    next_free_credits_at: EXAMPLE_TIME,
    days: [{ day: '2026-01-31', valid: 2, invalid: 1, risky: 0, unknown: 0 }],
  },
);

const overview = describe(
  {
    summary: 'Shows credits and verdicts',
    details: 'The verdicts of each of the latest 30 days (UTC).',
    access: 'session',
    answer: OVERVIEW,
  },
  get({}, async (parts: SessionStore, { headers, trace }) => {
    const { accountId, plan } = await signedIn(parts, headers, trace);
    const { free, bought, reserved, nextFree } = await readCredits(parts.store, accountId);
    const days = await countDays(parts.store, accountId);
    return Response.json({
      plan,
      credits: { free, bought, reserved },
      next_free_credits_at: timestamp(nextFree),
      days,
    });
  }),
);

export const OVERVIEW_ENDPOINTS = { overview };
