/** The operator's pages: all accounts. */
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { updateAccount } from '../accounts.js';
import { addCredits, readAllCredits } from '../credits.js';
import { optional } from '../fields.js';
import type { Store } from '../store/tables.js';
import { done, get, post } from '../users/endpoint.js';
import { asOperator } from '../users/sessions.js';
import { COUNT, EXPIRES_AT, NUMBER, PLAN, REFERENCE, SOURCE } from './fields.js';
import { PAGE, pageOf, readBefore } from './paging.js';

/** The accounts of users, newest first: those of deleted users have no name any more. */
const accountsOf = ({ db }: Store) =>
  db.selectFrom('accounts').innerJoin('users', 'users.id', 'accounts.owner_id').orderBy('accounts.id', 'desc');

const accounts = get(async (parts, { headers, url, trace }) => {
  await asOperator(parts, headers, trace);
  const [before] = readBefore(url, /^(\d{1,15})$/) ?? [];
  const rows = await accountsOf(parts.store)
    .select(['accounts.id', 'users.email', 'accounts.plan', 'accounts.created_at'])
    .$if(before !== undefined, (query) => query.where('accounts.id', '<', Number(before)))
    .limit(PAGE + 1)
    .execute();
  const { page, next } = pageOf(rows, ({ id }) => id);
  const [first, ...others] = page.map(({ id }) => id);
  const credits = first === undefined ? [] : await readAllCredits(parts.store, [first, ...others]);
  const byAccount = new Map(
    credits.map(({ accountId, free, bought, reserved }) => [accountId, { free, bought, reserved }]),
  );
  return Response.json({
    accounts: page.map(({ id, email, plan, created_at }) => ({
      id,
      email,
      plan,
      credits: byAccount.get(id),
      created_at: timestamp(created_at),
    })),
    next,
  });
});

/** @throws Refusal `not_found` if no user has this account. */
const checkAccount = async (store: Store, id: number): Promise<void> => {
  const found = await accountsOf(store).select('accounts.id').where('accounts.id', '=', id).executeTakeFirst();
  if (found === undefined) throw new Refusal('not_found', 'There is no account with this number.');
};

const credits = post(
  { account: NUMBER, count: COUNT, source: SOURCE, expires_at: optional(EXPIRES_AT), reference: optional(REFERENCE) },
  async (parts, { body: { account, count, source, expires_at, reference }, headers, trace }) => {
    await asOperator(parts, headers, trace);
    await checkAccount(parts.store, account);
    const options = { source, ...(expires_at && { expiresAt: expires_at }), ...(reference && { reference }) };
    const added = await addCredits(parts.store, account, count, options).catch((error: unknown) => {
      throw error instanceof RangeError ? new Refusal('bad_request', `${error.message}.`) : error;
    });
    return Response.json({ added });
  },
);

const plan = post({ account: NUMBER, plan: PLAN }, async (parts, { body, headers, trace }) => {
  await asOperator(parts, headers, trace);
  await checkAccount(parts.store, body.account);
  await updateAccount(parts.store, body.account, { plan: body.plan });
  return done();
});

export const ACCOUNT_ENDPOINTS = { accounts, 'accounts/credits': credits, 'accounts/plan': plan };
