import type { SubStatus } from '../../protocol/index.js';
import type { Reply } from './reply.js';

/** The reason why there is no reply to RCPT. */
export type Failure = Extract<
  SubStatus,
  'greylisted' | 'smtp_timeout' | 'smtp_unavailable' | 'smtp_blocked' | 'smtp_not_checked'
>;

/**
 * The outcome of a query: the server's reply to RCPT, or the reason why there is none. `isFinal`: the server refused
 * the recipient without proof. Another server of the domain must not be asked, since it may refuse everybody for the
 * same reason.
 */
export type Outcome = { reply: Reply } | { failure: Failure; isFinal?: true };

/** The recipient to ask for, and the caller's deadline. */
export interface RecipientRequest {
  /** The address for RCPT TO, checked to contain no control characters. */
  readonly recipient: string;
  /** True if it needs SMTPUTF8 (RFC 6531 §3.2). */
  readonly utf8: boolean;
  /** True if a refusal must be proven before it is the outcome; see {@link Proof}. */
  readonly needsProof: boolean;
  /** The time until which the caller waits, by `performance.now()`. */
  readonly deadline: number;
}

/** A RCPT that waits for a session or for its reply. */
export interface RecipientQuery extends RecipientRequest {
  /** Number of times that it was sent. */
  tries: number;
  /** True while its reply is awaited. */
  isSent: boolean;
  /** The time when it was sent last, by `performance.now()`. */
  sentAt: number;
  /** True once it was refused, proven or not: no other server is asked. */
  isRefused: boolean;
  /** True once it was settled or abandoned. */
  done: boolean;
  /** `ask_again`: its domain was isolated meanwhile; see {@link Isolation}. */
  readonly onSettled: (outcome: Outcome | 'ask_again') => void;
}

/** The caller's view of a query. */
export interface PendingQuery {
  outcome: Promise<Outcome>;
  /** The failure to report if the deadline passes now: the server was silent, or no turn came. */
  late: () => 'smtp_timeout' | 'smtp_not_checked';
  /** True while no session with the server is open: another server may be asked instead. */
  isOpening: () => boolean;
  /** Abandons the query. */
  abandon: () => void;
}

/** Maximum number of times that a query is sent, since a session may end before its reply. */
export const MAX_TRIES = 3;

/** Creates a query that was not sent yet. */
export const newQuery = (request: RecipientRequest, onSettled: RecipientQuery['onSettled']): RecipientQuery => ({
  ...request,
  ...{ tries: 0, isSent: false, sentAt: 0, isRefused: false, done: false },
  onSettled,
});

/** Settles a query, once. */
export const settle = (query: RecipientQuery, outcome: Outcome | 'ask_again'): void => {
  if (query.done) return;
  query.done = true;
  query.onSettled(outcome);
};

/** The domain of a recipient. */
export const domainOf = (recipient: string): string => recipient.slice(recipient.lastIndexOf('@') + 1);

/**
 * No session could be opened: the server refused it before MAIL (the reply has the reason), or is one that is never
 * asked (`smtp_not_checked`).
 */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly failure: Failure;
  readonly reply: Reply;

  constructor(failure: Failure, reply: Reply) {
    super(failure);
    this.failure = failure;
    this.reply = reply;
  }
}
