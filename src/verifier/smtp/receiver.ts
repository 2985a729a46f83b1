import { allowanceOf, isolatedAllowance, type Allowance } from '../shaping/allowance.js';
import type { ReceiverRule } from '../shaping/receivers.js';
import {
  newQuery,
  settle,
  type Failure,
  type Outcome,
  type PendingQuery,
  type RecipientQuery,
  type RecipientRequest,
} from './recipient-query.js';
import { MailServer } from './mail-server.js';
import { SessionPool, type ProberContext } from './session-pool.js';
import { rcptsOf, type Session } from './session.js';

/** Maximum number of queries without an outcome at one receiver. A further one is `smtp_not_checked` at once. */
const MAX_WAITING = 10_000;
/** The earliest time before the next turn at which a session is opened, in milliseconds. */
const SOON_MS = 1000;
/** Approximate time to open a session, in milliseconds. */
const OPENING_MS = 200;
/**
 * Delay before the next try for a connection that another process may release, or after a fault of the store, in
 * milliseconds.
 */
const RETRY_MS = 250;

/** A query at one receiver. `ask_again`: its domain was isolated meanwhile. */
export type ReceiverQuery = Omit<PendingQuery, 'outcome'> & { outcome: Promise<Outcome | 'ask_again'> };

/** One receiver: its servers, their sessions, and their common allowance. */
export class Receiver {
  readonly #rule: ReceiverRule;
  readonly #allowance: Allowance;
  readonly #context: ProberContext;
  readonly #pool: SessionPool;
  readonly #servers = new Map<string, MailServer>();
  readonly #onQuiet: () => void;
  #waiting = 0;
  #scheduled = false;
  #running = false;
  #runAgain = false;
  #wake: NodeJS.Timeout | undefined;
  #wakeAt = Infinity;
  /**
   * The time of the next turn, also after it has passed. From then on, a query that is not sent waits for its server.
   */
  #turnAt = -Infinity;
  #closed = false;
  #onClosed: (() => void) | undefined;

  /**
   * @param isolated the one domain of this receiver if it is isolated, else null.
   * @param onQuiet called when no query waits and no session is open.
   */
  constructor(rule: ReceiverRule, isolated: string | null, context: ProberContext, onQuiet: () => void) {
    this.#rule = rule;
    this.#allowance =
      isolated === null ? allowanceOf(rule, context.store) : isolatedAllowance(rule, isolated, context.store);
    this.#context = context;
    this.#pool = new SessionPool(rule, isolated !== null, context, () => {
      this.#schedule();
    });
    this.#onQuiet = onQuiet;
  }

  /** Asks one server of this receiver for a recipient. */
  ask({ host, address }: { host: string; address: string }, request: RecipientRequest): ReceiverQuery {
    let onSettled: RecipientQuery['onSettled'] = () => undefined;
    const outcome = new Promise<Outcome | 'ask_again'>((resolve) => {
      onSettled = (found) => {
        this.#waiting -= 1;
        resolve(found);
      };
    });
    const query = newQuery(request, (found) => {
      onSettled(found);
    });
    let server = this.#servers.get(address);
    if (!server) this.#servers.set(address, (server = new MailServer(host, address)));
    const hasNoTurn = (): boolean => !query.isSent && !query.isRefused && performance.now() < this.#turnAt + SOON_MS;
    const late = (): ReturnType<PendingQuery['late']> => (hasNoTurn() ? 'smtp_not_checked' : 'smtp_timeout');
    const isOpening = (): boolean => server.sessions.size === 0 && !query.isRefused && !hasNoTurn();
    this.#waiting += 1;
    const failure = this.#refuseAtOnce(address, query.deadline - performance.now());
    if (failure === null) server.waiting.add(query);
    else settle(query, { failure });
    this.#schedule();
    const abandon = (): void => {
      if (query.done) return;
      this.#waiting -= 1;
      server.abandon(query);
      this.#schedule();
    };
    return { outcome, late, isOpening, abandon };
  }

  #refuseAtOnce(address: string, leftMs: number): Failure | null {
    if (this.#closed) return 'smtp_unavailable';
    if (this.#waiting > MAX_WAITING) return 'smtp_not_checked';
    const open = this.#servers.get(address)?.sessions.size ?? 0;
    const known = open > 0 ? undefined : this.#context.memory.failures.get(address);
    // A caller with more time than the last one may get a reply that came too late for that one.
    return known === undefined || (known.failure === 'smtp_timeout' && leftMs > known.tookMs) ? null : known.failure;
  }

  /** Settles all queries, ends all sessions, and resolves when they have ended. */
  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#wake);
    this.#pool.close();
    for (const server of this.#servers.values()) server.close();
    this.#schedule();
    return new Promise((resolve) => {
      this.#onClosed = resolve;
    });
  }

  /** Runs once for all events of one turn of the event loop. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#run();
    });
  }

  #wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.#wakeAt) return;
    clearTimeout(this.#wake);
    this.#wakeAt = at;
    this.#wake = setTimeout(() => {
      this.#wakeAt = Infinity;
      this.#schedule();
    }, ms).unref();
  }

  async #run(): Promise<void> {
    if (this.#running) {
      this.#runAgain = true;
      return;
    }
    this.#running = true;
    try {
      this.#tidy();
      await this.#open(await this.#send());
    } catch {
      // The store failed. Nothing is sent without a turn.
      this.#turnAt = performance.now() + RETRY_MS;
      this.#wakeIn(RETRY_MS);
    } finally {
      this.#running = false;
      if (this.#runAgain) {
        this.#runAgain = false;
        this.#schedule();
      }
    }
  }

  /** Closes spent sessions, and forgets quiet servers. */
  #tidy(): void {
    const { proof } = this.#pool;
    for (const [address, server] of this.#servers) {
      proof.abandon(server);
      proof.prove(server);
      for (const session of server.sessions) if (session.isSpent && !proof.isDoubted(session)) session.close();
      if (server.isQuiet) this.#servers.delete(address);
    }
    if (this.#servers.size > 0) return;
    this.#onQuiet();
    this.#onClosed?.();
  }

  /**
   * Ends the sessions whose refusals wait for nothing else.
   * @returns those that need a turn for a control.
   */
  #endDoubted(): Session[] {
    const { proof } = this.#pool;
    const needy: Session[] = [];
    for (const { sessions, waiting } of this.#servers.values()) {
      for (const session of sessions) {
        const mayEnd =
          session.isIdle && session.isOpen && (session.isSpent || waiting.size === 0 || proof.isOverdue(session));
        if (!mayEnd || !proof.isDoubted(session)) continue;
        if (proof.needsControl(session)) needy.push(session);
        else proof.end(session);
      }
    }
    return needy;
  }

  /**
   * Sends as many queries as the open sessions have room for and the allowance has turns for. The server that was
   * served last comes last.
   * @returns false if there were not enough turns.
   */
  async #send(): Promise<boolean> {
    const needy = this.#endDoubted();
    let room = needy.length;
    for (const server of this.#servers.values()) room += server.room;
    if (room === 0) return true;
    const { granted, waitMs } = await this.#allowance.take(room);
    let left = granted;
    for (const session of needy.slice(0, granted)) {
      // The session may have ended meanwhile.
      if (!session.isOpen) continue;
      this.#pool.proof.end(session);
      left -= 1;
    }
    for (const [address, server] of [...this.#servers]) {
      if (left === 0) break;
      const sent = server.send(left);
      left -= sent;
      if (sent === 0) continue;
      this.#servers.delete(address);
      this.#servers.set(address, server);
    }
    if (granted < room) this.#waitForTurns(waitMs);
    return granted >= room;
  }

  /** Wakes at the next turn. Queries with an earlier deadline are settled at once. */
  #waitForTurns(waitMs: number): void {
    const turnAt = (this.#turnAt = performance.now() + waitMs);
    if (waitMs > SOON_MS) {
      for (const server of this.#servers.values())
        server.settleWaiting({ failure: 'smtp_not_checked' }, ({ deadline }) => deadline < turnAt);
      this.#pool.proof.settleLate(turnAt);
    }
    this.#wakeIn(waitMs);
  }

  /** Opens sessions for the waiting queries, as many as the receiver allows and there are turns for. */
  async #open(hasTurns: boolean): Promise<void> {
    const { rate, mode } = this.#rule;
    const { connections, rcptsPerSession } = this.#pool.limits;
    const perSession = mode === 'single' ? 1 : rcptsOf(rcptsPerSession);
    // If turns are short, the next session is opened only when the last one has no more room than the turns that come
    // while it opens.
    const enough = hasTurns ? Infinity : (rate.count / rate.perMs) * OPENING_MS;
    const wanting = [...this.#servers.values()].filter(
      (server) => server.wantsSession(perSession) && server.mayOpen && server.room < Math.max(1, enough),
    );
    if (wanting.length === 0) return;
    const { waitMs } = await this.#allowance.take(0);
    if (waitMs > SOON_MS) {
      this.#waitForTurns(waitMs);
      return;
    }
    for (const server of wanting) {
      while (server.wantsSession(perSession) && server.mayOpen && !this.#closed) {
        const lease = await this.#allowance.connect(connections);
        if (!lease) {
          this.#makeRoom();
          this.#wakeIn(RETRY_MS);
          return;
        }
        void this.#pool.open(server, lease);
      }
    }
  }

  /** Ends an idle session, so that another server can use its connection. */
  #makeRoom(): void {
    for (const { sessions, waiting } of this.#servers.values()) {
      const idle =
        waiting.size === 0
          ? [...sessions].find((session) => session.isIdle && !this.#pool.proof.isDoubted(session))
          : undefined;
      if (!idle) continue;
      idle.close();
      return;
    }
  }
}
