import { sql, type Transaction } from 'kysely';
import { createKey, shownPart, type Hashes } from './hashes.js';
import { underStartLock } from './store/migrate.js';
import type { Plan } from './plans.js';
import type { Store, Tables } from './store/tables.js';

/** The account that the very first start makes. */
export interface FirstAccount {
  id: number;
  /** Its API key, when this start made it: it cannot be read later. */
  key: string | null;
}

/** Gives an account a key, unless it has it; a revoked one becomes valid again. */
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
 * Finds the first account, or makes it. Of several processes that start at once on one database, one makes it.
 * @param ownKey another key for it.
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
 * @param keep when given, all other keys of the account but these are revoked in the same transaction.
 * @returns the key; only its hash is stored.
 * @throws RangeError when there is no such account.
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
 * Puts an account on a plan, from its next request on.
 * @throws RangeError when there is no such account.
 */
export const setPlan = async ({ db }: Store, accountId: number, plan: Plan): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ plan })
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new RangeError(`there is no account ${accountId}`);
};
