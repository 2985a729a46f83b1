import { viewAccount } from './account-list.js';
import { enter, readQuery, type Route } from './route.js';
import { validate } from './validate.js';

/** `GET /api/account`: the credits of the key's account. Free, and not rate limited. */
const account: Route = async (parts, call) => {
  const { accountId, plan } = await enter(parts, readQuery(call.request.url), call);
  return viewAccount(parts.store, accountId, plan);
};

/** The routes by path. All are GET. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/api/validate', validate],
  ['/api/account', account],
]);
