import { timestamp } from '../protocol/index.js';
import { readCredits } from './credits.js';
import { enter, readQuery, type Route } from './route.js';
import { validate } from './validate.js';

/** `GET /api/account`: the credits of the key's account. Free, and not rate limited. */
const account: Route = async (parts, call) => {
  const { accountId, plan } = await enter(parts, readQuery(call.request.url), call);
  const { free, bought, reserved, nextFree } = await readCredits(parts.store, accountId);
  return { plan, credits: { free, bought, reserved }, next_free_credits_at: timestamp(nextFree) };
};

/** The routes by path. All are GET. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/api/validate', validate],
  ['/api/account', account],
]);
