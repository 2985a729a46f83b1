import { z } from 'zod';
import { EXAMPLE_TIME, TIME } from '../answers.js';
import { answerOf, describe } from '../endpoint.js';
import { sql } from 'kysely';
import { timestamp } from '../../protocol/index.js';
import type { EntryKind, Source, Store } from '../store/tables.js';
import { get } from '../users/endpoint.js';
import { signedIn } from '../users/sessions.js';
import { beforeOf, fromMicroseconds, PAGE, pageOf, toMicroseconds } from './paging.js';

/** A change of an account's credits. The checks of a day are one entry for each source of credits. */
interface Entry {
  at: Date;
  kind: EntryKind;
  amount: number;
  source: Source;
  reference: string | null;
  expiresAt: Date | null;
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
    select at, kind, amount, source, reference, expires_at as "expiresAt",
      ${toMicroseconds('at')} || '_' || id as place
    from (
      select at, kind, amount, source, reference, expires_at, lot_id || '.' || seq as id
        from credit_lots join ledger on lot_id = credit_lots.id
        where account_id = ${accountId} and kind in ('free', 'grant', 'purchase', 'used_before') and seq <= 2
      union all
      select max(latest), 'check', -sum(count)::bigint, paid_from, null, null, day || '.' || paid_from
        from check_days where account_id = ${accountId} and paid_from <> 'none' group by day, paid_from
    ) as entries ${isBefore ?? sql``} order by at desc, id desc limit ${sql.lit(PAGE + 1)}`.execute(db);
  return rows;
};

const ENTRIES = answerOf(
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
      }),
    ),
    next: z.string().nullable().describe('the before of the next page; null: this is the last one'),
  }),
  {
    entries: [{ at: EXAMPLE_TIME, kind: 'check', amount: -3, source: 'free', reference: null, expires_at: null }],
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
  get({ before: beforeOf(PLACE, '1769860800000000_7.2') }, async (parts, { body, headers, trace }) => {
    const place = PLACE.exec(body.before ?? '');
    const { accountId } = await signedIn(parts, headers, trace);
    const { page, next } = pageOf(
      await readEntries(parts.store, accountId, place?.slice(1) ?? null),
      ({ place }) => place,
    );
    return Response.json({
      entries: page.map(({ at, kind, amount, source, reference, expiresAt }) => ({
        at: timestamp(at),
        kind,
        amount,
        source,
        reference,
        expires_at: expiresAt && timestamp(expiresAt),
      })),
      next,
    });
  }),
);

export const CREDIT_ENDPOINTS = { credits };
