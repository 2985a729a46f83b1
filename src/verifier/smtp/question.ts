import type { SubStatus } from '../../protocol/index.js';
import type { Reply } from './reply.js';

/** Why no reply to RCPT was got. */
export type Failure = Extract<
  SubStatus,
  'greylisted' | 'smtp_timeout' | 'smtp_unavailable' | 'smtp_blocked' | 'smtp_not_checked'
>;

/** The answer of one mail server: its reply to RCPT, or why it came to none. */
export type Answer = { reply: Reply } | { failure: Failure };

/** One RCPT that somebody waits for. */
export interface Question {
  /** The address as it stands in RCPT TO: checked to hold no control characters. */
  readonly recipient: string;
  /** True when it needs SMTPUTF8 (RFC 6531 §3.2). */
  readonly utf8: boolean;
  /** Until when somebody waits, by `performance.now()`. */
  readonly deadline: number;
  /** How often it was sent. */
  tries: number;
  /** True while its reply is awaited. */
  isSent: boolean;
  /** True once it was answered, or nobody waits any more. */
  done: boolean;
  readonly answer: (answer: Answer) => void;
}

/** The server refused the session: at its greeting, EHLO or HELO. */
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
