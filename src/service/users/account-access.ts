/** Access to what an account has: for programs with an API key, and for people who are signed in. */
import { enter, presentedKey } from '../keys/authenticate.js';
import type { Call } from '../http/call.js';
import { readQuery } from '../http/query.js';
import type { Caller, KeyLookup } from '../keys/key-lookup.js';
import { checkOrigin, type Origins } from './session-endpoint.js';
import { signedIn, type SessionStore, type SignedIn } from './sessions.js';

/** Finds the accounts of API keys and of sessions. */
export interface AccountAccess extends SessionStore, Origins {
  lookUp: KeyLookup;
}

/** The sender of a request: an API key, or somebody who is signed in. */
export type Asker = { user: SignedIn; key: null } | { user: null; key: Caller };

/**
 * Finds who sent a request, by its API key or else by its session.
 * @throws Refusal `missing_key`, `wrong_key`, `key_not_allowed`, `rate_limited`, `not_signed_in`; `origin_not_allowed` for
 * a change with a session by a page of another site.
 */
export const findAsker = async (access: AccountAccess, call: Omit<Call, 'params'>): Promise<Asker> => {
  const { request, trace } = call;
  const { headers, method, url } = request;
  const query = readQuery(url);
  const isSession = presentedKey(query.get('apikey'), headers) === undefined && headers.has('cookie');
  if (!isSession) return { user: null, key: await enter(access.lookUp, query, call) };
  if (method !== 'GET') checkOrigin(access.origins, headers);
  return { user: await signedIn(access, headers, trace), key: null };
};
