import type { Finding } from './classify.js';
import type { Controls } from './controls.js';
import {
  domainOf,
  MAX_TRIES,
  newQuery,
  settle,
  type Failure,
  type Outcome,
  type RecipientQuery,
} from './recipient-query.js';
import { Refusals, type Refusal } from './refusals.js';
import type { Reply } from './reply.js';
import type { MailServer } from './mail-server.js';
import type { Session } from './session.js';

/** Maximum number of refusals that wait for other RCPTs before a control is asked for. */
const MAX_ALONE = 4;
/** Maximum number of controls for one refusal: each refused control is one more unknown name to the server. */
const MAX_CONTROLS = 2;

export interface ProofParts {
  /** The name of the receiver. */
  receiver: string;
  controls: Controls;
  /** Number of RCPTs without a reply, in all sessions but `beside`. */
  inFlight: (beside?: Session) => number;
  /** Reads the reply to a control. */
  classify: (reply: Reply, recipient: string) => Finding;
  /** Sends a query again in a separate session; settles it with `outcome` if that is not possible. */
  askAlone: (server: MailServer, query: RecipientQuery, outcome: Outcome) => void;
  /** Called after a receiver refused a recipient that it had accepted before, although in a separate session. */
  onShut: (server: MailServer, control: RecipientQuery) => void;
}

/** The findings that would call an address invalid. */
export const isRefusal = (finding: Finding): boolean =>
  finding === 'mailbox_not_found' || finding === 'mailbox_disabled';

const unproven = (failure: Failure): Outcome => ({ failure, isFinal: true });

const lastDeadline = (refusals: readonly Refusal[]): number => Math.max(...refusals.map(({ query }) => query.deadline));

/**
 * Proves refusals. A server may refuse everybody for a while: after some unknown names, on a connection or from a
 * client (harvest protection), or after the first refusal. So a refusal counts only if
 *
 * - the server accepted another recipient after it, on the same connection, or on any connection if the refusal was
 *   the only RCPT of its session. Without such a recipient, a control is asked for: a recipient that the receiver
 *   accepted before, or `postmaster`. The first refusal of a receiver needs no control, nor does its repetition;
 * - and its session ended in sync, with one reply to each command, so that it is not the reply to another command.
 *
 * A refusal without proof is asked once more, in a separate session. After that, it is unknown.
 */
export class Proof {
  readonly #parts: ProofParts;
  readonly #refusals = new Refusals();
  /** The controls in sessions that are ending, and the failures that kept them from proving anything. */
  readonly #endings = new Map<Session, { control: RecipientQuery; failure: Failure }>();
  /** The controls for refusals of ended sessions. */
  readonly #controls = new Map<MailServer, RecipientQuery>();

  constructor(parts: ProofParts) {
    this.#parts = parts;
  }

  /** Holds a query until its refusal is proven. */
  onRefused(session: Session, query: RecipientQuery, reply: Reply): void {
    const { receiver, controls, inFlight } = this.#parts;
    const domain = domainOf(query.recipient);
    const isFirst =
      controls.isUnrefused(receiver, domain) &&
      controls.findAccepted(receiver, domain) === null &&
      inFlight(session) === 0;
    query.isRefused = true;
    this.#refusals.add(session, { query, reply, at: performance.now(), controls: 0 }, isFirst);
  }

  /** Records that the recipient of a query was accepted. */
  onAccepted(session: Session, query: RecipientQuery): void {
    // The probe's random name is not a mailbox.
    if (query.needsProof) this.#parts.controls.recordAccepted(this.#parts.receiver, query.recipient);
    this.#believe(this.#refusals.cover(session, query.sentAt));
  }

  #believe(refusals: readonly Refusal[]): void {
    for (const { query, reply } of refusals) settle(query, { reply });
  }

  /** True while a refusal of the session waits for the session's end. */
  isDoubted(session: Session): boolean {
    return this.#refusals.isDoubted(session) || this.#endings.has(session);
  }

  /** True if a refusal of the session must not wait for further RCPTs. */
  isOverdue(session: Session): boolean {
    return this.#refusals.isOverdue(session);
  }

  /** True if {@link end} will end the session with a control, which takes a turn. */
  needsControl(session: Session): boolean {
    return this.#find(session) !== null;
  }

  #find(session: Session): { control: string; refusals: readonly Refusal[] } | null {
    const refusals = this.#refusals.of(session).uncovered.filter(({ query }) => !query.done);
    const last = refusals.at(-1);
    // A query that may be asked alone needs no control in this session.
    if (!last || session.isSingle) return null;
    const control = this.#parts.controls.find(this.#parts.receiver, domainOf(last.query.recipient));
    return control === null ? null : { control, refusals };
  }

  /** Ends a session that has refusals: with a control if they need one, and QUIT. */
  end(session: Session): void {
    const { covered, uncovered } = this.#refusals.of(session);
    const waitMs = lastDeadline([...covered, ...uncovered]) - performance.now();
    const found = this.#find(session);
    if (!found) {
      session.end(null, waitMs);
      return;
    }
    const control = controlFor(found.control, found.refusals, (outcome) => {
      const ending = this.#endings.get(session);
      if (ending) ending.failure = this.#failureOf(outcome, control);
    });
    // The control is not sent again.
    control.tries = MAX_TRIES;
    this.#endings.set(session, { control, failure: this.#refusal() });
    session.end(control, waitMs);
  }

  /** The failure by which the outcome of a control proves nothing. */
  #failureOf(outcome: Outcome | 'ask_again', { recipient }: RecipientQuery): Failure {
    if (outcome === 'ask_again') return this.#refusal();
    if ('failure' in outcome) return outcome.failure;
    return this.#parts.classify(outcome.reply, recipient) === 'greylisted' ? 'greylisted' : this.#refusal();
  }

  /**
   * The failure for a refusal without proof. A receiver that greylists is asked again later, when it may accept a
   * control.
   */
  #refusal(): Failure {
    return this.#parts.controls.isGreylisting(this.#parts.receiver) ? 'greylisted' : 'smtp_blocked';
  }

  /**
   * Handles the end of a session: passes on its proven refusals, and asks the others again.
   * @param isInSync true if each reply was surely that to its command.
   */
  onEnd(server: MailServer, session: Session, isInSync: boolean): void {
    const ending = this.#endings.get(session);
    this.#endings.delete(session);
    const { covered, uncovered } = this.#refusals.take(session);
    if (session.isSingle && isInSync) {
      this.#believe(covered);
      this.#refusals.addAlone(server, uncovered);
      this.prove(server);
      return;
    }
    if (session.isSingle) {
      for (const { query } of [...covered, ...uncovered]) settle(query, unproven('smtp_unavailable'));
      return;
    }
    if (isInSync) this.#believe(covered);
    for (const { query } of isInSync ? uncovered : [...covered, ...uncovered]) {
      // The control has started its delay, and only time helps.
      if (isInSync && ending?.failure === 'greylisted') settle(query, unproven('greylisted'));
      else this.#parts.askAlone(server, query, unproven(ending?.failure ?? this.#refusal()));
    }
  }

  /** Asks for a control if refusals of ended sessions need one now. */
  prove(server: MailServer): void {
    const refusals = this.#refusals.alone(server);
    const last = refusals.at(-1);
    if (!last || this.#controls.has(server)) return;
    if (server.waiting.size > 0 && refusals.length < MAX_ALONE) return;
    const { receiver, controls, inFlight } = this.#parts;
    const domain = domainOf(last.query.recipient);
    const recipient = controls.find(receiver, domain);
    if (recipient === null) {
      // One of the other recipients may be accepted.
      if (server.waiting.size > 0 || inFlight() > 0) return;
      this.#giveUp(this.#refusals.takeAlone(server), this.#refusal());
      return;
    }
    const wasAccepted = recipient === controls.findAccepted(receiver, domain);
    const control = controlFor(recipient, refusals, (outcome) => {
      this.#controls.delete(server);
      this.#onControl(server, control, outcome, wasAccepted);
    });
    this.#controls.set(server, control);
    server.waiting.add(control);
  }

  /** Handles the outcome of a control. The refusals that it proves are settled before. */
  #onControl(server: MailServer, control: RecipientQuery, outcome: Outcome | 'ask_again', wasAccepted: boolean): void {
    const isRefused =
      outcome !== 'ask_again' &&
      'reply' in outcome &&
      isRefusal(this.#parts.classify(outcome.reply, control.recipient));
    if (isRefused && wasAccepted) this.#parts.onShut(server, control);
    for (const refusal of this.#refusals.alone(server)) if (refusal.at < control.sentAt) refusal.controls += 1;
    const isOver = ({ at, controls }: Refusal): boolean =>
      !isRefused ? control.sentAt === 0 || at < control.sentAt : controls >= MAX_CONTROLS;
    const over = this.#refusals.takeAlone(server, isOver);
    if (outcome === 'ask_again') for (const { query } of over) settle(query, outcome);
    else this.#giveUp(over, this.#failureOf(outcome, control), isRefused);
    this.prove(server);
  }

  /**
   * Settles refusals that no control proves. If there is no `postmaster`, the only refused name of a receiver counts
   * after its repetition.
   */
  #giveUp(refusals: readonly Refusal[], failure: Failure, isWithoutControl = true): void {
    const { receiver, controls } = this.#parts;
    for (const { query, reply } of refusals) {
      const isBelieved = isWithoutControl && controls.isOnly(receiver, query.recipient);
      settle(query, isBelieved ? { reply } : unproven(failure));
    }
  }

  /** Abandons the controls for which no caller waits. */
  abandon(server: MailServer): void {
    for (const session of server.sessions) {
      const ending = this.#endings.get(session);
      if (!ending || this.#refusals.isDoubted(session)) continue;
      ending.control.done = true;
      session.abandon();
    }
    const control = this.#controls.get(server);
    if (!control || this.#refusals.alone(server).length > 0) return;
    this.#controls.delete(server);
    server.abandon(control);
  }

  /** Settles the queries that wait for proof. */
  close(): void {
    for (const { query } of this.#refusals.all) settle(query, unproven('smtp_unavailable'));
  }

  /**
   * Settles queries that wait for the turn of a control.
   * @param turnAt the time of the turn, after their deadlines.
   */
  settleLate(turnAt: number): void {
    for (const { query } of this.#refusals.uncovered((session) => !this.#endings.has(session)))
      if (query.deadline < turnAt) settle(query, unproven('smtp_not_checked'));
  }
}

const controlFor = (
  recipient: string,
  refusals: readonly Refusal[],
  onSettled: RecipientQuery['onSettled'],
): RecipientQuery =>
  newQuery({ recipient, utf8: false, needsProof: false, deadline: lastDeadline(refusals) }, onSettled);
