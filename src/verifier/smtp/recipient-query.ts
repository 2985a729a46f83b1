import type { SubStatus } from '../../protocol/index.js';
import type { Reply } from './reply.js';

/** Why there is no reply to RCPT. */
export type Failure = Extract<
  SubStatus,
  'greylisted' | 'smtp_timeout' | 'smtp_unavailable' | 'smtp_blocked' | 'smtp_not_checked'
>;

/** The outcome of a query: the server's reply to RCPT, or the reason why there is none. */
export type Outcome = { reply: Reply } | { failure: Failure };

/** The recipient to ask for, and how long the caller waits. */
export interface RecipientRequest {
  /** The address as it stands in RCPT TO: checked to hold no control characters. */
  readonly recipient: string;
  /** True when it needs SMTPUTF8 (RFC 6531 §3.2). */
  readonly utf8: boolean;
  /** Until when the caller waits, by `performance.now()`. */
  readonly deadline: number;
}

/** A RCPT that waits for a session or for its reply. */
export interface RecipientQuery extends RecipientRequest {
  /** Number of times that it was sent. */
  tries: number;
  /** True while its reply is awaited. */
  isSent: boolean;
  /** True once it was settled, or its caller has given up. */
  done: boolean;
  /** `ask_again`: its domain was isolated meanwhile; see {@link Isolation}. */
  readonly onSettled: (outcome: Outcome | 'ask_again') => void;
}

/** A query as its caller sees it. */
export interface PendingQuery {
  outcome: Promise<Outcome>;
  /** The failure to report if the deadline passes now: the server was silent, or no turn came. */
  late: () => 'smtp_timeout' | 'smtp_not_checked';
  /** True while no session with the server is open: another server may be asked instead. */
  isOpening: () => boolean;
  /** Gives up waiting. */
  abandon: () => void;
}

/** Settles a query, once. */
export const settle = (query: RecipientQuery, outcome: Outcome | 'ask_again'): void => {
  if (query.done) return;
  query.done = true;
  query.onSettled(outcome);
};

/** The domain of a recipient. */
export const domainOf = (recipient: string): string => recipient.slice(recipient.lastIndexOf('@') + 1);

/** There is no session: the server refused it before MAIL (the reply says why), or is one that is never asked (`smtp_not_checked`). */
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
