/**
 * The free credits of a month come once to a mailbox, which is known by its keyed hash, though its user may be deleted,
 * move to another one, and register again.
 */
import { sql } from 'kysely';
import { FREE_CREDITS, monthOf, monthStart } from './credits.js';
import type { Db, Store } from '../schema.js';

/** Keeps how many of this month's free credits an account had used. Call it when the account is locked, to be erased. */
export const keepUsedFree = async (
  { now }: Store,
  db: Db,
  { accountId, mailbox }: { accountId: number; mailbox: Buffer },
): Promise<void> => {
  await sql`
    insert into used_free (mailbox, month, used)
    select ${mailbox}::bytea, month, ${sql.lit(FREE_CREDITS)} - remaining from credit_lots
      where account_id = ${accountId} and month = ${monthOf(now)} and remaining < ${sql.lit(FREE_CREDITS)}
    on conflict (mailbox, month) do update set used = greatest(used_free.used, excluded.used)`.execute(db);
};

/** Marks all of this month's free credits of a mailbox as used: they went with its account to another mailbox. */
export const moveFree = async ({ now }: Store, db: Db, mailbox: Buffer): Promise<void> => {
  const all = sql.lit(FREE_CREDITS);
  await sql`insert into used_free (mailbox, month, used) values (${mailbox}, ${monthOf(now)}, ${all})
    on conflict (mailbox, month) do update set used = ${all}`.execute(db);
};

/** Begins a new account with the rest of this month's free credits, if earlier ones of its mailbox had used some. */
export const takeUsedFree = async (
  { now }: Store,
  db: Db,
  { accountId, mailbox }: { accountId: number; mailbox: Buffer },
): Promise<void> => {
  const all = sql.lit(FREE_CREDITS);
  await sql`
    with lot as (
      insert into credit_lots (account_id, source, month, remaining, entries, valid_from, expires_at)
      select ${accountId}::bigint, 'free', month, ${all} - used, 2, ${monthStart(now, 0)}, ${monthStart(now, 1)}
        from used_free where mailbox = ${mailbox} and month = ${monthOf(now)}
      returning id, remaining
    )
    insert into ledger (lot_id, seq, kind, amount, balance, at)
    select id, 1, 'free', ${all}, ${all}, ${now} from lot
    union all select id, 2, 'used_before', remaining - ${all}, remaining, ${now} from lot`.execute(db);
};

/** Forgets earlier months. */
export const forgetUsedFree = async ({ db, now }: Store): Promise<void> => {
  await sql`delete from used_free where month < ${monthOf(now)}`.execute(db);
};
