import { z } from 'zod';
import { viewAccount } from './account-list.js';
import { CREDITS, EXAMPLE_CREDITS, EXAMPLE_TIME, TIME } from './answers.js';
import { answerOf, describe, type Endpoints } from './endpoint.js';
import { PLANS } from './plans.js';
import { enter, readQuery, type Parts } from './route.js';
import { validate } from './validate.js';

const ACCOUNT = answerOf(
  'The plan and the credits.',
  z.object({ plan: z.enum(PLANS), credits: CREDITS, next_free_credits_at: TIME }),
  { plan: 'standard', credits: EXAMPLE_CREDITS, next_free_credits_at: EXAMPLE_TIME },
);

const account = describe(
  {
    summary: 'Shows the credits of the account',
    details: 'Free, and not rate limited.',
    access: 'key',
    answer: ACCOUNT,
  },
  {
    method: 'GET',
    input: z.object({}),
    async answer(parts: Parts, call) {
      const { accountId, plan } = await enter(parts, readQuery(call.request.url), call);
      return Response.json(await viewAccount(parts.store, accountId, plan));
    },
  },
);

/** The endpoints for programs with an API key, by path. */
export const ROUTES: Endpoints<Parts> = new Map([
  ['/api/validate', validate],
  ['/api/account', account],
]);
