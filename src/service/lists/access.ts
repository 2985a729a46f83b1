/** Access to lists: for programs with an API key, and for people who are signed in. */
import { z } from 'zod';
import { Refusal } from '../../protocol/refusal.js';
import type { Handler, Method } from '../http/endpoint.js';
import { readBody, readValues, type Fields, type Values } from '../http/request-fields.js';
import { queryValues, readQuery } from '../http/query.js';
import type { Call } from '../http/call.js';
import { findAsker, type AccountAccess } from '../users/account-access.js';
import type { Store } from '../schema.js';
import { noSuchList } from './list.js';

export type { AccountAccess as Access } from '../users/account-access.js';

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
 * @throws Refusal as {@link findAsker} does; `key_not_allowed` for a key without the scope batch.
 */
export const findOwner = async (access: AccountAccess, call: Omit<Call, 'params'>): Promise<Owner> => {
  const { user, key } = await findAsker(access, call);
  if (user !== null) return { accountId: user.accountId, keyId: null, isTest: false };
  const { accountId, keyId, scopes, mode } = key;
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
export const listHandler = <P extends Fields, F extends Fields, A extends AccountAccess>(
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
