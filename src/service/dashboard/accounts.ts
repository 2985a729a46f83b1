/** The operator's pages: all accounts. */
import { z } from 'zod';
import { CREDITS, EXAMPLE_CREDITS } from '../credits/credits-schema.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { listAccounts } from '../accounts/account-list.js';
import { updateAccount } from '../accounts/accounts.js';
import { addCredits } from '../credits/credits.js';
import { optional } from '../http/request-fields.js';
import { PLANS } from '../accounts/tables.js';
import type { Store } from '../schema.js';
import { DONE, done, get, post, type Origins } from '../users/session-endpoint.js';
import { asOperator, type SessionStore } from '../users/sessions.js';
import { COUNT, EXPIRES_AT, NUMBER, PLAN, REFERENCE, SOURCE } from './form-fields.js';
import { beforeOf, PAGE, pageOf } from './cursor-pages.js';

export const ACCOUNTS = answerOf(
  'A page of accounts.',
  z.object({
    accounts: z.array(
      z.object({ id: z.int(), email: z.string().nullable(), plan: z.enum(PLANS), credits: CREDITS, created_at: TIME }),
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

export const ADDED = answerOf(
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
  get({ before: beforeOf(/^\d{1,15}$/, '7') }, async (parts: SessionStore, { body: { before }, headers, trace }) => {
    await asOperator(parts, headers, trace);
    const rows = await listAccounts(parts.store, PAGE + 1, before === undefined ? undefined : Number(before));
    const { page, next } = pageOf(rows, ({ id }) => id);
    const accounts = page.map(({ createdAt, ...account }) => ({ ...account, created_at: timestamp(createdAt) }));
    return Response.json({ accounts, next });
  }),
);

/** @throws Refusal `not_found` if there is no such account. */
const checkAccount = async ({ db }: Store, id: number): Promise<void> => {
  const found = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
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
    async (
      parts: SessionStore & Origins,
      { body: { account, count, source, expires_at, reference }, headers, trace },
    ) => {
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
  post({ account: NUMBER, plan: PLAN }, async (parts: SessionStore & Origins, { body, headers, trace }) => {
    await asOperator(parts, headers, trace);
    await checkAccount(parts.store, body.account);
    await updateAccount(parts.store, body.account, { plan: body.plan });
    return done();
  }),
);

export const ACCOUNT_ENDPOINTS = { accounts, 'accounts/credits': credits, 'accounts/plan': plan };
