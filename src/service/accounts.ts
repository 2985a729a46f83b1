import { sql, type Transaction, type UpdateObject } from 'kysely';
import { createKey, shownPart, type Hashes } from './hashes.js';
import { underStartLock } from './store/migrate.js';
import type { Store, Tables } from './store/tables.js';

/** The account that the very first start creates. */
export interface FirstAccount {
  id: number;
  /** Its API key if this start created it, else null: it cannot be read later. */
  key: string | null;
}

/** Adds a key to an account unless it exists; a revoked key becomes valid again. */
const putKey = async (db: Transaction<Tables>, hashes: Hashes, accountId: number, key: string): Promise<void> => {
  await db
    .insertInto('api_keys')
    .values({ account_id: accountId, hash: hashes.key(key), prefix: shownPart(key) })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ revoked_at: null }).where('api_keys.revoked_at', 'is not', null),
    )
    .execute();
};

const makeFirst = async (db: Transaction<Tables>, hashes: Hashes): Promise<FirstAccount> => {
  const { id } = await db.insertInto('accounts').values({ plan: 'standard' }).returning('id').executeTakeFirstOrThrow();
  const key = createKey();
  await putKey(db, hashes, id, key);
  return { id, key };
};

/**
 * Finds or creates the first account. Of several processes that start at once on one database, only one creates it.
 * @param ownKey a further key for it.
 */
export const openFirstAccount = ({ db }: Store, hashes: Hashes, ownKey?: string): Promise<FirstAccount> =>
  underStartLock(db, async (transaction) => {
    const found = await transaction.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst();
    const first = found === undefined ? await makeFirst(transaction, hashes) : { id: found.id, key: null };
    if (ownKey !== undefined) await putKey(transaction, hashes, first.id, ownKey);
    return first;
  });

/**
 * Makes another API key for an account.
 * @param keep if given, all other keys of the account except these are revoked in the same transaction.
 * @returns the key; only its hash is stored.
 * @throws RangeError if there is no such account.
 */
export const newKey = ({ db }: Store, hashes: Hashes, accountId: number, keep?: readonly string[]): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const account = transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate();
    if ((await account.executeTakeFirst()) === undefined) throw new RangeError(`there is no account ${accountId}`);
    const key = createKey();
    await putKey(transaction, hashes, accountId, key);
    if (keep !== undefined) {
      const kept = [key, ...keep].map((one) => hashes.key(one));
      await transaction
        .updateTable('api_keys')
        .set({ revoked_at: sql<Date>`now()` })
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .where('hash', 'not in', kept)
        .execute();
    }
    return key;
  });

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
