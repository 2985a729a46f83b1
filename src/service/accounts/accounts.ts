import type { Transaction, UpdateObject } from 'kysely';
import { shownPart } from '../keys/hashes.js';
import { insertKey, type KeyStore } from '../keys/keys.js';
import { underStartLock } from '../store/migrate.js';
import type { Inside, Store, Tables } from '../schema.js';

/** The account that the very first start creates. */
export interface FirstAccount {
  id: number;
  /** Its API key if this start created it, else null. */
  key: string | null;
}

/** Adds the calling program's own key to an account unless it exists; a revoked one becomes valid again. */
const putOwnKey = async (
  db: Transaction<Tables>,
  { hashes }: KeyStore,
  accountId: number,
  key: string,
): Promise<void> => {
  await db
    .insertInto('api_keys')
    .values({ account_id: accountId, hash: hashes.key(key), prefix: shownPart(key), name: 'own key', own: true })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ revoked_at: null, own: true }))
    .execute();
};

/**
 * Opens an account with an API key. Call it inside a transaction.
 * @param ownerId the user to whom it belongs.
 */
export const openAccount = async (
  db: Transaction<Tables>,
  keys: KeyStore,
  ownerId: string | null = null,
): Promise<{ id: number; key: string }> => {
  const account = db.insertInto('accounts').values({ plan: 'standard', owner_id: ownerId }).returning('id');
  const { id } = await account.executeTakeFirstOrThrow();
  return { id, key: (await insertKey(db, keys, id, {})).key };
};

/**
 * Finds or creates the first account. Of several processes that start at once on one database, only one creates it.
 * @param ownKey a further key for it.
 */
export const openFirstAccount = (keys: KeyStore, ownKey?: string): Promise<FirstAccount> =>
  underStartLock(keys.store.db, async (transaction) => {
    const found = await transaction.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst();
    const first = found === undefined ? await openAccount(transaction, keys) : { id: found.id, key: null };
    if (ownKey !== undefined) await putOwnKey(transaction, keys, first.id, ownKey);
    return first;
  });

/**
 * Locks an account that is erased, and forgets its latest requests. A check in flight is recorded before this, and
 * removed, or waits, and is refused.
 */
export const beginErasure = async ({ db }: Inside, accountId: number): Promise<void> => {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  await db.updateTable('accounts').set({ recent: [] }).where('id', '=', accountId).execute();
};

/**
 * Changes an account, from its next request on.
 * @throws RangeError if there is no such account.
 */
export const updateAccount = async (
  { db }: Store,
  accountId: number,
  values: UpdateObject<Tables, 'accounts'>,
): Promise<void> => {
  const update = db.updateTable('accounts').set(values).where('id', '=', accountId);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n) throw new RangeError(`there is no account ${accountId}`);
};
