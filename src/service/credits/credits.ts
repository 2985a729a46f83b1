import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../schema.js';

/** The options of added credits. */
export interface CreditOptions {
  /** `purchase` by default. Bought credits are spent last. */
  source?: 'grant' | 'purchase';
  /** Never by default. */
  expiresAt?: Date;
  /** Names the payment: a repeat with the same one adds nothing. */
  reference?: string;
}

/** Free credits of an account in each month (UTC). They do not accumulate. */
export const FREE_CREDITS = 100;

/** The credits of an account. */
export interface Credits {
  /** Left of this month's free ones. */
  free: number;
  /** Granted and bought ones that have not expired. */
  bought: number;
  /** Set aside for lists. */
  reserved: number;
  /** The time of the next free credits. */
  nextFree: Date;
}

const utc = (now: RawBuilder<Date>) => sql`${now} at time zone 'UTC'`;

/** The day of a time in UTC, as SQL. */
export const dayOf = (now: RawBuilder<Date>) => sql<Date>`(${utc(now)})::date`;

/** The month of a time in UTC, as SQL: `2026-01`. */
export const monthOf = (now: RawBuilder<Date>) => sql<string>`to_char(${utc(now)}, 'YYYY-MM')`;

/** The start of a time's month, or of the next one, in UTC, as SQL. */
export const monthStart = (now: RawBuilder<Date>, months: 0 | 1) =>
  sql<Date>`((date_trunc('month', ${utc(now)}) + ${sql.lit(months)} * interval '1 month') at time zone 'UTC')`;

/**
 * True for a lot that may be spent now. Credits expire by this condition alone: nothing takes them away, so that a clock
 * that is wrong for a moment costs nobody anything.
 */
export const isValid = (now: RawBuilder<Date>) =>
  sql<boolean>`((valid_from is null or valid_from <= ${now}) and (expires_at is null or expires_at > ${now}))`;

/** The row of a query that always has one. */
export const onlyRow = <T>({ rows }: { rows: T[] }): T => {
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row;
};

/**
 * Selects the credits of an account: one row. This month's free ones count before their first use adds them to the ledger.
 * @param accountId a number, or a column of the query around it.
 */
export const selectCredits = (now: RawBuilder<Date>, accountId: number | RawBuilder<number>) => sql<Credits>`
    select
      (coalesce(sum(remaining) filter (where source = 'free' and usable), 0)
        + case when bool_or(month = ${monthOf(now)}) then 0 else ${sql.lit(FREE_CREDITS)} end)::bigint as free,
      coalesce(sum(remaining) filter (where source <> 'free' and usable), 0)::bigint as bought,
      coalesce(sum(remaining) filter (where reservation_id is not null), 0)::bigint as reserved,
      ${monthStart(now, 1)} as "nextFree"
    from (
      select *, reservation_id is null and ${isValid(now)} as usable from credit_lots where account_id = ${accountId}
    ) as lots`;

/** Reads the credits of an account. */
export const readCredits = async ({ db, now }: Store, accountId: number): Promise<Credits> =>
  onlyRow(await selectCredits(now, accountId).execute(db));

/** Adds this month's free credits of an account to the ledger, unless they are in it. */
export const addFreeCredits = async ({ db, now }: Store, accountId: number): Promise<void> => {
  await sql`
    with lot as (
      insert into credit_lots (account_id, source, month, remaining, entries, valid_from, expires_at)
      values (${accountId}, 'free', ${monthOf(now)}, ${sql.lit(FREE_CREDITS)}, 1, ${monthStart(now, 0)}, ${monthStart(now, 1)})
      on conflict (account_id, month) do nothing returning id
    )
    insert into ledger (lot_id, seq, kind, amount, balance, at)
    select id, 1, 'free', ${sql.lit(FREE_CREDITS)}, ${sql.lit(FREE_CREDITS)}, ${now} from lot`.execute(db);
};

/**
 * Adds granted or bought credits to an account.
 * @returns false if credits with this reference have been added before.
 * @throws RangeError if `count` is not a positive integer, `expiresAt` is not in the future, or there is no such account.
 */
export const addCredits = async (
  { db, now }: Store,
  accountId: number,
  count: number,
  { source = 'purchase', expiresAt, reference }: CreditOptions = {},
): Promise<boolean> => {
  if (!Number.isSafeInteger(count) || count <= 0) throw new RangeError('credits are a positive whole number');
  const expires = sql<Date | null>`${expiresAt?.toISOString() ?? null}::timestamptz`;
  const { rows } = await sql<{ future: boolean; added: boolean }>`
    with account as (
      select id, coalesce(${expires} > ${now}, true) as future from accounts where id = ${accountId}
    ), lot as (
      insert into credit_lots (account_id, source, reference, remaining, entries, expires_at)
      select id, ${source}, ${reference ?? null}, ${count}::bigint, 1, ${expires} from account where future
      on conflict (reference) do nothing returning id
    ), entry as (
      insert into ledger (lot_id, seq, kind, amount, balance, at)
      select id, 1, ${source}, ${count}::bigint, ${count}::bigint, ${now} from lot returning lot_id
    )
    select future, exists (select from entry) as added from account`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new RangeError(`there is no account ${accountId}`);
  if (!found.future) throw new RangeError('credits expire in the future, not in the past');
  return found.added;
};
