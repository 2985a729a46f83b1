import type { OutcomeCounts, ProblemCode, Status } from '../protocol/index.js';
import { stackFrames } from '../util/errors.js';
import type { Trouble } from './upstream/types.js';

/** The source of a verdict: the syntax of the address, the cache (`memory`), or the upstream. */
export type VerdictSource = 'address' | 'memory' | 'upstream';

/** One line of an edge's log. No line contains an email address, an IP address, a token or a key. */
export type EdgeLogLine =
  | {
      event: 'request';
      /** The method; `other` if the edge does not know it. */
      method: string;
      /** The route, or `*` for an unknown path. */
      route: string;
      /** The HTTP status of the response. */
      status: number;
      /** Duration in milliseconds. */
      ms: number;
      /** The problem code of a refusal. */
      code?: ProblemCode;
      /** The verdict's status, and its source. */
      verdict?: Status;
      from?: VerdictSource;
      /** The outcomes of a form that were counted, and whether the hold-out group's. */
      outcomes?: OutcomeCounts;
      held_out?: boolean;
      /** The origin that was not allowed; `none` if the header is not an origin. */
      origin?: string;
    }
  | { event: 'upstream'; code: Trouble; reason: string; ms: number }
  /**
   * The answer to a challenge could not be checked. `passed`: a token was issued all the same; `refused`: the request
   * was refused; `failed`: the answer counts as wrong, because a client can cause the failure.
   */
  | { event: 'challenge'; outcome: 'passed' | 'refused' | 'failed'; reason: string; ms: number }
  /**
   * A client, an origin or the day has reached a rung of the ladder. Rung 1 is only logged; from 2 on, tokens require a
   * proof of work.
   */
  | { event: 'ladder'; of: 'client' | 'origin' | 'day'; rung: number; share: number }
  /**
   * The service did not take outcomes of forms. `dropped`: it has refused them, and they are not sent again; else they are
   * repeated later.
   */
  | { event: 'outcome_feed'; reason: string; rows: number; dropped: boolean }
  /** At the start: the edge is in test mode. */
  | { event: 'test_mode' }
  | { event: 'error'; error: string; at: string };

/** Receives a log line. Called during a request: it must return quickly and not throw. */
export type EdgeLog = (line: EdgeLogLine) => void;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** The method of a request for the log. A client can send any word, of any length. */
export const loggedMethod = (method: string): string => (METHODS.has(method) ? method : 'other');

/** Longest fields of an error, in characters. */
const MAX_NAME = 100;
const MAX_FRAMES = 2000;

/** Describes an unexpected error by its name and stack frames, not by its message, which may quote the request. */
export const errorLine = (error: unknown): EdgeLogLine => {
  if (!(error instanceof Error)) return { event: 'error', error: typeof error, at: '' };
  return {
    event: 'error',
    error: error.name.slice(0, MAX_NAME),
    at: stackFrames(error).join('; ').slice(0, MAX_FRAMES),
  };
};
