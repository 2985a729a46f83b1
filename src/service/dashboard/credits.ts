import { z } from 'zod';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import { sql } from 'kysely';
import { timestamp } from '../../protocol/index.js';
import type { EntryKind, Source } from '../credits/tables.js';
import type { Store } from '../schema.js';
import { get } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import { beforeOf, fromMicroseconds, PAGE, pageOf, toMicroseconds } from './cursor-pages.js';

/** A change of an account's credits. The checks of a day are one entry for each source of credits. */
interface Entry {
  at: Date;
  kind: EntryKind;
  amount: number;
  source: Source;
  reference: string | null;
  expiresAt: Date | null;
  /** The day (UTC) of checks; null for other kinds. */
  day: string | null;
  /** The place of the entry: its time in microseconds, and an id that is unique. */
  place: string;
}

const PLACE = /^(\d{1,16})_([\w.-]{1,40})$/;

/**
 * Reads what changed an account's credits, newest first. The checks of one day (UTC) and source are one entry, at the time
 * of the latest one. What moves credits between a lot and its reserved part changes nothing.
 */
const readEntries = async ({ db }: Store, accountId: number, before: string[] | null): Promise<Entry[]> => {
  const [time = '', id = ''] = before ?? [];
  const isBefore = before && sql`where (at, id) < (${fromMicroseconds(time)}, ${id})`;
  const { rows } = await sql<Entry>`
    select at, kind, amount, source, reference, expires_at as "expiresAt", day::text as day,
      ${toMicroseconds('at')} || '_' || id as place
    from (
      select at, kind, amount, source, reference, expires_at, lot_id || '.' || seq as id, null::date as day
        from credit_lots join ledger on lot_id = credit_lots.id
        where account_id = ${accountId} and kind in ('free', 'grant', 'purchase', 'used_before') and seq <= 2
      union all
      select max(latest), 'check', -sum(count)::bigint, paid_from, null, null, day || '.' || paid_from, day
        from check_days where account_id = ${accountId} and paid_from <> 'none' group by day, paid_from
    ) as entries ${isBefore ?? sql``} order by at desc, id desc limit ${sql.lit(PAGE + 1)}`.execute(db);
  return rows;
};

/** A list whose checks are among those of a day. */
interface DayList {
  day: string;
  id: number;
  name: string;
  credits: number;
}

/** Lists of a day that are named. */
const NAMED = 5;

/** Reads the lists that were worked on in days, those that cost most first; deleted ones have no name any more. */
const readLists = async ({ db, now }: Store, accountId: number, days: readonly string[]): Promise<DayList[]> => {
  if (days.length === 0) return [];
  const { rows } = await sql<DayList>`
    select day::text as day, list.id, list.name, list.credits from unnest(${days}::date[]) as day, lateral (
      select id, name, credits from batches
      where account_id = ${accountId} and deleted_at is null and credits > 0
        and (started_at at time zone 'UTC')::date <= day
        and (coalesce(ended_at, ${now}) at time zone 'UTC')::date >= day
      order by credits desc, id desc limit ${sql.lit(NAMED)}
    ) as list`.execute(db);
  return rows;
};

export const ENTRIES = answerOf(
  'A page of entries.',
  z.object({
    entries: z.array(
      z.object({
        at: TIME,
        kind: z.enum(['free', 'grant', 'purchase', 'used_before', 'check']),
        amount: z.int().describe('below 0: credits that were spent'),
        source: z.enum(['free', 'grant', 'purchase']) satisfies z.ZodType<Source>,
        reference: z.string().nullable().describe('names the payment'),
        expires_at: TIME.nullable(),
        lists: z
          .array(
            z.object({ id: z.int(), name: z.string(), credits: z.int().describe('those that it cost so far, in all') }),
          )
          .describe(`of checks, up to ${NAMED} lists that were worked on that day`),
      }),
    ),
    next: z.string().nullable().describe('the before of the next page; null: this is the last one'),
  }),
  {
    entries: [
      { at: EXAMPLE_TIME, kind: 'check', amount: -3, source: 'free', reference: null, expires_at: null, lists: [] },
    ],
    next: null,
  },
);

const credits = describe(
  {
    summary: 'Lists what changed the credits',
    details: 'Newest first, 50 on a page. The checks of a day (UTC) and source are one entry.',
    access: 'session',
    answer: ENTRIES,
  },
  get({ before: beforeOf(PLACE, '1769860800000000_7.2') }, async (parts: SessionStore, { body, headers, trace }) => {
    const place = PLACE.exec(body.before ?? '');
    const { accountId } = await signedIn(parts, headers, trace);
    const { page, next } = pageOf(
      await readEntries(parts.store, accountId, place?.slice(1) ?? null),
      ({ place }) => place,
    );
    const days = [...new Set(page.flatMap(({ day }) => day ?? []))];
    const lists = await readLists(parts.store, accountId, days);
    return Response.json({
      entries: page.map(({ at, kind, amount, source, reference, expiresAt, day }) => ({
        at: timestamp(at),
        kind,
        amount,
        source,
        reference,
        expires_at: expiresAt && timestamp(expiresAt),
        lists: lists
          .filter((list) => list.day === day)
          .map(({ id, name, credits: cost }) => ({ id, name, credits: cost })),
      })),
      next,
    });
  }),
);

export const CREDIT_ENDPOINTS = { credits };
