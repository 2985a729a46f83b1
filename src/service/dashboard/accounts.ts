/** The operator's pages: all accounts. */
import { z } from 'zod';
import { CREDITS, EXAMPLE_CREDITS, EXAMPLE_TIME, TIME } from '../answers.js';
import { answerOf, describe } from '../endpoint.js';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { updateAccount } from '../accounts.js';
import { addCredits, readAllCredits } from '../credits.js';
import { optional } from '../fields.js';
import { PLANS } from '../plans.js';
import type { Store } from '../store/tables.js';
import { DONE, done, get, post } from '../users/endpoint.js';
import { asOperator } from '../users/sessions.js';
import { COUNT, EXPIRES_AT, NUMBER, PLAN, REFERENCE, SOURCE } from './fields.js';
import { beforeOf, PAGE, pageOf } from './paging.js';

/** The accounts of users, newest first: those of deleted users have no name any more. */
const accountsOf = ({ db }: Store) =>
  db.selectFrom('accounts').innerJoin('users', 'users.id', 'accounts.owner_id').orderBy('accounts.id', 'desc');

const ACCOUNTS = answerOf(
  'A page of accounts.',
  z.object({
    accounts: z.array(
      z.object({ id: z.int(), email: z.string(), plan: z.enum(PLANS), credits: CREDITS, created_at: TIME }),
    ),
    next: z.int().nullable().describe('the before of the next page; null: this is the last one'),
  }),
  {
    accounts: [
      { id: 7, email: 'anna@example.com', plan: 'standard', credits: EXAMPLE_CREDITS, created_at: EXAMPLE_TIME },
    ],
    next: null,
  },
);

const ADDED = answerOf(
  'Whether credits were added.',
  z.object({ added: z.boolean().describe('false: credits with this reference were added before') }),
  { added: true },
);

const accounts = describe(
  {
    summary: 'Lists the accounts',
    details: 'For the operator. Newest first, 50 on a page.',
    access: 'session',
    answer: ACCOUNTS,
    problems: ['not_operator'],
  },
  get({ before: beforeOf(/^\d{1,15}$/, '7') }, async (parts, { body: { before }, headers, trace }) => {
    await asOperator(parts, headers, trace);
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
  }),
);

/** @throws Refusal `not_found` if no user has this account. */
const checkAccount = async (store: Store, id: number): Promise<void> => {
  const found = await accountsOf(store).select('accounts.id').where('accounts.id', '=', id).executeTakeFirst();
  if (found === undefined) throw new Refusal('not_found', 'There is no account with this number.');
};

const credits = describe(
  {
    summary: 'Adds credits to an account',
    details: 'For the operator. A repeat with the same reference adds nothing.',
    access: 'session',
    answer: ADDED,
    problems: ['not_operator', 'not_found'],
  },
  post(
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
  ),
);

const plan = describe(
  {
    summary: 'Sets the plan of an account',
    details: 'For the operator.',
    access: 'session',
    answer: DONE,
    problems: ['not_operator', 'not_found'],
  },
  post({ account: NUMBER, plan: PLAN }, async (parts, { body, headers, trace }) => {
    await asOperator(parts, headers, trace);
    await checkAccount(parts.store, body.account);
    await updateAccount(parts.store, body.account, { plan: body.plan });
    return done();
  }),
);

export const ACCOUNT_ENDPOINTS = { accounts, 'accounts/credits': credits, 'accounts/plan': plan };
