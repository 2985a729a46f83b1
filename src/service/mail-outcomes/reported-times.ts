import { sql } from 'kysely';
import { inCalendar } from '../../util/calendar.js';
import type { Store } from '../schema.js';

/** The times of outcomes of a mailbox, as ISO 8601 or `now`. */
export interface ReportedTimes {
  /** The key of the mailbox, in hex. */
  mailbox: string;
  /** The key of its domain, in hex; missing: it is not to be stored. */
  domain?: string;
  delivered_at?: string;
  bounced_at?: string;
  complained_at?: string;
}

/** The text of a time. Anybody can write a mail that came back: a time that the store cannot read must stop no other. */
export const timeText = (at: Date | null): string => (at === null ? 'now' : inCalendar(at).toISOString());

/** Reports as the rows of a table `reported`, in SQL. */
export const reportedRows = (reported: readonly ReportedTimes[]) =>
  sql`json_to_recordset(${JSON.stringify(reported)}::json)
    as reported (mailbox text, domain text, delivered_at text, bounced_at text, complained_at text)`;

/** The latest time in a column of several reports, in SQL. One of the future counts as now. */
export const latestOf = (column: Exclude<keyof ReportedTimes, 'mailbox' | 'domain'>, now: Store['now']) =>
  sql`max(case when ${sql.ref(column)} = 'now' then ${now} when ${sql.ref(column)} is not null
    then least(${now}, ${sql.ref(column)}::timestamptz) end)`;
