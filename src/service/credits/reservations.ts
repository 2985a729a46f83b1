import { sql } from 'kysely';
import { addFreeCredits } from './credits.js';
import { enter, isUsable, SPENDING_ORDER } from './ledger.js';
import type { Source } from './tables.js';
import type { Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';

interface Lot {
  id: number;
  source: Source;
  remaining: number;
}

/** The part of a lot that is to be taken. */
interface Share {
  lot: Lot;
  amount: number;
}

/** Takes `count` credits of the lots, the first first; null if there are fewer. */
const shareOut = (lots: readonly Lot[], count: number): Share[] | null => {
  let missing = count;
  const shares = lots.flatMap((lot) => {
    const amount = Math.min(lot.remaining, missing);
    missing -= amount;
    return amount > 0 ? [{ lot, amount }] : [];
  });
  return missing === 0 ? shares : null;
};

const checked = (count: number): number => {
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new RangeError('credits are a positive whole number');
};

/** Locks the reserved lots of a reservation that hold credits, in the order in which they are spent. */
const reservedLots = async ({ db }: Store, reservationId: number): Promise<(Lot & { parent: number })[]> => {
  const { rows } = await sql<
    Lot & { parent: number }
  >`select id, source, remaining, parent_id as parent from credit_lots
    where reservation_id = ${reservationId} and remaining > 0 order by id for update`.execute(db);
  return rows;
};

const change = async ({ db, now }: Store, kind: 'check' | 'reserve' | 'release', lotId: number, amount: number) => {
  const lot = sql`select ${lotId}::bigint as id, ${amount}::bigint as amount`;
  await sql`with ${enter(kind, lot, now)} select from entry`.execute(db);
};

/**
 * Sets credits of an account aside: nothing else can spend them, and they do not expire.
 * @returns the id of the reservation; null if the account has fewer credits.
 * @throws RangeError if `count` is not a positive integer.
 */
export const reserve = async (store: Store, accountId: number, count: number): Promise<number | null> => {
  checked(count);
  await addFreeCredits(store, accountId);
  return inTransaction(store, async (inside) => {
    const { db, now } = inside;
    const { rows } = await sql<Lot>`select id, source, remaining from credit_lots
      where ${isUsable(accountId, now)} order by ${SPENDING_ORDER} for update`.execute(db);
    const shares = shareOut(rows, count);
    if (shares === null) return null;
    const { id } = await db
      .insertInto('reservations')
      .values({ account_id: accountId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { lot, amount } of shares) {
      await change(inside, 'reserve', lot.id, -amount);
      await sql`with lot as (
          insert into credit_lots (account_id, source, reservation_id, parent_id, remaining, entries)
          values (${accountId}, ${lot.source}, ${id}, ${lot.id}, ${amount}::bigint, 1) returning id
        )
        insert into ledger (lot_id, seq, kind, amount, balance, at)
        select id, 1, 'reserve', ${amount}::bigint, ${amount}::bigint, ${now} from lot`.execute(db);
    }
    return id;
  });
};

/** Credits that were spent. */
export interface Spent {
  source: Source;
  amount: number;
}

/**
 * Spends credits of a reservation.
 * @returns what was spent; null if it has fewer: nothing is spent then.
 * @throws RangeError if `count` is not a positive integer.
 */
export const spendReserved = (store: Store, reservationId: number, count: number): Promise<Spent[] | null> =>
  inTransaction(store, async (inside) => {
    const shares = shareOut(await reservedLots(inside, reservationId), checked(count));
    for (const { lot, amount } of shares ?? []) await change(inside, 'check', lot.id, -amount);
    return shares?.map(({ lot: { source }, amount }) => ({ source, amount })) ?? null;
  });

/**
 * Returns what is left of a reservation to the lots it came from, where it expires as they do.
 * @returns the number of credits returned; 0 when repeated.
 */
export const release = (store: Store, reservationId: number): Promise<number> =>
  inTransaction(store, async (inside) => {
    const lots = await reservedLots(inside, reservationId);
    for (const { id, parent, remaining } of lots) {
      await change(inside, 'release', id, -remaining);
      await change(inside, 'release', parent, remaining);
    }
    return lots.reduce((sum, { remaining }) => sum + remaining, 0);
  });
