import type { ProblemCode, Status } from '../../protocol/index.js';
import type { Charge } from '../monitoring/events.js';

/** The client of a request, as the calling program knows it. */
export interface Client {
  /** Its IP address; `undefined` if it is not known. */
  address?: string;
  /** True for the calling program itself: its checks are recorded, but cost nothing, and have no rate limit. */
  isOwn?: boolean;
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
