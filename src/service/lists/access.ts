/** Access to lists: for programs with an API key, and for people who are signed in. */
import { z } from 'zod';
import { Refusal } from '../../protocol/refusal.js';
import { enter, presentedKey } from '../keys/authenticate.js';
import type { Handler, Method } from '../http/endpoint.js';
import { readBody, readValues, type Fields, type Values } from '../http/request-fields.js';
import { queryValues, readQuery } from '../http/query.js';
import type { Call } from '../http/call.js';
import { checkOrigin, type Origins } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import type { Store } from '../schema.js';
import { noSuchList } from './list.js';
import type { KeyLookup } from '../keys/key-lookup.js';

/** Finds the accounts of API keys and of sessions. */
export interface Access extends SessionStore, Origins {
  lookUp: KeyLookup;
}

/** The account of a request. */
export interface Owner {
  accountId: number;
  /** Null: somebody who is signed in. */
  keyId: number | null;
  /** True: a test key, which sees the lists of test keys alone. */
  isTest: boolean;
}

/**
 * Finds the account of a request, by its API key or else by its session.
 * @throws Refusal `missing_key`, `wrong_key`, `key_not_allowed`, `rate_limited`; `origin_not_allowed` for a change with a
 * session by a page of another site.
 */
export const findOwner = async (access: Access, call: Omit<Call, 'params'>): Promise<Owner> => {
  const { request, trace } = call;
  const { headers, method, url } = request;
  const query = readQuery(url);
  const isSession = presentedKey(query.get('apikey'), headers) === undefined && headers.has('cookie');
  if (isSession) {
    if (method !== 'GET') checkOrigin(access.origins, headers);
    const { accountId } = await signedIn(access, headers, trace);
    return { accountId, keyId: null, isTest: false };
  }
  const { accountId, keyId, scopes, mode } = await enter(access.lookUp, query, call);
  if (!scopes.includes('batch'))
    throw new Refusal('key_not_allowed', 'This API key is not for lists: it lacks the scope batch.');
  return { accountId, keyId, isTest: mode === 'test' };
};

/** @throws Refusal `not_found` if a test key names a list that no test key has uploaded. */
const checkSeen = async ({ db }: Store, { isTest }: Owner, { id }: { id?: unknown }): Promise<void> => {
  if (!isTest || typeof id !== 'number') return;
  const list = db.selectFrom('batches').select('id').where('id', '=', id).where('is_test', '=', true);
  if ((await list.executeTakeFirst()) === undefined) throw noSuchList();
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
export const listHandler = <P extends Fields, F extends Fields, A extends Access>(
  method: Method,
  path: P,
  fields: F,
  answer: (parts: A, call: ListCall<Values<F>, Values<P>>) => Promise<Response>,
): Handler<A> => {
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
      await checkSeen(parts.store, owner, found.data);
      const values =
        method === 'POST' ? await readBody(request, input) : readValues(queryValues(readQuery(request.url)), input);
      return answer(parts, { ...call, owner, path: found.data, input: values });
    },
  };
};
