import { sql } from 'kysely';
import { createBatcher } from '../../util/batcher.js';
import { addFreeCredits, monthOf } from './credits.js';
import { countChecks, isUsable, SPENDING_ORDER, type Check } from './ledger.js';
import type { Store } from '../schema.js';

/** Checks that one statement pays for at most. */
const MOST = 100;

/**
 * Pays for checks of one account and records them, in one statement: the first of them, if there are fewer credits. The rows
 * of the lots are locked, so that concurrent entries continue each other. The new balances come from the locked rows: an
 * update computes and checks its row from the statement's snapshot before it sees that a later version exists.
 * @returns the number of checks paid for.
 */
const tryToPay = async ({ db, now }: Store, accountId: number, checks: readonly Check[]): Promise<number> => {
  const asked = checks.map(
    ({ caller, subject, status }, n) => sql`(${sql.lit(n + 1)}, ${caller.keyId}::bigint, ${subject}::bytea, ${status})`,
  );
  // Each check is given a lot, and its place among those that this statement takes out of it. Without this month's free
  // credits in the ledger, bought ones would be spent in their place.
  const { rows } = await sql<{ paid: number }>`
    with asked (n, key_id, subject, status) as (values ${sql.join(asked)}), usable as (
      select id, source, expires_at, remaining, entries from credit_lots
      where ${isUsable(accountId, now)}
        and exists (select from credit_lots where account_id = ${accountId} and month = ${monthOf(now)})
      order by ${SPENDING_ORDER} limit ${sql.lit(checks.length)} for update
    ), lots as (
      select id, source, remaining, entries, sum(remaining) over (order by ${SPENDING_ORDER}) - remaining as before from usable
    ), paid as (
      select id as lot_id, source as paid_from, remaining, entries, n - before as place, key_id, subject, status
      from asked join lots on n > before and n <= before + remaining
    ), taken as materialized (
      select lot_id, remaining, entries, count(*) as amount from paid group by lot_id, remaining, entries
    ), changed as (
      update credit_lots set remaining = taken.remaining - amount, entries = taken.entries + amount
      from taken where id = lot_id returning id
    ), entry as (
      insert into ledger (lot_id, seq, kind, amount, balance, at)
      select id, entries + place, 'check', -1, remaining - place, ${now} from paid join changed on id = lot_id
    ), checked as (
      insert into checks (account_id, key_id, subject, status, lot_id, seq, checked_at)
      select ${accountId}::bigint, key_id, subject, status, id, entries + place, ${now}
      from paid join changed on id = lot_id
    ), counted as (${countChecks(accountId, now, sql`select paid_from, status, 1 as checks from paid`)})
    select count(*) as paid from paid`.execute(db);
  return rows[0]?.paid ?? 0;
};

/**
 * Pays for a check, one credit, and records it, atomically and durable when it returns.
 * @returns false if there were no credits left; nothing is recorded then.
 */
export type Pay = (check: Check) => Promise<boolean>;

/**
 * Creates the payment function of a process. The checks of one account are paid for in batches: each payment locks its
 * lots, and a batch waits for the disk once.
 */
export const createCharges = (store: Store): Pay => {
  const pay = createBatcher<number, Check, boolean>(MOST, async (accountId, take) => {
    const batch = take();
    const checks = batch.map(({ item }) => item);
    const paid = await tryToPay(store, accountId, checks);
    for (const { resolve } of batch.slice(0, paid)) resolve(true);
    if (paid === batch.length) return;
    // The first checks in a month, or no credits left.
    await addFreeCredits(store, accountId);
    const more = await tryToPay(store, accountId, checks.slice(paid));
    for (const [n, { resolve }] of batch.slice(paid).entries()) resolve(n < more);
  });
  return (check) => pay(check.caller.accountId, check);
};
