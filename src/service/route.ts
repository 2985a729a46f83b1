import type { ProblemCode, Status } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { authenticate } from './authenticate.js';
import type { Charge } from './events.js';
import type { Caller, KeyLookup } from './key-lookup.js';
import type { CheckParts } from './single-check.js';
import type { Client } from './types.js';

/** The parts of the service that the routes use. */
export interface Parts extends CheckParts {
  lookUp: KeyLookup;
}

/** Side outputs of a route. */
export interface Trace {
  /** The account, for the log. */
  account?: number;
  /** The problem code of a refusal. */
  code?: ProblemCode;
  /** The refusal is the answer that a test key asked for, and no failure. */
  isTest?: boolean;
  /** The verdict that is answered, and what it cost. */
  checked?: { verdict: Status; charge: Charge };
  /** Headers of the response, set on refusals too. */
  headers: Record<string, string>;
}

/** A request that a route answers. */
export interface Call {
  request: Request;
  /** The parts of the path that are in braces. */
  params: Readonly<Record<string, string>>;
  client: Client;
  trace: Trace;
}

/** Percent-encoded bytes that are not UTF-8 (RFC 3629). */
const hasBrokenUtf8 = (search: string): boolean => {
  try {
    for (const [bytes] of search.matchAll(/(?:%[\da-f]{2})+/gi)) decodeURIComponent(bytes);
    return false;
  } catch {
    return true;
  }
};

/**
 * Reads the query of a URL with `+` as a plus, like `%2B`, not as a space: people type `?email=anna+news@x.com`. A space
 * is `%20`.
 * @throws Refusal `bad_request` if it is not UTF-8.
 */
export const readQuery = (url: string): URLSearchParams => {
  const { search } = new URL(url);
  if (hasBrokenUtf8(search)) throw new Refusal('bad_request', 'The query must be percent-encoded UTF-8.');
  return new URLSearchParams(search.replaceAll('+', '%2B'));
};

/** The parameters of a query by name: of several with one name, the first. */
export const queryValues = (query: URLSearchParams): Record<string, string> => Object.fromEntries([...query].reverse());

/** Authenticates a request, and notes its account for the log. */
export const enter = async (
  { lookUp }: Pick<Parts, 'lookUp'>,
  query: URLSearchParams,
  { request, client, trace }: Omit<Call, 'params'>,
): Promise<Caller> => {
  const caller = await authenticate(lookUp, query, request.headers, client);
  trace.account = caller.accountId;
  return caller;
};
