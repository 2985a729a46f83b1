/** The callbacks that are due, for any number of processes that send them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '../../schema.js';
import { inTransaction } from '../../store/transaction.js';
import { waitAfter } from './back-off.js';
import type { Outcome } from './send.js';

/** The time after which a running attempt is taken for lost, in seconds: several times the time limit of an attempt. */
const LEASE_S = 60;
/** The attempts of a callback that are kept. */
const MAX_KEPT = 50;
/** The receiver wants no more messages. */
const GONE = 410;

/** A callback that this process is to send now. */
export interface Claimed {
  id: string;
  accountId: number;
  url: string;
  host: string;
  payload: string;
  /** The number of this attempt. */
  attempts: number;
  tries: number;
  lease: string;
}

/** Hosts and accounts of which no further attempt may begin now. */
export interface Busy {
  hosts: readonly string[];
  accounts: readonly number[];
}

/**
 * Claims the callback that is due longest, and notes that an attempt begins. An attempt whose process ended is claimed again
 * when its lease has ended.
 * @returns null if there is none.
 */
export const claim = async ({ db, now }: Store, { hosts, accounts }: Busy): Promise<Claimed | null> => {
  const lease = randomUUID();
  const { rows } = await sql<Omit<Claimed, 'lease'>>`
    with due as (
      select id from batch_callbacks where due_at <= ${now}
        and host <> all(${hosts}::text[]) and account_id <> all(${accounts}::bigint[])
      order by due_at limit 1 for update skip locked
    ), claimed as (
      update batch_callbacks set lease = ${lease}, due_at = ${now} + ${sql.lit(LEASE_S)} * interval '1 second',
        attempts = attempts + 1, tries = tries + 1
      from due where batch_callbacks.id = due.id returning batch_callbacks.*
    ), noted as (
      insert into callback_attempts (callback_id, no, at) select id, attempts, ${now} from claimed
    )
    select id, account_id as "accountId", url, host, payload, attempts, tries from claimed`.execute(db);
  const [found] = rows;
  return found === undefined ? null : { ...found, lease };
};

/** The state of a callback after an attempt; `later`: another attempt follows. */
export type Sequel = 'delivered' | 'later' | 'given up';

/** Notes the end of an attempt, and when the next one is due. Changes nothing but the log if the lease was lost. */
export const settle = (
  store: Store,
  { id, attempts, tries, lease }: Claimed,
  { status, reason, retryAfter, ms }: Outcome,
): Promise<Sequel> =>
  inTransaction(store, async ({ db, now }) => {
    await db
      .updateTable('callback_attempts')
      .set({ status, reason, ms })
      .where('callback_id', '=', id)
      .where('no', '=', attempts)
      .execute();
    await db
      .deleteFrom('callback_attempts')
      .where('callback_id', '=', id)
      .where('no', '<=', attempts - MAX_KEPT)
      .execute();
    const wait = reason === null || status === GONE ? null : waitAfter(tries, retryAfter);
    const sequel = reason === null ? 'delivered' : wait === null ? 'given up' : 'later';
    await db
      .updateTable('batch_callbacks')
      .set({
        lease: null,
        due_at: wait === null ? null : sql<Date>`${now} + ${wait * 1000} * interval '1 millisecond'`,
        delivered_at: sequel === 'delivered' ? now : null,
        given_up_at: sequel === 'given up' ? now : null,
      })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute();
    return sequel;
  });

/** Gives a callback back whose attempt was broken off because this process ends: it is due at once, for another one. */
export const giveBack = async ({ db, now }: Store, { id, lease }: Claimed): Promise<void> => {
  await db
    .updateTable('batch_callbacks')
    .set({ lease: null, due_at: now, tries: sql<number>`tries - 1` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
};

/**
 * Makes a callback due again, with the same message id. One whose attempt runs stays as it is.
 * @returns false if the account has no such callback.
 */
export const replay = async (
  { db, now }: Store,
  { accountId, listId, n }: { accountId: number; listId: number; n: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('batch_callbacks')
    .set({
      due_at: sql<Date>`case when lease is null then ${now} else due_at end`,
      tries: sql<number>`case when lease is null then 0 else tries end`,
      delivered_at: null,
      given_up_at: null,
    })
    .where('account_id', '=', accountId)
    .where('batch_id', '=', listId)
    .where('n', '=', n)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};
