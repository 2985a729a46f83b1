import { sql } from 'kysely';
import type { Inside } from '../../schema.js';
import { BOUNCE_CODES } from '../bounces.js';
import { latestOf, reportedRows, type ReportedTimes } from '../reported-times.js';

/**
 * Counts outcomes in the weeks of the verdicts before them. A mailbox counts once in 90 days: as delivered, until mail to
 * it bounces. A bounce may come after a delivery, since a server may accept a mail and send it back.
 */
export const countOutcomes = async (
  { db, now }: Inside,
  accountId: number,
  reported: readonly ReportedTimes[],
): Promise<void> => {
  // Providers tell whole seconds, by their own clocks.
  const follows = (column: string) => sql`${sql.ref(column)} >= verdict.checked_at - interval '1 minute'`;
  const next = sql`case when ${follows('bounced_at')} then 'bounced' when ${follows('delivered_at')} then 'delivered' end`;
  // Verdicts, and then weeks, in the order of their keys: two reports never wait for each other.
  await sql`
    with reported as (
      select decode(mailbox, 'hex') as mailbox, ${latestOf('bounced_at', now)} as bounced_at,
        greatest(${latestOf('delivered_at', now)}, ${latestOf('complained_at', now)}) as delivered_at
      from ${reportedRows(reported)} group by mailbox
    ), found as (
      select verdict.mailbox, status, score, codes, checked_at, outcome as before, ${next} as next
      from remembered_verdicts as verdict join reported on reported.mailbox = verdict.mailbox
      where account_id = ${accountId} and (outcome is null or outcome = 'delivered' and ${next} = 'bounced')
        and ${next} is not null
      order by verdict.mailbox for update of verdict
    ), changed as (
      update remembered_verdicts as verdict set outcome = found.next from found
      where verdict.account_id = ${accountId} and verdict.mailbox = found.mailbox
    ), cases as (
      select date_trunc('week', checked_at at time zone 'UTC')::date as week, status, score, codes,
        (next = 'delivered')::integer - (before is not null)::integer as delivered, (next = 'bounced')::integer as bounced
      from found
    )
    insert into accuracy_weeks (account_id, week, kind, value, delivered, bounced)
    select ${accountId}::bigint, week, kind, value, sum(delivered), sum(bounced) from (
      select week, 'status' as kind, status as value, delivered, bounced from cases
      union all select week, 'code', code, delivered, bounced from cases, unnest(codes) as code
      union all select week, 'score', least(9, score / 10)::text, delivered, bounced from cases
      union all select week, 'plain', status, delivered, bounced from cases where not codes && ${BOUNCE_CODES}::text[]
    ) as parts group by week, kind, value order by week, kind, value
    on conflict (account_id, week, kind, value) do update set
      delivered = accuracy_weeks.delivered + excluded.delivered, bounced = accuracy_weeks.bounced + excluded.bounced`.execute(
    db,
  );
};
