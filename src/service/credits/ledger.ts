import { sql, type RawBuilder } from 'kysely';
import type { Status } from '../../protocol/index.js';
import { createBatcher } from '../../util/batcher.js';
import { dayOf, isValid, onlyRow, selectCredits, type Credits } from './credits.js';
import type { EntryKind } from './tables.js';
import type { Store } from '../schema.js';

/** Checks that share a query at most. */
const MOST = 100;
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
 * Counts checks of an account in their day: a statement, or a part of one. In one order of rows: of two, neither waits for
 * the other in a circle.
 * @param checked selects `paid_from`, `status` and `checks`, the number of checks of a row.
 */
export const countChecks = (accountId: number, now: RawBuilder<Date>, checked: RawBuilder<unknown>) => sql`
  insert into check_days (account_id, day, paid_from, status, count, latest)
  select ${accountId}::bigint, ${dayOf(now)}, paid_from, status, sum(checks), ${now} from (${checked}) as checked
    group by paid_from, status order by paid_from, status
  on conflict (account_id, day, paid_from, status) do update
    set count = check_days.count + excluded.count, latest = greatest(check_days.latest, excluded.latest)`;

/** Records a check that costs nothing. */
export const recordFree = async ({ db, now }: Store, { caller, subject, status }: Check): Promise<void> => {
  const { accountId, keyId } = caller;
  await sql`with checked as (
      insert into checks (account_id, key_id, subject, status, checked_at)
      values (${accountId}, ${keyId}, ${subject}, ${status}, ${now}) returning status
    ) ${countChecks(accountId, now, sql`select 'none' as paid_from, status, 1 as checks from checked`)}`.execute(db);
};

/** The time for which a repeat of an address is free after a paid check of it ended as `unknown`. */
const REPEAT = sql`interval '5 minutes'`;

/** An account before a check. */
export interface Standing extends Credits {
  /** The check is a free repeat: the account paid for an `unknown` on this address within the last 5 minutes. */
  isRepeat: boolean;
}

/** Reads the standing of an account before a check of the address with this keyed hash. */
export type ReadStanding = (accountId: number, subject: Buffer) => Promise<Standing>;

/** Creates the reader of a process: concurrent checks of an account share a query. */
export const createStandings = (store: Store): ReadStanding =>
  createBatcher<number, Buffer, Standing>(MOST, async (accountId, take) => {
    const batch = take();
    const { db, now } = store;
    const subjects = sql.join(batch.map(({ item }) => item));
    const { repeats, ...credits } = onlyRow(
      await sql<Credits & { repeats: string[] }>`
      select credits.*, array(
        select encode(subject, 'hex') from checks where account_id = ${accountId} and subject in (${subjects})
          and status = 'unknown' and lot_id is not null
          and checked_at > ${now} - ${REPEAT} and checked_at <= ${now}
      ) as repeats
      from (${selectCredits(now, accountId)}) as credits`.execute(db),
    );
    for (const { item, resolve } of batch) resolve({ ...credits, isRepeat: repeats.includes(item.toString('hex')) });
  });
