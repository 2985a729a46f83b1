import { sql, type RawBuilder } from 'kysely';
import type { Status } from '../protocol/index.js';
import { addFreeCredits, dayOf, isValid, monthOf, type Credits } from './credits.js';
import type { EntryKind, Store } from './store/tables.js';

/** Credits for one verdict. */
const COST = 1;

/** True if the credits pay for one more check. */
export const canPay = ({ free, bought }: Credits): boolean => free + bought >= COST;

/** An answered check, as it is recorded. */
export interface Check {
  /** The account; `keyId` is null for a person who is signed in. */
  caller: { accountId: number; keyId: number | null };
  /** The keyed hash of the address or the text. */
  subject: Buffer;
  status: Status;
}

/** The order in which lots are spent: what expires first, and bought ones last. */
export const SPENDING_ORDER = sql`source = 'purchase', expires_at, id`;

/** The lots of an account that may be spent now, as a condition. */
export const isUsable = (accountId: number, now: RawBuilder<Date>) =>
  sql<boolean>`account_id = ${accountId} and reservation_id is null and remaining > 0 and ${isValid(now)}`;

/**
 * Changes lots and enters that into the ledger: three CTEs, of which `entry` returns `lot_id, seq`. The row of each lot is
 * locked by its update, so that concurrent entries continue each other.
 * @param lots selects `id` and `amount`, with which the lot of this id changes.
 */
export const enter = (kind: EntryKind, lots: RawBuilder<unknown>, now: RawBuilder<Date>) => sql`
  lot as (${lots}), changed as (
    update credit_lots set remaining = remaining + lot.amount, entries = entries + 1
    from lot where credit_lots.id = lot.id
    returning credit_lots.id, entries, lot.amount, remaining
  ), entry as (
    insert into ledger (lot_id, seq, kind, amount, balance, at)
    select id, entries, ${sql.lit(kind)}, amount, remaining, ${now} from changed returning lot_id, seq
  )`;

/**
 * Counts a check in its day: the end of a statement.
 * @param checked selects `paid_from`, once for each check.
 */
const countIn = (accountId: number, status: Status, now: RawBuilder<Date>, checked: RawBuilder<unknown>) => sql`
  insert into check_days (account_id, day, paid_from, status, count, latest)
  select ${accountId}::bigint, ${dayOf(now)}, paid_from, ${status}::text, 1, ${now} from (${checked}) as checked
  on conflict (account_id, day, paid_from, status) do update
    set count = check_days.count + 1, latest = greatest(check_days.latest, excluded.latest)`;

const tryToPay = async ({ db, now }: Store, { caller, subject, status }: Check): Promise<boolean> => {
  const { accountId, keyId } = caller;
  // Without this month's free credits in the ledger, bought ones would be spent in their place.
  const lot = sql`select id, ${sql.lit(-COST)}::bigint as amount from credit_lots
    where ${isUsable(accountId, now)}
      and exists (select from credit_lots where account_id = ${accountId} and month = ${monthOf(now)})
    order by ${SPENDING_ORDER} limit 1 for update`;
  const source = sql`select source as paid_from from checked join credit_lots on credit_lots.id = lot_id`;
  const entered = await sql`with ${enter('check', lot, now)}, checked as (
      insert into checks (account_id, key_id, subject, status, lot_id, seq, checked_at)
      select ${accountId}::bigint, ${keyId}::bigint, ${subject}::bytea, ${status}::text, lot_id, seq, ${now} from entry
      returning lot_id
    ) ${countIn(accountId, status, now, source)}`.execute(db);
  return entered.numAffectedRows === 1n;
};

/**
 * Pays for a check and records it, atomically in one statement, durable when it returns.
 * @returns false if there were no credits left; nothing is recorded then.
 */
export const pay = async (store: Store, check: Check): Promise<boolean> => {
  if (await tryToPay(store, check)) return true;
  // The first check in a month, or no credits left.
  await addFreeCredits(store, check.caller.accountId);
  return tryToPay(store, check);
};

/** Records a check that costs nothing. */
export const recordFree = async ({ db, now }: Store, { caller, subject, status }: Check): Promise<void> => {
  const { accountId, keyId } = caller;
  await sql`with checked as (
      insert into checks (account_id, key_id, subject, status, checked_at)
      values (${accountId}, ${keyId}, ${subject}, ${status}, ${now}) returning id
    ) ${countIn(accountId, status, now, sql`select 'none' as paid_from from checked`)}`.execute(db);
};

/** How long a repeat of an address is free after a paid check of it ended as `unknown`. */
const REPEAT = sql`interval '5 minutes'`;

/** True if a check of this address is a free repeat: the account paid for an `unknown` on it within the last 5 minutes. */
export const isFreeRepeat = async ({ db, now }: Store, accountId: number, subject: Buffer): Promise<boolean> => {
  const found = await sql`select from checks where account_id = ${accountId} and subject = ${subject}
    and status = 'unknown' and lot_id is not null
    and checked_at > ${now} - ${REPEAT} and checked_at <= ${now} limit 1`.execute(db);
  return found.rows.length > 0;
};
