import { Refusal } from '../../protocol/refusal.js';
import { isInBlocks } from '../../util/cidr.js';
import { clientNetwork } from '../../util/client-network.js';
import type { Owner } from '../http/admission.js';
import type { Caller, KeyLookup } from './key-lookup.js';
import type { Call, Client } from '../http/call.js';

/** The calling program shares no limit of wrong keys and no places with clients. */
const OWN_NETWORK = 'own';

/** A 401 names a way to authenticate (RFC 9110 §11.6.1). */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="email-verify"' };

const bearer = (authorization: string | null): string | undefined => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

/**
 * The API key of a request: the first non-empty one of `?apikey=`, the header `X-API-Key` and `Authorization: Bearer`
 * (RFC 6750 §2.1).
 */
export const presentedKey = (apikey: string | null | undefined, headers: Pick<Headers, 'get'>): string | undefined =>
  [apikey, headers.get('x-api-key'), bearer(headers.get('authorization'))].find((key) => key) ?? undefined;

export const wrongKey = (): Refusal =>
  new Refusal('wrong_key', 'No account has this API key, or it was revoked or replaced.', CHALLENGE);

/**
 * The account of a request whose API key was right lately, before its URL is read: a key that cannot be found at once
 * in it counts as unknown.
 * @param path with the query.
 */
export const knownAccount = (
  lookUp: KeyLookup,
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | null => {
  const key = presentedKey(/[?&]apikey=([^&#]+)/.exec(path)?.[1], {
    get: (name) => [headers[name] ?? []].flat()[0] ?? null,
  });
  return key === undefined ? null : (lookUp.recall(key) ?? null);
};

/**
 * Names whose share of the places a call takes: the account of its key if that was right lately, else, as a stranger, the
 * client's network.
 * @param apikey the parameter of this name.
 * @throws Refusal `rate_limited` for a key that was not, if the network has tried too many wrong ones: no route has to
 *   be found for it.
 */
export const ownerOf = (
  lookUp: KeyLookup,
  apikey: string | undefined,
  headers: Headers,
  { address = '', isOwn = false }: Client,
): Owner => {
  if (isOwn) return { id: OWN_NETWORK, isStranger: false };
  const key = presentedKey(apikey, headers);
  const account = key === undefined ? undefined : lookUp.recall(key);
  if (account !== undefined) return { id: account, isStranger: false };
  const network = clientNetwork(address);
  if (key !== undefined) lookUp.checkGuesses(network);
  return { id: network, isStranger: true };
};

/**
 * Finds the account of a request's API key.
 * @throws Refusal `missing_key`, `wrong_key`, `key_not_allowed` from this address, or `rate_limited` after wrong keys.
 */
export const authenticate = async (
  lookUp: KeyLookup,
  query: URLSearchParams,
  headers: Headers,
  { address = '', isOwn = false }: Client,
): Promise<Caller> => {
  const key = presentedKey(query.get('apikey'), headers);
  if (key === undefined)
    throw new Refusal('missing_key', 'Give your API key as ?apikey=, X-API-Key or Authorization: Bearer.', CHALLENGE);
  const caller = await lookUp.find(key, isOwn ? OWN_NETWORK : clientNetwork(address));
  if (caller === null) throw wrongKey();
  if (caller.networks.length > 0 && !isInBlocks(address.trim(), caller.networks))
    throw new Refusal('key_not_allowed', 'This API key is limited to certain client addresses, and yours is not one.');
  return caller;
};

/** Authenticates a request, and notes its account for the log. */
export const enter = async (
  lookUp: KeyLookup,
  query: URLSearchParams,
  { request, client, trace }: Omit<Call, 'params'>,
): Promise<Caller> => {
  const caller = await authenticate(lookUp, query, request.headers, client);
  trace.account = caller.accountId;
  return caller;
};
