import type { ProblemCode, Status } from '../protocol/index.js';
import { stackFrames } from '../util/errors.js';
import type { Trouble } from './upstream/types.js';

/** Where a verdict comes from: the address itself, what is remembered, or the upstream. */
export type VerdictSource = 'address' | 'memory' | 'upstream';

/** One line of an edge's log. No line holds a mail address, a network address, a token or a key. */
export type EdgeLogLine =
  | {
      event: 'request';
      method: string;
      /** The route, or `*` for a path that is not one. */
      route: string;
      /** The HTTP status of the answer. */
      status: number;
      /** How long it took, in milliseconds. */
      ms: number;
      /** Why it was refused. */
      code?: ProblemCode;
      /** The verdict's status, and its source. */
      verdict?: Status;
      from?: VerdictSource;
      /** The page that was not allowed, as far as it is an origin at all. */
      origin?: string;
    }
  | { event: 'upstream'; code: Trouble; reason: string; ms: number }
  /** A challenge's answer could not be checked. */
  | { event: 'challenge'; reason: string; ms: number }
  | { event: 'error'; error: string; at: string };

/** Takes a line. Called while a request is answered: it should return at once, and not throw. */
export type EdgeLog = (line: EdgeLogLine) => void;

/** Describes an unexpected error by its kind and place, not by its message, which may quote what was sent. */
export const errorLine = (error: unknown): EdgeLogLine => {
  if (!(error instanceof Error)) return { event: 'error', error: typeof error, at: '' };
  return { event: 'error', error: error.name, at: stackFrames(error).join('; ') };
};
