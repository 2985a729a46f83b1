/** The account of the service that each user owns. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { errorCode } from '../../util/errors.js';
import type { Db } from '../store/tables.js';
import type { Role } from './tables.js';

/**
 * Adds a user with a password. Call it inside a transaction.
 * @param password its hash.
 * @returns the user's id; null if a user has this address.
 */
export const addUser = async (db: Db, email: string, password: string, role: Role): Promise<string | null> => {
  const id = randomUUID();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values({ id, email, role })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return null;
  const credential = { id: randomUUID(), user_id: id, account_id: id, provider_id: 'credential', password } as const;
  await db.insertInto('credentials').values(credential).execute();
  return id;
};

/**
 * Removes what the service has about an account: its checks, with the memory of free repeats, its keys, and its callbacks. What stays is
 * its number and its lots and ledger of credits, without a name. Call it inside the transaction that removes its owner.
 */
export const eraseAccount = async (db: Db, accountId: number): Promise<void> => {
  // Locked first: a check in flight is recorded before this, and removed, or waits, and is refused.
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  await db.deleteFrom('checks').where('account_id', '=', accountId).execute();
  await db.deleteFrom('api_keys').where('account_id', '=', accountId).execute();
  await db.deleteFrom('batch_callbacks').where('account_id', '=', accountId).execute();
  await db.deleteFrom('callback_secrets').where('account_id', '=', accountId).execute();
  await db.updateTable('accounts').set({ recent: [] }).where('id', '=', accountId).execute();
};

/** Sets a user's password, ends all sessions and voids the links sent before. Call it inside a transaction. */
export const setPassword = async (db: Db, userId: string, password: string): Promise<void> => {
  await db
    .updateTable('credentials')
    .set({ password, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('verifications').where('user_id', '=', userId).execute();
};

/** SQLSTATE of a value that exists already (PostgreSQL, Appendix A). */
const UNIQUE_VIOLATION = '23505';

/**
 * Sets a user's address and voids the links sent to the old one. Call it inside a transaction.
 * @returns false if another user has this address; the transaction cannot go on then.
 */
export const setAddress = async (db: Db, userId: string, email: string): Promise<boolean> => {
  const set = db.updateTable('users').set({ email, updated_at: sql<Date>`now()` });
  try {
    await set.where('id', '=', userId).execute();
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
  await db.deleteFrom('verifications').where('user_id', '=', userId).execute();
  return true;
};
