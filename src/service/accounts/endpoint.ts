import { z } from 'zod';
import { CREDITS, EXAMPLE_CREDITS } from '../credits/credits-schema.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import { readQuery } from '../http/query.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { enter } from '../keys/authenticate.js';
import type { KeyLookup } from '../keys/key-lookup.js';
import type { Store } from '../schema.js';
import { viewAccount } from './account-list.js';
import { PLANS } from './tables.js';

/** The parts of the service that this endpoint uses. */
interface Parts {
  store: Store;
  lookUp: KeyLookup;
}

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
    async answer({ store, lookUp }: Parts, call) {
      const { accountId, plan } = await enter(lookUp, readQuery(call.request.url), call);
      return Response.json(await viewAccount(store, accountId, plan));
    },
  },
);

/** The endpoint of the account of an API key, by path. */
export const ACCOUNT_ENDPOINTS: Endpoints<Parts> = [['/api/account', account]];
