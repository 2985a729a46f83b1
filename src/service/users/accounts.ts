/** The account of the service that each user owns. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { errorCode } from '../../util/errors.js';
import type { KeyStore } from '../keys.js';
import { mailboxOf } from '../mailbox.js';
import type { Db } from '../store/tables.js';
import { moveFree } from '../used-free.js';
import type { Role } from './tables.js';

/** Selects the users with an address, or with its mailbox under another address. */
export const holdersOf = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('email', '=', email), where('mailbox', '=', mailboxOf(email))]));

/**
 * Locks a user until the transaction ends. Every transaction that changes a user, or what belongs to one, begins with it:
 * two of them never wait for each other, and no session begins meanwhile.
 * @returns the address; undefined if there is no such user.
 */
export const lockUser = async (db: Db, userId: string): Promise<string | undefined> => {
  const user = db.selectFrom('users').select('email').where('id', '=', userId).forUpdate();
  return (await user.executeTakeFirst())?.email;
};

/**
 * Adds a user with a password. Call it inside a transaction.
 * @param password its hash.
 * @returns the user's id; null if a user has this address or its mailbox.
 */
export const addUser = async (db: Db, email: string, password: string, role: Role): Promise<string | null> => {
  const id = randomUUID();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values({ id, email, mailbox: mailboxOf(email), role })
    .onConflict((conflict) => conflict.doNothing())
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

/** Sets a user's password, ends all sessions and voids the links sent before. Call it when the user is locked. */
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
 * Sets a user's address and voids the links sent to the old one. This month's free credits of the old mailbox go with the
 * account. Call it when the user is locked.
 * @param user the id, and the old address.
 * @returns false if another user has this address or its mailbox; the transaction cannot go on then.
 */
export const setAddress = async (
  { store, hashes }: KeyStore,
  db: Db,
  user: { id: string; email: string },
  email: string,
): Promise<boolean> => {
  const mailbox = mailboxOf(email);
  const set = db.updateTable('users').set({ email, mailbox, updated_at: sql<Date>`now()` });
  try {
    await set.where('id', '=', user.id).execute();
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
  if (mailboxOf(user.email) !== mailbox) await moveFree(store, db, hashes, user.email);
  await db.deleteFrom('verifications').where('user_id', '=', user.id).execute();
  return true;
};
