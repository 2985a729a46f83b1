import { settle, type Outcome, type RecipientQuery } from './recipient-query.js';
import type { Session } from './session.js';

/** A session that is being opened. */
export interface Opening {
  abort(reason: Error): void;
}

/** One address of a mail host: the queries that wait for it, and its sessions. */
export class MailServer {
  readonly address: string;
  /** The host name under which it was found. */
  readonly host: string;
  readonly waiting = new Set<RecipientQuery>();
  readonly sessions = new Set<Session>();
  readonly openings = new Set<Opening>();
  /**
   * True after a failed TLS handshake: the next session goes without TLS. Reset when no query waits and no session is
   * open.
   */
  isPlaintext = false;
  /** The time before which no further session is opened, by `performance.now()`. */
  #pausedUntil = -Infinity;

  constructor(host: string, address: string) {
    this.host = host;
    this.address = address;
  }

  /** Number of waiting queries that its open sessions have room for. */
  get room(): number {
    let room = 0;
    for (const session of this.sessions) room += session.room;
    return Math.min(room, this.waiting.size);
  }

  /**
   * True if more queries wait than the sessions, open or opening, have room for.
   * @param perSession expected number of queries of a new session.
   */
  wantsSession(perSession: number): boolean {
    return this.waiting.size > this.room + this.openings.size * perSession;
  }

  /** True if a session may be opened now. The pause counts only beside an open session. */
  get mayOpen(): boolean {
    return this.sessions.size === 0 || performance.now() >= this.#pausedUntil;
  }

  /** Opens no further session for `ms` milliseconds. */
  pauseOpening(ms: number): void {
    this.#pausedUntil = performance.now() + ms;
  }

  /** True if no query waits and no session is open or opening. */
  get isQuiet(): boolean {
    return this.waiting.size === 0 && this.sessions.size === 0 && this.openings.size === 0;
  }

  /**
   * Sends up to `turns` of the waiting queries, oldest first.
   * @returns the number of queries sent.
   */
  send(turns: number): number {
    let left = turns;
    for (const session of this.sessions) {
      const count = Math.min(left, session.room);
      if (count <= 0) continue;
      const batch: RecipientQuery[] = [];
      for (const query of this.waiting) {
        if (batch.length === count) break;
        batch.push(query);
      }
      for (const query of batch) this.waiting.delete(query);
      const [able, unable] = [batch.filter((one) => fits(one, session)), batch.filter((one) => !fits(one, session))];
      for (const query of unable) settle(query, { failure: 'smtp_unavailable' });
      if (able.length > 0) session.send(able);
      left -= batch.length;
    }
    return turns - left;
  }

  /** Drops a query that its caller has abandoned. Sessions and commands for this query alone end. */
  abandon(query: RecipientQuery): void {
    query.done = true;
    if (this.waiting.delete(query)) {
      if (this.waiting.size > 0) return;
      for (const opening of this.openings) opening.abort(new Error('Nobody waits for the session'));
      // The next caller may have time for TLS.
      if (this.sessions.size === 0) this.isPlaintext = false;
    } else for (const session of this.sessions) session.abandon();
  }

  /** Ends all sessions and queries. */
  close(): void {
    for (const opening of this.openings) opening.abort(new Error('The prober was closed'));
    for (const session of this.sessions) session.close();
    this.settleWaiting({ failure: 'smtp_unavailable' });
  }

  /** Settles the waiting queries that pass, by default all. */
  settleWaiting(outcome: Outcome | 'ask_again', passes: (query: RecipientQuery) => boolean = () => true): void {
    for (const query of [...this.waiting].filter(passes)) {
      this.waiting.delete(query);
      settle(query, outcome);
    }
  }
}

/**
 * True if a session can take a query. An address that needs SMTPUTF8 needs a session that offers it; another session of
 * the server may.
 */
const fits = ({ utf8 }: RecipientQuery, { takesUtf8 }: Session): boolean => !utf8 || takesUtf8;
