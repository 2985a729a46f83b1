import type { Hashes } from './hashes.js';
import { Refusal } from '../protocol/refusal.js';
import type { Plan } from './plans.js';
import type { Store } from './store/tables.js';

/** The account of a request, and its API key. */
export interface Caller {
  accountId: number;
  keyId: number;
  plan: Plan;
}

/** A 401 names a way to authenticate (RFC 9110 §11.6.1). */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="email-verify"' };

const bearer = (authorization: string | null): string | undefined => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

/**
 * The API key of a request: the first non-empty one of `?apikey=`, the header `X-API-Key` and `Authorization: Bearer`
 * (RFC 6750 §2.1).
 */
const presentedKey = (query: URLSearchParams, headers: Headers): string | undefined =>
  [query.get('apikey'), headers.get('x-api-key'), bearer(headers.get('authorization'))].find((key) => key) ?? undefined;

/**
 * Finds the account of a request's API key. The key is looked up by its keyed hash, so that timing does not reveal how
 * close a guess was.
 * @throws Refusal `missing_key` or `wrong_key`.
 */
export const authenticate = async (
  { db }: Store,
  hashes: Hashes,
  query: URLSearchParams,
  headers: Headers,
): Promise<Caller> => {
  const key = presentedKey(query, headers);
  if (key === undefined)
    throw new Refusal('missing_key', 'Give your API key as ?apikey=, X-API-Key or Authorization: Bearer.', CHALLENGE);
  const caller = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['accounts.id as accountId', 'api_keys.id as keyId', 'accounts.plan'])
    .where('api_keys.hash', '=', hashes.key(key))
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst();
  if (caller === undefined)
    throw new Refusal('wrong_key', 'No account has this API key, or it was revoked.', CHALLENGE);
  return caller;
};
