/** Outcomes of an account's own mail: reported, remembered for a time, and asked for by the checks. */
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../../protocol/refusal.js';
import { createBatcher } from '../../util/batcher.js';
import { mapInTurns } from '../../util/turns.js';
import type { Hashes } from '../keys/hashes.js';
import type { Store } from '../schema.js';
import { deleteInSteps } from '../store/in-steps.js';
import { inTransaction } from '../store/transaction.js';
import { countOutcomes } from './accuracy/count-outcomes.js';
import { isMeasured, measure } from './accuracy/verdict-memory.js';
import { REMEMBERED_DAYS, type MailHistory } from './learn.js';
import { domainKey, mailboxKey, type OutcomeHashes } from './mailbox-key.js';
import { latestOf, reportedRows, timeText, type ReportedTimes } from './reported-times.js';

/** The outcomes of a mail that an account can report. A soft bounce is temporary: nothing follows from it. */
export const MAIL_OUTCOMES = ['delivered', 'hard_bounce', 'soft_bounce', 'complaint'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** A mail that an account has sent, and what became of it. */
export interface MailReport {
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

/** The outcome of reporting. */
export interface Reported {
  /** The mailboxes of which something was stored. */
  mailboxes: number;
  /** The reports that told nothing new: the same outcome of the mailbox was known, at that time or later. */
  repeats: number;
  /** The reports that are older than anything is remembered. */
  tooOld: number;
}

/** Stores reports of an account: {@link remember} with the parts of a process. */
export type ReportOutcomes = (accountId: number, reports: readonly MailReport[]) => Promise<Reported>;

/** Nothing was reported, or nothing may be stored. */
export const NOTHING_REPORTED: Reported = { mailboxes: 0, repeats: 0, tooOld: 0 };

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

/** With the account, the advisory lock of its reports. The number is arbitrary. */
const LOCK = 1_704_418_137;

/**
 * Waits for other reports of an account. A statement that comes after sees what they stored: of two files that are read at
 * once, each outcome is new to one of them.
 */
const waitForOthers = async ({ db }: Store, accountId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, hashint8(${accountId}::bigint))`.execute(db);
};

/** Stores the latest time of each kind. */
const storeTimes = async ({ db, now }: Store, accountId: number, rows: readonly ReportedTimes[]): Promise<Reported> => {
  const columns = Object.values(COLUMNS);
  const list = (of: (column: string) => RawBuilder<unknown>) => sql.join(columns.map(of));
  const kept = sql`'now' in (delivered_at, bounced_at, complained_at)
    or coalesce(delivered_at, bounced_at, complained_at)::timestamptz > ${now} - ${YEAR}`;
  const news = columns.map(
    (column) => sql`(${sql.ref(`reported.${column}`)} is not null and
      coalesce(${sql.ref(`reported.${column}`)} > ${sql.ref(`before.${column}`)}, true))::integer`,
  );
  // In the order of their keys: two reports never wait for each other.
  const { rows: found } = await sql<{ mailboxes: number; kept: number; news: number }>`
    with reported as (
      select decode(mailbox, 'hex') as mailbox, decode(max(domain), 'hex') as domain, count(*) as kept,
        ${sql.join(columns.map((column) => sql`${latestOf(column, now)} as ${sql.ref(column)}`))}
      from ${reportedRows(rows)} where ${kept} group by mailbox
    ), stored as (
      insert into mail_outcomes (account_id, mailbox, domain, ${list((column) => sql.ref(column))}, reported_at)
      select ${accountId}::bigint, mailbox, domain, ${list((column) => sql.ref(column))}, ${now} from reported order by mailbox
      on conflict (account_id, mailbox) do update set reported_at = excluded.reported_at, domain = excluded.domain, ${list(
        (column) => sql`${sql.ref(column)} = greatest(mail_outcomes.${sql.ref(column)}, excluded.${sql.ref(column)})`,
      )}
    )
    select count(*)::integer as mailboxes, coalesce(sum(kept), 0)::integer as kept,
      coalesce(sum(${sql.join(news, sql` + `)}), 0)::integer as news
    from reported left join mail_outcomes as before on account_id = ${accountId} and before.mailbox = reported.mailbox`.execute(
    db,
  );
  const { mailboxes = 0, kept: remembered = 0, news: fresh = 0 } = found[0] ?? {};
  return { mailboxes, repeats: remembered - fresh, tooOld: rows.length - remembered };
};

/** The row of a report; null for a soft bounce, and for text that is no address. */
const timesOf = (hashes: OutcomeHashes, { email, outcome, at }: MailReport): ReportedTimes | null => {
  const key = outcome === 'soft_bounce' ? null : mailboxKey(hashes.mailbox, email);
  if (key === null || outcome === 'soft_bounce') return null;
  const domain = hashes.domain && domainKey(hashes.domain, email);
  return {
    mailbox: key.toString('hex'),
    ...(domain && { domain: domain.toString('hex') }),
    [COLUMNS[outcome]]: timeText(at),
  };
};

/**
 * Remembers reports, and counts how right the verdicts before them were. The latest of each kind counts, in whatever
 * order and however often they come. Of soft bounces, and of texts that are no address, nothing is stored.
 * @throws Refusal `conflict` if the account has reported of as many mailboxes as it can.
 */
export const remember = async (
  store: Store,
  hashes: OutcomeHashes,
  accountId: number,
  reports: readonly MailReport[],
): Promise<Reported> => {
  // In turns: each address costs microseconds to read, and a message of a source can have thousands.
  const read = await mapInTurns(reports, (report) => timesOf(hashes, report));
  const rows = read.filter((row) => row !== null);
  if (rows.length === 0) return NOTHING_REPORTED;
  if (await isFull(store, accountId))
    throw new Refusal(
      'conflict',
      `The account has reported of ${MOST_MAILBOXES} mailboxes, and no more fit; those of a year ago are forgotten by themselves.`,
    );
  return inTransaction(store, async (inside) => {
    await waitForOthers(inside, accountId);
    const stored = await storeTimes(inside, accountId, rows);
    await measure(inside, accountId);
    await countOutcomes(inside, accountId, rows);
    return stored;
  });
};

/** The time since one, in ms. */
const since = (now: Store['now'], column: string) =>
  sql<number | null>`(extract(epoch from ${now} - ${sql.ref(column)}) * 1000)::float8`;

/** The facts of the account and the mailbox that a check needs. */
export interface Known {
  /** The outcomes of the account's mail to the mailbox; null: nothing is known. */
  history: MailHistory | null;
  /** The key of the mailbox, under which the verdict is to be remembered; null: it is not. */
  mailbox: Buffer | null;
}

/** For text that is no address, and for accounts that neither report outcomes nor are measured. */
const NOTHING: Known = { history: null, mailbox: null };

/** Reads what is known of an account's mail to the mailbox behind an address. */
export type ReadHistory = (accountId: number, email: string) => Promise<Known>;

/** Reads what is known of mailboxes, in their order. */
const readKnown = async ({ db, now }: Store, accountId: number, keys: readonly Buffer[]): Promise<Known[]> => {
  const { rows } = await sql<{ measured: boolean; mailbox: Buffer | null } & MailHistory>`
    select measured, mailbox, ${since(now, 'delivered_at')} as delivered, ${since(now, 'bounced_at')} as bounced,
      ${since(now, 'complained_at')} as complained
    from (select ${isMeasured(accountId)} as measured) as account
    left join mail_outcomes on account_id = ${accountId} and mailbox in (${sql.join([...new Set(keys)])})`.execute(db);
  const found = new Map(
    rows.map(({ mailbox, delivered, bounced, complained }) => [
      mailbox?.toString('hex'),
      { delivered, bounced, complained },
    ]),
  );
  const remembers = rows[0]?.measured === true;
  return keys.map((key) => ({ history: found.get(key.toString('hex')) ?? null, mailbox: remembers ? key : null }));
};

/** Creates the reader of a process: concurrent checks of an account share a query. */
export const createHistories = (store: Store, hashMailbox: Hashes['mailbox']): ReadHistory => {
  const read = createBatcher<number, Buffer, Known>(MOST, async (accountId, take) => {
    const batch = take();
    const keys = batch.map(({ item }) => item);
    const known = await readKnown(store, accountId, keys);
    for (const [n, { resolve }] of batch.entries()) resolve(known[n] ?? NOTHING);
  });
  return async (accountId, email) => {
    const key = mailboxKey(hashMailbox, email);
    return key === null ? NOTHING : read(accountId, key);
  };
};

/** Reads what is known of many addresses of an account, in their order. */
export type ReadManyHistories = (accountId: number, emails: readonly string[]) => Promise<Known[]>;

/**
 * Creates the reader for lists. Most accounts have reported of nothing: that costs one query, which concurrent reads
 * share, and no hash.
 */
export const createManyHistories = (store: Store, hashMailbox: Hashes['mailbox']): ReadManyHistories => {
  const hasAny = createBatcher<number, null, boolean>(MOST, async (accountId, take) => {
    const batch = take();
    const { rows } = await sql<{ any: boolean }>`
      select ${isMeasured(accountId)} or exists (select from mail_outcomes where account_id = ${accountId}) as any`.execute(
      store.db,
    );
    for (const { resolve } of batch) resolve(rows[0]?.any === true);
  });
  return async (accountId, emails) => {
    if (emails.length === 0 || !(await hasAny(accountId, null))) return emails.map(() => NOTHING);
    const keys = emails.map((email) => mailboxKey(hashMailbox, email));
    const given = keys.filter((key) => key !== null);
    const known = given.length === 0 ? [] : await readKnown(store, accountId, given);
    let n = 0;
    return keys.map((key) => (key === null ? NOTHING : (known[n++] ?? NOTHING)));
  };
};

/** Deletes what was last reported more than a year ago. @returns the number of deleted rows. */
export const forgetOldOutcomes = (store: Store, signal: AbortSignal): Promise<number> =>
  deleteInSteps(
    store,
    { table: 'mail_outcomes', key: ['account_id', 'mailbox'], where: sql`reported_at < ${store.now} - ${YEAR}` },
    signal,
  );
