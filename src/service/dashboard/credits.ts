import { sql } from 'kysely';
import { timestamp } from '../../protocol/index.js';
import type { EntryKind, Source, Store } from '../store/tables.js';
import { get } from '../users/endpoint.js';
import { signedIn } from '../users/sessions.js';
import { fromMicroseconds, PAGE, pageOf, readBefore, toMicroseconds } from './paging.js';

/** What changed an account's credits. */
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

const credits = get(async (parts, { headers, url, trace }) => {
  const { accountId } = await signedIn(parts, headers, trace);
  const { page, next } = pageOf(
    await readEntries(parts.store, accountId, readBefore(url, PLACE)),
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
});

export const CREDIT_ENDPOINTS = { credits };
