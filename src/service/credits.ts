import { sql, type RawBuilder } from 'kysely';
import type { Status } from '../protocol/index.js';
import { updateAccount } from './accounts.js';
import type { Caller } from './authenticate.js';
import type { Store } from './store/tables.js';

/** Free credits of an account in each month (UTC). They do not accumulate. */
export const FREE_CREDITS = 100;
/** Credits for one verdict. */
const COST = 1;

/** The credits of an account. */
export interface Credits {
  /** Left in this month. */
  free: number;
  bought: number;
  /** The time of the next free credits. */
  nextFree: Date;
}

/** A verdict, as the ledger records it. */
export interface Check {
  caller: Caller;
  /** The keyed hash of the address or the text. */
  subject: Buffer;
  status: Status;
}

const month = (now: RawBuilder<Date>) => sql<string>`to_char(${now} at time zone 'UTC', 'YYYY-MM')`;

/** The free credits left in this month; those of earlier months have lapsed. A clock set back does not grant them twice. */
const freeNow = (now: RawBuilder<Date>) =>
  sql<number>`case when free_month < ${month(now)} then ${sql.lit(FREE_CREDITS)} else free_left end`;

/** Reads the credits of an account. */
export const readCredits = async ({ db, now }: Store, accountId: number): Promise<Credits> =>
  db
    .selectFrom('accounts')
    .select([
      freeNow(now).as('free'),
      'bought_left as bought',
      sql<Date>`(date_trunc('month', ${now} at time zone 'UTC') + interval '1 month') at time zone 'UTC'`.as(
        'nextFree',
      ),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

/** True if the credits pay for one more check. */
export const canPay = ({ free, bought }: Credits): boolean => free + bought >= COST;

/**
 * Pays for a check and enters it into the ledger, atomically in one statement, durable when it returns. Free credits are
 * spent first. The account's row is locked before it is read, so that concurrent payments do not overdraw it.
 * @returns false if there were no credits left; nothing is entered then.
 */
export const pay = async ({ db, now }: Store, { caller, subject, status }: Check): Promise<boolean> => {
  const entered = await sql`
    with purse as (
      select id, ${freeNow(now)} as free from accounts where id = ${caller.accountId} for update
    ), paid as (
      update accounts set
        free_month = greatest(free_month, ${month(now)}),
        free_left = case when free >= ${sql.lit(COST)} then free - ${sql.lit(COST)} else free end,
        bought_left = case when free >= ${sql.lit(COST)} then bought_left else bought_left - ${sql.lit(COST)} end
      from purse
      where accounts.id = purse.id and (free >= ${sql.lit(COST)} or bought_left >= ${sql.lit(COST)})
      returning case when free >= ${sql.lit(COST)} then 'free' else 'bought' end as pocket
    )
    insert into checks (account_id, key_id, subject, status, cost, pocket, checked_at)
    select ${caller.accountId}::bigint, ${caller.keyId}::bigint, ${subject}::bytea, ${status}::text,
      ${sql.lit(COST)}, pocket, ${now} from paid`.execute(db);
  return entered.numAffectedRows === 1n;
};

/**
 * Adds bought credits to an account.
 * @throws RangeError if `count` is not a positive integer, or there is no such account.
 */
export const addCredits = async (store: Store, accountId: number, count: number): Promise<void> => {
  if (!Number.isSafeInteger(count) || count <= 0) throw new RangeError('credits are a positive whole number');
  await updateAccount(store, accountId, { bought_left: sql<number>`bought_left + ${count}::bigint` });
};
