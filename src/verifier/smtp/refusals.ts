import type { RecipientQuery } from './recipient-query.js';
import type { Reply } from './reply.js';
import type { MailServer } from './mail-server.js';
import type { Session } from './session.js';

/** A refusal that is not proven yet. */
export interface Refusal {
  readonly query: RecipientQuery;
  readonly reply: Reply;
  /** The time of the reply, by `performance.now()`. */
  readonly at: number;
  /** Number of controls that were asked for it in vain. */
  controls: number;
}

/** The refusals of one session: those before a recipient that the server accepted, and the later ones. */
export interface SessionRefusals {
  covered: Refusal[];
  uncovered: Refusal[];
}

/**
 * Time within which an accepted recipient covers the refusals before it, in milliseconds. In a longer time, a server
 * may have stopped refusing everybody.
 */
const COVER_MS = 5000;

const isLive = ({ query }: Refusal): boolean => !query.done;

/** The refusals of one receiver that are not proven yet. */
export class Refusals {
  readonly #ofSession = new Map<Session, SessionRefusals>();
  /** Those of single-RCPT sessions that have ended in sync. */
  readonly #alone = new Map<MailServer, Refusal[]>();

  add(session: Session, refusal: Refusal, isCovered: boolean): void {
    const known = this.#ofSession.get(session) ?? { covered: [], uncovered: [] };
    known[isCovered ? 'covered' : 'uncovered'].push(refusal);
    this.#ofSession.set(session, known);
  }

  addAlone(server: MailServer, refusals: readonly Refusal[]): void {
    this.#alone.set(server, [...(this.#alone.get(server) ?? []), ...refusals]);
  }

  /**
   * Records that a recipient was accepted in a session.
   * @param sentAt the time when its RCPT was sent, by `performance.now()`.
   * @returns the refusals of ended sessions that this proves.
   */
  cover(session: Session, sentAt: number): Refusal[] {
    const own = this.#ofSession.get(session);
    const isRecent = ({ at }: Refusal): boolean => sentAt - at < COVER_MS;
    if (own) {
      own.covered.push(...own.uncovered.filter(isRecent));
      own.uncovered = own.uncovered.filter((refusal) => !isRecent(refusal));
    }
    const isProven = (refusal: Refusal): boolean => refusal.at < sentAt && isRecent(refusal);
    return [...this.#alone.keys()].flatMap((server) => this.takeAlone(server, isProven));
  }

  /** True if a caller waits for a refusal of this session. */
  isDoubted(session: Session): boolean {
    const { covered, uncovered } = this.of(session);
    return covered.some(isLive) || uncovered.some(isLive);
  }

  /** True if a refusal of this session must not wait any longer. */
  isOverdue(session: Session): boolean {
    const [oldest] = this.of(session).uncovered;
    return oldest !== undefined && performance.now() - oldest.at > COVER_MS / 2;
  }

  of(session: Session): SessionRefusals {
    return this.#ofSession.get(session) ?? { covered: [], uncovered: [] };
  }

  /** Removes and returns the refusals of a session for which a caller waits. */
  take(session: Session): SessionRefusals {
    const { covered, uncovered } = this.of(session);
    this.#ofSession.delete(session);
    return { covered: covered.filter(isLive), uncovered: uncovered.filter(isLive) };
  }

  /** The refusals of ended sessions for which a caller waits. */
  alone(server: MailServer): Refusal[] {
    return this.#alone.get(server)?.filter(isLive) ?? [];
  }

  /** Removes and returns the refusals of ended sessions that pass. */
  takeAlone(server: MailServer, passes: (refusal: Refusal) => boolean = () => true): Refusal[] {
    const live = this.alone(server);
    const rest = live.filter((refusal) => !passes(refusal));
    if (rest.length > 0) this.#alone.set(server, rest);
    else this.#alone.delete(server);
    return live.filter(passes);
  }

  /** The uncovered refusals of the sessions that pass. */
  uncovered(passes: (session: Session) => boolean): Refusal[] {
    return [...this.#ofSession].flatMap(([session, { uncovered }]) => (passes(session) ? uncovered : []));
  }

  get all(): Refusal[] {
    const ofSessions = [...this.#ofSession.values()].flatMap(({ covered, uncovered }) => [...covered, ...uncovered]);
    return [...ofSessions, ...[...this.#alone.values()].flat()];
  }
}
