import { writeCommands, type Command } from './commands.js';
import { InSyncClose, type Connection } from './connection.js';
import type { Extensions } from './handshake.js';
import type { RecipientQuery } from './recipient-query.js';
import { ProtocolError, type Reply } from './reply.js';

/**
 * Maximum number of RCPTs that are sent together if the server offers PIPELINING. RFC 2920 §3.1 leaves the number to
 * TCP's window.
 */
const PIPELINE = 50;
/** Time for which a session without work stays open, in milliseconds. */
const IDLE_MS = 3000;

export interface SessionOptions {
  /** The reverse path, without brackets; empty for the null one. */
  from: string;
  /** Number of RCPTs that may be sent together if the server offers PIPELINING. */
  together: number;
  /** RCPTs on this connection. With 1, the reply is passed on after QUIT, when it is surely the one to RCPT. */
  limit: number;
}

/** A RCPT of a group, which waits for the rest of the group. */
interface HeldReply {
  readonly query: RecipientQuery;
  /** The reply that refused MAIL. */
  refusal: Reply | null;
  /** The reply to RCPT; null until it arrives. */
  reply: Reply | Error | null;
}

/** RCPTs that were sent together. */
interface Group {
  readonly held: HeldReply[];
  /** The code of the last reply to any of its commands. */
  lastCode: number;
}

export interface SessionEvents {
  /**
   * Receives a reply.
   * @param answered number of RCPTs of the session that were answered before.
   */
  onReply(query: RecipientQuery, reply: Reply, answered: number): void;
  /** MAIL was refused before this RCPT; `reply` is the reply to MAIL. */
  onRefused(query: RecipientQuery, reply: Reply, answered: number): void;
  /**
   * The connection ended before the reply, or so that no reply of the group can be assigned to its command.
   * @param mayBeOthers true if other RCPTs or the RSET may have caused that.
   */
  onLost(query: RecipientQuery, error: Error, answered: number, mayBeOthers: boolean): void;
  /** True while the session must not be closed although it has no work. */
  isNeeded(): boolean;
  /** Called when there is room for the next RCPT. */
  onRoom(): void;
}

/**
 * The mail transactions on an open connection, one for each RCPT: some servers answer every RCPT of a transaction like
 * its first refused one. Never sends DATA.
 */
export class Session {
  readonly #connection: Connection;
  readonly #extensions: Extensions;
  readonly #options: SessionOptions;
  readonly #events: SessionEvents;
  readonly #inFlight = new Set<RecipientQuery>();
  /** The group that waits for the end of the connection. */
  #last: Group | null = null;
  /** Number of RSETs without a reply. */
  #resetting = 0;
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
      if (this.isIdle && !this.#events.isNeeded()) this.close();
      else this.#idle.refresh();
    }, IDLE_MS).unref();
    connection.keepAlive(false);
  }

  /** True if it has only one RCPT. */
  get isSingle(): boolean {
    return this.#options.limit === 1;
  }

  /** True if it accepts non-ASCII addresses. */
  get takesUtf8(): boolean {
    return this.#extensions.has('SMTPUTF8');
  }

  get #isPipelining(): boolean {
    return this.#extensions.has('PIPELINING');
  }

  get #window(): number {
    return this.#isPipelining ? Math.min(PIPELINE, this.#options.together) : 1;
  }

  /**
   * Number of further RCPTs that may be sent now, since one group is in flight at a time. The last RCPT of a session is
   * reserved for a control.
   */
  get room(): number {
    if (this.#retired || !this.isIdle || !this.#connection.isOpen) return 0;
    return Math.min(this.#window, rcptsOf(this.#options.limit) - this.#sent);
  }

  /** True if nothing is in flight and no further RCPT may be sent. */
  get isSpent(): boolean {
    return this.isIdle && (this.#retired || this.#sent >= rcptsOf(this.#options.limit));
  }

  /** False once QUIT was sent or the connection is lost. */
  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** Number of RCPTs without a reply. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** True if the next command may be sent. */
  get isIdle(): boolean {
    return this.#inFlight.size === 0 && (this.#resetting === 0 || this.#isPipelining);
  }

  /** Sends no more; the replies in flight are still awaited. */
  retire(): void {
    this.#retired = true;
  }

  /**
   * Ends the connection if no caller waits for a reply in flight: a tarpit holds it no longer than the last deadline.
   */
  abandon(): void {
    if (this.#inFlight.size === 0 || [...this.#inFlight].some(({ done }) => !done)) return;
    this.#connection.destroy(new Error('Nobody waits for a reply'));
  }

  /** Sends RCPTs, as many as there is {@link room} for, each in a separate transaction. */
  send(queries: readonly RecipientQuery[]): void {
    this.#idle.refresh();
    this.#sent += queries.length;
    if (this.isSingle) {
      this.#sendLast(queries, lastDeadline(queries) - performance.now());
      return;
    }
    this.#connection.keepAlive(true);
    const group: Group = { held: [], lastCode: 0 };
    const commands = queries.flatMap((query, index) => [
      ...(index > 0 ? [this.#reset(group)] : []),
      ...this.#transaction(query, group),
    ]);
    writeCommands(this.#connection, this.#isPipelining, commands, () => {
      this.#finish(group);
    });
  }

  /**
   * Ends the session with QUIT, whose reply confirms the order of the replies before.
   * @param control a last RCPT, or null.
   * @param waitMs time limit for the reply to QUIT, in milliseconds.
   */
  end(control: RecipientQuery | null, waitMs: number): void {
    this.#sendLast(control ? [control] : [], waitMs);
  }

  #sendLast(queries: readonly RecipientQuery[], waitMs: number): void {
    this.#retired = true;
    clearTimeout(this.#idle);
    this.#connection.keepAlive(true);
    const group: Group = { held: [], lastCode: 0 };
    if (queries.length > 0) this.#last = group;
    const commands = queries.flatMap((query) => this.#transaction(query, group));
    writeCommands(this.#connection, this.#isPipelining, commands, () => {
      this.#connection.quit(Math.max(waitMs, 0));
    });
  }

  /**
   * Resets the session after the last reply to RCPT of a group, and then passes on the replies. A single refusal need
   * not wait.
   */
  #finish(group: Group): void {
    this.#resetting += 1;
    const isRefused = isSingleRefusal(group);
    for (const { query } of group.held) this.#inFlight.delete(query);
    const [line, onReply] = this.#reset(group);
    this.#connection.send(line, [
      (reply) => {
        this.#resetting -= 1;
        const error = onReply(reply);
        if (!isRefused) this.#pass(group, error);
        else this.#events.onRoom();
      },
    ]);
    if (isRefused) this.#pass(group, null);
    else this.#events.onRoom();
  }

  /** The commands MAIL and RCPT. */
  #transaction(query: RecipientQuery, group: Group): Command[] {
    const held: HeldReply = { query, refusal: null, reply: null };
    group.held.push(held);
    query.tries += 1;
    query.isSent = true;
    query.sentAt = performance.now();
    this.#inFlight.add(query);
    return [
      [
        `MAIL FROM:<${this.#options.from}>${query.utf8 ? ' SMTPUTF8' : ''}\r\n`,
        (reply) => {
          if (reply instanceof Error) return;
          group.lastCode = reply.code;
          if (reply.code >= 300) held.refusal = reply;
        },
      ],
      [
        `RCPT TO:<${query.recipient}>\r\n`,
        (reply) => {
          held.reply = reply;
          if (!(reply instanceof Error)) group.lastCode = reply.code;
        },
      ],
    ];
  }

  #reset(group: Group): readonly [line: string, onReply: (reply: Reply | Error) => Error | null] {
    return [
      'RSET\r\n',
      (reply) => {
        if (reply instanceof Error) return reply;
        group.lastCode = reply.code;
        if (reply.code < 300 || reply.code === 421) return null;
        // No server refuses RSET: this is the reply to another command.
        const error = new ProtocolError('RSET refused');
        this.#connection.destroy(error);
        return error;
      },
    ];
  }

  /**
   * Passes on the replies of a group. They are held until it is complete: a surplus reply (such as from a server that
   * forgets the hyphen of a two-line reply) or a missing one shifts all following replies, and RSET or QUIT gets the
   * reply to RCPT. The refusal of another recipient must not become the verdict on a real mailbox.
   * @param cut the error that ended the connection before the last reply of the group, or null.
   */
  #pass(group: Group, cut: Error | null): void {
    const { held, lastCode } = group;
    // If the connection was cut without 421, a reply may be missing anywhere, not only at the end. A single refusal
    // cannot be the reply to RSET.
    const isVoid = cut instanceof ProtocolError || (cut && lastCode !== 421 && !isSingleRefusal(group));
    for (const { query, refusal, reply } of held) {
      this.#inFlight.delete(query);
      const answered = this.#answered;
      const lost = isVoid ? cut : reply instanceof Error ? reply : null;
      if (lost || !reply || reply instanceof Error) {
        this.#retired = true;
        const hasReply = reply !== null && !(reply instanceof Error);
        this.#events.onLost(query, lost ?? new Error('No reply'), answered, hasReply || held.length > 1);
      } else if (refusal) {
        this.#retired = true;
        this.#events.onRefused(query, refusal, answered);
      } else {
        this.#answered += 1;
        if (reply.code === 421) this.#retired = true;
        this.#events.onReply(query, reply, answered);
      }
    }
    // An idle session must not keep the process alive.
    if (this.isIdle && this.#connection.isOpen) this.#connection.keepAlive(false);
  }

  /**
   * Passes on the replies that waited for the end of the connection.
   * @param reason why it ended.
   */
  onClosed(reason: Error): void {
    clearTimeout(this.#idle);
    const group = this.#last;
    this.#last = null;
    if (group) this.#pass(group, reason instanceof InSyncClose ? null : reason);
  }

  /** Ends the session with QUIT, or the connection at once while replies are outstanding. */
  close(): void {
    this.#retired = true;
    clearTimeout(this.#idle);
    if (this.isIdle) this.#connection.quit();
    else this.#connection.destroy(new Error('The session was closed'));
  }
}

/** The number of RCPTs of a session with a limit, without the control. */
export const rcptsOf = (limit: number): number => Math.max(1, limit - 1);

const isSingleRefusal = ({ held: [one, ...others] }: Group): boolean =>
  others.length === 0 && !!one?.reply && !(one.reply instanceof Error) && one.reply.code >= 400;

const lastDeadline = (queries: readonly RecipientQuery[]): number =>
  Math.max(...queries.map(({ deadline }) => deadline));
