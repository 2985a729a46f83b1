/** The rows of users, and their passwords. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { errorCode } from '../../util/errors.js';
import type { Hashes } from '../keys/hashes.js';
import { mailboxOf } from './mailbox.js';
import type { Db, Store } from '../schema.js';
import { moveFree } from '../credits/used-free.js';
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
  { store, hashes }: { store: Store; hashes: Hashes },
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
  if (mailboxOf(user.email) !== mailbox) await moveFree(store, db, hashes.mailbox(mailboxOf(user.email)));
  await db.deleteFrom('verifications').where('user_id', '=', user.id).execute();
  return true;
};
