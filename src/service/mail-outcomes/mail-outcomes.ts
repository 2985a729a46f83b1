/** Outcomes of an account's own mail: reported, remembered for a time, and asked for by the checks. */
import { sql } from 'kysely';
import { parseAddress } from '../../address/parse.js';
import { canonicalMailbox } from '../../address/mailbox.js';
import { Refusal } from '../../protocol/refusal.js';
import { createBatcher } from '../../util/batcher.js';
import type { Hashes } from '../keys/hashes.js';
import type { Store } from '../schema.js';
import { REMEMBERED_DAYS, type MailHistory } from './learn.js';

/** The outcomes of a mail that an account can report. A soft bounce is temporary: nothing follows from it. */
export const MAIL_OUTCOMES = ['delivered', 'hard_bounce', 'soft_bounce', 'complaint'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** A mail that an account has sent, and what became of it. */
export interface Report {
  /** The address that it was sent to. */
  email: string;
  outcome: MailOutcome;
  /** When; null: now. One of the future counts as now. */
  at: Date | null;
}

/** The number of mailboxes of which an account can have reported. */
export const MOST_MAILBOXES = 1_000_000;
/** The time for which an outcome is remembered. */
const YEAR = sql`${sql.lit(REMEMBERED_DAYS)} * interval '1 day'`;
/** Histories that one query reads. */
const MOST = 500;

/** The keyed hash of the mailbox behind an address; null for text that is no address. */
const keyOf = (hashMailbox: Hashes['mailbox'], email: string): Buffer | null => {
  const parsed = parseAddress(email.trim());
  // The mail host is not known when an outcome is reported. Letter case tells no two mailboxes apart in practice, and mail
  // providers report addresses in lower case.
  return parsed.ok ? hashMailbox(canonicalMailbox(parsed.ascii.toLowerCase(), { host: '' })) : null;
};

const COLUMNS = { delivered: 'delivered_at', hard_bounce: 'bounced_at', complaint: 'complained_at' } as const;

/** True if an account has reported of as many mailboxes as it can. */
const isFull = async ({ db }: Store, accountId: number): Promise<boolean> => {
  const last = db.selectFrom('mail_outcomes').select('account_id').where('account_id', '=', accountId);
  return (
    (await last
      .offset(MOST_MAILBOXES - 1)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
};

/**
 * Remembers reports. The latest of each kind counts, in whatever order and however often they come.
 * @returns the number of mailboxes of which something was stored. Soft bounces, reports older than a year, and texts that
 * are no address are not.
 * @throws Refusal `conflict` if the account has reported of as many mailboxes as it can.
 */
export const remember = async (
  store: Store,
  hashMailbox: Hashes['mailbox'],
  accountId: number,
  reports: readonly Report[],
): Promise<number> => {
  const rows = reports.flatMap(({ email, outcome, at }) => {
    const key = outcome === 'soft_bounce' ? null : keyOf(hashMailbox, email);
    return key === null || outcome === 'soft_bounce'
      ? []
      : { mailbox: key.toString('hex'), [COLUMNS[outcome]]: at?.toISOString() ?? 'now' };
  });
  if (rows.length === 0) return 0;
  if (await isFull(store, accountId))
    throw new Refusal(
      'conflict',
      `The account has reported of ${MOST_MAILBOXES} mailboxes, and no more fit; those of a year ago are forgotten by themselves.`,
    );
  const { db, now } = store;
  const latest = (column: string) =>
    sql`max(case when ${sql.ref(column)} = 'now' then ${now} when ${sql.ref(column)} is not null
      then least(${now}, ${sql.ref(column)}::timestamptz) end)`;
  const greatest = (column: string) =>
    sql`${sql.ref(column)} = greatest(mail_outcomes.${sql.ref(column)}, excluded.${sql.ref(column)})`;
  // In the order of their keys: two reports never wait for each other.
  const { numAffectedRows = 0n } = await sql`
    insert into mail_outcomes (account_id, mailbox, delivered_at, bounced_at, complained_at, reported_at)
    select ${accountId}::bigint, decode(mailbox, 'hex'), ${latest('delivered_at')}, ${latest('bounced_at')},
      ${latest('complained_at')}, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as reported (mailbox text, delivered_at text, bounced_at text, complained_at text)
    where 'now' in (delivered_at, bounced_at, complained_at)
      or coalesce(delivered_at, bounced_at, complained_at)::timestamptz > ${now} - ${YEAR}
    group by mailbox order by mailbox
    on conflict (account_id, mailbox) do update set ${greatest('delivered_at')}, ${greatest('bounced_at')},
      ${greatest('complained_at')}, reported_at = excluded.reported_at`.execute(db);
  return Number(numAffectedRows);
};

/** The time since one, in ms. */
const since = (now: Store['now'], column: string) =>
  sql<number | null>`(extract(epoch from ${now} - ${sql.ref(column)}) * 1000)::float8`;

/** Reads what became of an account's mail to the mailbox behind an address; null if nothing is known. */
export type ReadHistory = (accountId: number, email: string) => Promise<MailHistory | null>;

/** The histories of mailboxes, by the hex of their keys. */
const readHistories = async (
  { db, now }: Store,
  accountId: number,
  keys: readonly Buffer[],
): Promise<Map<string, MailHistory>> => {
  const rows = await db
    .selectFrom('mail_outcomes')
    .select([
      'mailbox',
      since(now, 'delivered_at').as('delivered'),
      since(now, 'bounced_at').as('bounced'),
      since(now, 'complained_at').as('complained'),
    ])
    .where('account_id', '=', accountId)
    .where('mailbox', 'in', [...new Set(keys)])
    .execute();
  return new Map(rows.map(({ mailbox, ...history }) => [mailbox.toString('hex'), history]));
};

/** Creates the reader of a process: concurrent checks of an account share a query. */
export const createHistories = (store: Store, hashMailbox: Hashes['mailbox']): ReadHistory => {
  const read = createBatcher<number, Buffer, MailHistory | null>(MOST, async (accountId, take) => {
    const batch = take();
    const keys = batch.map(({ item }) => item);
    const found = await readHistories(store, accountId, keys);
    for (const { item, resolve } of batch) resolve(found.get(item.toString('hex')) ?? null);
  });
  return async (accountId, email) => {
    const key = keyOf(hashMailbox, email);
    return key === null ? null : read(accountId, key);
  };
};

/** Reads the histories of many addresses of an account, in their order. */
export type ReadManyHistories = (accountId: number, emails: readonly string[]) => Promise<(MailHistory | null)[]>;

/** Creates the reader for lists. Most accounts have reported of nothing: that costs one query, and no hash. */
export const createManyHistories =
  (store: Store, hashMailbox: Hashes['mailbox']): ReadManyHistories =>
  async (accountId, emails) => {
    const any = store.db.selectFrom('mail_outcomes').select('account_id').where('account_id', '=', accountId).limit(1);
    if (emails.length === 0 || (await any.executeTakeFirst()) === undefined) return emails.map(() => null);
    const keys = emails.map((email) => keyOf(hashMailbox, email));
    const found = await readHistories(
      store,
      accountId,
      keys.filter((key) => key !== null),
    );
    return keys.map((key) => (key && found.get(key.toString('hex'))) ?? null);
  };

/** Rows that one step deletes. */
const STEP = 5000;

/** Deletes what was last reported more than a year ago. @returns the number of deleted rows. */
export const forgetOldOutcomes = async ({ db, now }: Store, signal: AbortSignal): Promise<number> => {
  let deleted = 0;
  while (!signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from mail_outcomes where (account_id, mailbox) in (
        select account_id, mailbox from mail_outcomes
          where reported_at < ${now} - ${YEAR} limit ${sql.lit(STEP)})`.execute(db);
    deleted += Number(numAffectedRows);
    if (Number(numAffectedRows) < STEP) break;
  }
  return deleted;
};
