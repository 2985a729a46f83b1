import type { Connection } from './connection.js';
import type { Extensions } from './handshake.js';
import type { RecipientQuery } from './recipient-query.js';
import { ProtocolError, type Reply } from './reply.js';

/** Maximum number of RCPTs that are sent together where the server offers PIPELINING. RFC 2920 §3.1 leaves it to TCP's window. */
const PIPELINE = 50;
/** Time for which a session without work stays open, in milliseconds. */
const IDLE_MS = 3000;
/** RFC 5321 §4.5.3.1.8: every server takes a hundred recipients a transaction. */
const RCPTS_PER_TRANSACTION = 100;

export interface SessionOptions {
  /** The reverse path, without brackets; empty for the null one. */
  from: string;
  /** One RCPT a transaction. */
  single: boolean;
  /** RCPTs one after the other, though the server offers PIPELINING. */
  serial: boolean;
  /** RCPTs on this connection. */
  limit: number;
}

/** A mail transaction: one MAIL and its RCPTs. */
interface Transaction {
  readonly utf8: boolean;
  rcpts: number;
  /** The reply that refused MAIL. */
  refusal: Reply | null;
}

/** Where a RCPT stood in its session. */
export interface RcptPosition {
  /** The first RCPT of its transaction. */
  first: boolean;
  /** Number of RCPTs of the session that were answered before it. */
  answered: number;
}

/** A reply that waits for the rest of its group. */
interface HeldReply {
  query: RecipientQuery;
  reply: Reply | Error;
  first: boolean;
  transaction: Transaction;
}

export interface SessionEvents {
  onReply(query: RecipientQuery, reply: Reply, position: RcptPosition): void;
  /** MAIL was refused before this RCPT; `reply` is that to MAIL. */
  onRefused(query: RecipientQuery, reply: Reply, answered: number): void;
  /** The connection ended before the reply. */
  onLost(query: RecipientQuery, error: Error, answered: number): void;
}

/** The mail transactions on an open connection. Never sends DATA. */
export class Session {
  readonly #connection: Connection;
  readonly #extensions: Extensions;
  readonly #options: SessionOptions;
  readonly #events: SessionEvents;
  readonly #inFlight = new Set<RecipientQuery>();
  #held: HeldReply[] = [];
  #transaction: Transaction | null = null;
  #sent = 0;
  #answered = 0;
  #retired = false;
  readonly #idle: NodeJS.Timeout;

  constructor(connection: Connection, extensions: Extensions, options: SessionOptions, events: SessionEvents) {
    this.#connection = connection;
    this.#extensions = extensions;
    this.#options = options;
    this.#events = events;
    this.#idle = setTimeout(() => {
      if (this.isIdle) this.close();
      else this.#idle.refresh();
    }, IDLE_MS).unref();
    connection.keepAlive(false);
  }

  /** True when it takes addresses beyond ASCII. */
  get takesUtf8(): boolean {
    return this.#extensions.has('SMTPUTF8');
  }

  get #window(): number {
    return !this.#options.serial && this.#extensions.has('PIPELINING') ? PIPELINE : 1;
  }

  /** Number of further RCPTs that may be sent now: one group is in flight at a time. */
  get room(): number {
    if (this.#retired || !this.isIdle || !this.#connection.isOpen) return 0;
    return Math.min(this.#window, this.#options.limit - this.#sent);
  }

  /** True when nothing is in flight and no further RCPT may be sent. */
  get isSpent(): boolean {
    return this.#inFlight.size === 0 && (this.#retired || this.#sent >= this.#options.limit);
  }

  /** True when nothing is in flight. */
  get isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  /** Sends no more; the replies that are in flight are still awaited. */
  retire(): void {
    this.#retired = true;
  }

  /** Ends the connection when no caller waits for any reply in flight: a tarpit holds it no longer than the last deadline. */
  abandon(): void {
    if (this.#inFlight.size === 0 || [...this.#inFlight].some(({ done }) => !done)) return;
    this.#connection.destroy(new Error('Nobody waits for a reply'));
  }

  /** Sends RCPTs, as many as there is {@link room} for. Without PIPELINING, MAIL and RCPT go one after the other. */
  send(queries: readonly RecipientQuery[]): void {
    this.#connection.keepAlive(true);
    this.#idle.refresh();
    const groups: [command: string, onReply: (reply: Reply | Error) => void][] = [];
    for (const query of queries) {
      query.tries += 1;
      query.isSent = true;
      this.#sent += 1;
      this.#inFlight.add(query);
      const transaction = this.#transactionFor(query, groups);
      const first = transaction.rcpts === 0;
      transaction.rcpts += 1;
      groups.push([
        `RCPT TO:<${query.recipient}>\r\n`,
        (reply) => {
          this.#onRcpt({ query, reply, first, transaction });
        },
      ]);
    }
    if (this.#extensions.has('PIPELINING')) {
      this.#connection.send(
        groups.map(([command]) => command).join(''),
        groups.map(([, onReply]) => onReply),
      );
    } else this.#sendInTurn(groups);
  }

  #sendInTurn([next, ...rest]: [command: string, onReply: (reply: Reply | Error) => void][]): void {
    if (!next) return;
    const [command, onReply] = next;
    this.#connection.send(command, [
      (reply) => {
        onReply(reply);
        if (reply instanceof Error) for (const [, onLost] of rest) onLost(reply);
        else this.#sendInTurn(rest);
      },
    ]);
  }

  /** The open transaction, or a new one, whose commands are put in front. */
  #transactionFor({ utf8 }: RecipientQuery, groups: [string, (reply: Reply | Error) => void][]): Transaction {
    const { from, single } = this.#options;
    const open = this.#transaction;
    if (open?.utf8 === utf8 && open.rcpts < (single ? 1 : RCPTS_PER_TRANSACTION)) return open;
    if (open) {
      groups.push([
        'RSET\r\n',
        (reply) => {
          // No server refuses RSET: this is the reply to something else.
          if (!(reply instanceof Error) && reply.code >= 300)
            this.#connection.destroy(new ProtocolError('RSET refused'));
        },
      ]);
    }
    const transaction: Transaction = { utf8, rcpts: 0, refusal: null };
    groups.push([
      `MAIL FROM:<${from}>${utf8 ? ' SMTPUTF8' : ''}\r\n`,
      (reply) => {
        if (!(reply instanceof Error) && reply.code >= 300) transaction.refusal = reply;
      },
    ]);
    this.#transaction = transaction;
    return transaction;
  }

  /**
   * Holds the replies of a group until it is complete. A surplus reply, as of a server that forgets the hyphen of a two-line reply, or a
   * missing one shifts all that follow; another recipient's refusal must not become the verdict on a real mailbox.
   */
  #onRcpt(held: HeldReply): void {
    const { reply } = held;
    this.#held.push(held);
    if (!(reply instanceof Error) && this.#held.length < this.#inFlight.size) return;
    const before = this.#held.at(-2)?.reply;
    // Cut off without 421, a reply of the group may be missing anywhere, not only at its end.
    const isCut = reply instanceof Error && before !== undefined && !(before instanceof Error) && before.code !== 421;
    const isVoid = reply instanceof ProtocolError || isCut;
    for (const one of this.#held.splice(0)) this.#pass(isVoid ? { ...one, reply } : one);
    // An idle session must not keep the process alive.
    if (this.isIdle) this.#connection.keepAlive(false);
  }

  #pass({ query, reply, first, transaction }: HeldReply): void {
    this.#inFlight.delete(query);
    const answered = this.#answered;
    if (reply instanceof Error) {
      this.#retired = true;
      this.#events.onLost(query, reply, answered);
    } else if (transaction.refusal) {
      this.#retired = true;
      this.#events.onRefused(query, transaction.refusal, answered);
    } else {
      this.#answered += 1;
      if (reply.code === 421) this.#retired = true;
      this.#events.onReply(query, reply, { first, answered });
    }
  }

  /** Ends the session with QUIT, or the connection at once while replies are outstanding. */
  close(): void {
    this.#retired = true;
    clearTimeout(this.#idle);
    if (this.isIdle) this.#connection.quit();
    else this.#connection.destroy(new Error('The session was closed'));
  }
}
