import { sql } from 'kysely';
import { timestamp } from '../../protocol/index.js';
import { readCredits, selectCredits, type Credits } from '../credits/credits.js';
import type { Plan } from './tables.js';
import type { Store } from '../schema.js';

/** An account as its owner sees it. */
export interface AccountView {
  plan: Plan;
  credits: { free: number; bought: number; reserved: number };
  /** ISO 8601. */
  next_free_credits_at: string;
}

/** An account as the operator sees it. */
export interface ListedAccount extends Pick<AccountView, 'plan' | 'credits'> {
  id: number;
  /** The address of its user; null if it has none. */
  email: string | null;
  createdAt: Date;
}

/** Describes an account whose plan is known. */
export const viewAccount = async (store: Store, accountId: number, plan: Plan): Promise<AccountView> => {
  const { nextFree, ...credits } = await readCredits(store, accountId);
  return { plan, credits, next_free_credits_at: timestamp(nextFree) };
};

/** Reads an account. @throws RangeError if there is none. */
export const readAccount = async (store: Store, accountId: number): Promise<AccountView> => {
  const found = await store.db.selectFrom('accounts').select('plan').where('id', '=', accountId).executeTakeFirst();
  if (found === undefined) throw new RangeError(`there is no account ${accountId}`);
  return viewAccount(store, accountId, found.plan);
};

/** Finds the account of a user by the user's address, in normal form. @throws RangeError if there is none. */
export const findAccount = async ({ db }: Store, email: string): Promise<number> => {
  const users = db.selectFrom('accounts').innerJoin('users', 'users.id', 'accounts.owner_id').select('accounts.id');
  const found = await users.where('email', '=', email).executeTakeFirst();
  if (found === undefined) throw new RangeError('no account has a user with this address');
  return found.id;
};

/**
 * Lists accounts, newest first.
 * @param before an account's id: only older ones are listed.
 */
export const listAccounts = async ({ db, now }: Store, most: number, before?: number): Promise<ListedAccount[]> => {
  const { rows } = await sql<Omit<ListedAccount, 'credits'> & Credits>`
    select accounts.id, plan, email, accounts.created_at as "createdAt", credits.*
    from accounts left join users on users.id = owner_id
      cross join lateral (${selectCredits(now, sql<number>`accounts.id`)}) as credits
    ${before === undefined ? sql`` : sql`where accounts.id < ${before}`}
    order by accounts.id desc limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ id, plan, email, createdAt, free, bought, reserved }) => ({
    id,
    email,
    plan,
    credits: { free, bought, reserved },
    createdAt,
  }));
};
