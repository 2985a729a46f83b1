/** Access to lists: for programs with an API key, and for people who are signed in. */
import { z } from 'zod';
import { Refusal } from '../../protocol/refusal.js';
import { presentedKey } from '../authenticate.js';
import type { Handler, Method } from '../endpoint.js';
import { readBody, readValues, type Fields, type Values } from '../fields.js';
import { enter, queryValues, readQuery, type Call } from '../route.js';
import { checkOrigin } from '../users/endpoint.js';
import { signedIn } from '../users/sessions.js';
import { noSuchList } from './batch.js';
import type { ListParts } from './parts.js';

/** The account of a request. */
export interface Owner {
  accountId: number;
  /** Null: somebody who is signed in. */
  keyId: number | null;
}

/**
 * Finds the account of a request, by its API key or else by its session.
 * @throws Refusal `missing_key`, `wrong_key`, `key_not_allowed`, `rate_limited`; `origin_not_allowed` for a change with a
 * session by a page of another site.
 */
export const findOwner = async ({ lookUp, users }: ListParts, call: Omit<Call, 'params'>): Promise<Owner> => {
  const { request, trace } = call;
  const { headers, method, url } = request;
  const query = readQuery(url);
  const isSession = presentedKey(query.get('apikey'), headers) === undefined && headers.has('cookie');
  if (isSession) {
    if (method !== 'GET') checkOrigin(users.origins, headers);
    const { accountId } = await signedIn(users, headers, trace);
    return { accountId, keyId: null };
  }
  const { accountId, keyId, scopes, mode } = await enter({ lookUp }, query, call);
  if (!scopes.includes('batch'))
    throw new Refusal('key_not_allowed', 'This API key is not for lists: it lacks the scope batch.');
  if (mode === 'test') throw new Refusal('key_not_allowed', 'Lists need a live key; this one is a test key.');
  return { accountId, keyId };
};

/** The parts of a request that an endpoint of lists uses, checked. */
export interface ListCall<I, P> extends Call {
  owner: Owner;
  /** The fields of the body of a POST, else of the query. */
  input: I;
  /** The parts of the path. */
  path: P;
}

/** An endpoint of lists, with the fields of its path and of its body or its query. */
export const listHandler = <P extends Fields, F extends Fields>(
  method: Method,
  path: P,
  fields: F,
  answer: (parts: ListParts, call: ListCall<Values<F>, Values<P>>) => Promise<Response>,
): Handler<ListParts> => {
  const input = method === 'POST' ? z.strictObject(fields) : z.object(fields);
  const inPath = z.object(path);
  return {
    method,
    input,
    async answer(parts, call) {
      const owner = await findOwner(parts, call);
      const { request, params } = call;
      const found = inPath.safeParse(params);
      if (!found.success) throw noSuchList();
      const values =
        method === 'POST' ? await readBody(request, input) : readValues(queryValues(readQuery(request.url)), input);
      return answer(parts, { ...call, owner, path: found.data, input: values });
    },
  };
};
