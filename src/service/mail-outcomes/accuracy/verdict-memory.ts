/** The last verdict on each mailbox before its outcome, for accounts that are measured. */
import { sql } from 'kysely';
import type { ValidationResult } from '../../../protocol/index.js';
import { createBatcher } from '../../../util/batcher.js';
import type { Inside, Store } from '../../schema.js';
import { deleteInSteps } from '../../store/in-steps.js';
import { inTransaction } from '../../store/transaction.js';

/** The days for which a verdict is remembered: mail is sent soon after a check. */
export const VERDICT_DAYS = 90;
/** Verdicts that one statement of single checks stores. */
const MOST = 100;

/** A verdict on a mailbox. */
export interface Judged {
  /** The key of the mailbox. */
  mailbox: Buffer;
  result: Pick<ValidationResult, 'status' | 'score' | 'sub_status'>;
}

/** True for an account that is measured, as a condition. */
export const isMeasured = (accountId: number) =>
  sql<boolean>`exists (select from accuracy_accounts where account_id = ${accountId} and remembers_since is not null)`;

/** Measures an account from now on, unless it has decided about that before. */
export const measure = async ({ db, now }: Store, accountId: number): Promise<void> => {
  await db
    .insertInto('accuracy_accounts')
    .values({ account_id: accountId, remembers_since: now, alerted_at: null })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
};

/** Deletes what is remembered of an account. Call it with the row of `accuracy_accounts` locked or gone. */
const forget = async ({ db }: Inside, accountId: number): Promise<void> => {
  await db.deleteFrom('remembered_verdicts').where('account_id', '=', accountId).execute();
};

/** Turns the measuring of an account on or off. Off: its verdicts are forgotten; the sums of weeks stay. */
export const setMeasured = (store: Store, accountId: number, isOn: boolean): Promise<void> =>
  inTransaction(store, async (inside) => {
    const { db, now } = inside;
    const since = isOn ? now : null;
    await db
      .insertInto('accuracy_accounts')
      .values({ account_id: accountId, remembers_since: since, alerted_at: null })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({
          remembers_since: isOn ? sql<Date>`coalesce(accuracy_accounts.remembers_since, ${now})` : null,
        }),
      )
      .execute();
    if (!isOn) await forget(inside, accountId);
  });

/** Removes all that is known of how right the verdicts of an account were. */
export const eraseAccuracy = async (inside: Inside, accountId: number): Promise<void> => {
  const { db } = inside;
  // First: what remembers a verdict meanwhile has this row locked, or finds none.
  await db.deleteFrom('accuracy_accounts').where('account_id', '=', accountId).execute();
  await forget(inside, accountId);
  await db.deleteFrom('accuracy_weeks').where('account_id', '=', accountId).execute();
};

/**
 * Remembers verdicts of an account, unless it is no longer measured. One whose outcome was counted stays: each mailbox
 * counts once in 90 days, and one that is checked every day counts no more than others.
 */
export const rememberVerdicts = async (
  { db, now }: Store,
  accountId: number,
  judged: readonly Judged[],
): Promise<void> => {
  if (judged.length === 0) return;
  const last = new Map(judged.map((one) => [one.mailbox.toString('hex'), one.result]));
  const rows = Array.from(last, ([mailbox, { status, score, sub_status: codes }]) => ({
    ...{ mailbox, status, score: Math.round(100 * score), codes },
  }));
  // In the order of their keys: two statements never wait for each other.
  await sql`
    insert into remembered_verdicts (account_id, mailbox, status, score, codes, checked_at)
    select measured.account_id, decode(mailbox, 'hex') as key, status, score, codes, ${now}
    from (select account_id from accuracy_accounts
        where account_id = ${accountId} and remembers_since is not null for key share) as measured,
      json_to_recordset(${JSON.stringify(rows)}::json) as judged (mailbox text, status text, score smallint, codes text[])
    order by key
    on conflict (account_id, mailbox) do update set status = excluded.status, score = excluded.score,
      codes = excluded.codes, checked_at = excluded.checked_at where remembered_verdicts.outcome is null`.execute(db);
};

/** Remembers a verdict of an account. */
export type RememberVerdict = (accountId: number, judged: Judged) => Promise<undefined>;

/** Creates the memory of a process: concurrent checks of an account share a statement. */
export const createVerdictMemory = (store: Store): RememberVerdict =>
  createBatcher<number, Judged, undefined>(MOST, async (accountId, take) => {
    const batch = take();
    await rememberVerdicts(
      store,
      accountId,
      batch.map(({ item }) => item),
    );
    for (const { resolve } of batch) resolve(undefined);
  });

/** The weeks for which sums are kept. */
const KEPT_WEEKS = 105;

/** Deletes verdicts older than 90 days, and sums older than two years. @returns the number of deleted rows. */
export const forgetOldVerdicts = async (store: Store, signal: AbortSignal): Promise<number> => {
  const { now } = store;
  const weeks = await deleteInSteps(
    store,
    {
      table: 'accuracy_weeks',
      key: ['account_id', 'week', 'kind', 'value'],
      where: sql`week < (${now} at time zone 'UTC')::date - ${sql.lit(7 * KEPT_WEEKS)}`,
    },
    signal,
  );
  const verdicts = await deleteInSteps(
    store,
    {
      table: 'remembered_verdicts',
      key: ['account_id', 'mailbox'],
      where: sql`checked_at < ${now} - ${sql.lit(VERDICT_DAYS)} * interval '1 day'`,
    },
    signal,
  );
  return weeks + verdicts;
};
