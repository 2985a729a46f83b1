import type { ReceiverRule } from '../shaping/receivers.js';
import type { Answer, Failure, Question } from './question.js';
import { MailServer, settle } from './server.js';
import { Sessions, type SessionsContext } from './sessions.js';

/** How many questions may wait at one receiver. */
const MAX_WAITING = 10_000;
/** No session is opened sooner than this before the next turn. */
const SOON_MS = 1000;
/** About how long a session takes to open, in milliseconds. */
const AHEAD_MS = 200;
/** When to look again for a connection that another process may release, or for a store that failed. */
const RETRY_MS = 250;

/** A question on its way. */
export interface Asked {
  answered: Promise<Answer>;
  /** The failure to report if the deadline passes now: the server was silent, or no turn came. */
  late: () => 'smtp_timeout' | 'smtp_not_checked';
  /** True while no reply to this RCPT is awaited: another server may be asked instead. */
  isOpening: () => boolean;
  /** Gives up waiting. */
  abandon: () => void;
}

/** One receiver: an allowance, the servers it is spent on, and the sessions with them. */
export class Receiver {
  readonly #rule: ReceiverRule;
  readonly #context: SessionsContext;
  readonly #sessions: Sessions;
  readonly #servers = new Map<string, MailServer>();
  readonly #onQuiet: () => void;
  #waiting = 0;
  #scheduled = false;
  #running = false;
  #runAgain = false;
  #wake: NodeJS.Timeout | undefined;
  #wakeAt = Infinity;
  /** When the next turn comes, or came: questions that wait beyond it wait for a server. */
  #turnAt = -Infinity;
  #closed = false;
  #onClosed: (() => void) | undefined;

  /** @param onQuiet called when no question waits and no session is open. */
  constructor(rule: ReceiverRule, context: SessionsContext, onQuiet: () => void) {
    this.#rule = rule;
    this.#context = context;
    this.#sessions = new Sessions(rule, context, () => {
      this.#schedule();
    });
    this.#onQuiet = onQuiet;
  }

  /**
   * Asks one server of this receiver.
   * @returns the answer, and how to give up waiting for it.
   */
  ask(
    { host, address }: { host: string; address: string },
    { recipient, utf8, deadline }: Pick<Question, 'recipient' | 'utf8' | 'deadline'>,
  ): Asked {
    let answer: (answer: Answer) => void = () => undefined;
    const answered = new Promise<Answer>((resolve) => {
      answer = (found) => {
        this.#waiting -= 1;
        resolve(found);
      };
    });
    const question: Question = { recipient, utf8, deadline, tries: 0, isSent: false, done: false, answer };
    let server = this.#servers.get(address);
    if (!server) this.#servers.set(address, (server = new MailServer(host, address)));
    const isShort = (): boolean => !question.isSent && performance.now() < this.#turnAt + SOON_MS;
    const late = (): ReturnType<Asked['late']> => (isShort() ? 'smtp_not_checked' : 'smtp_timeout');
    const isOpening = (): boolean => server.sessions.size === 0 && !isShort();
    this.#waiting += 1;
    const failure = this.#refuseAtOnce(address, question.deadline - performance.now());
    if (failure === null) server.waiting.add(question);
    else settle(question, { failure });
    this.#schedule();
    const abandon = (): void => {
      if (question.done) return;
      this.#waiting -= 1;
      server.abandon(question);
      this.#schedule();
    };
    return { answered, late, isOpening, abandon };
  }

  #refuseAtOnce(address: string, leftMs: number): Failure | null {
    if (this.#closed) return 'smtp_unavailable';
    if (this.#waiting > MAX_WAITING) return 'smtp_not_checked';
    const open = this.#servers.get(address)?.sessions.size ?? 0;
    const known = open > 0 ? undefined : this.#context.memory.failures.get(address);
    // Whoever has more time than the last one may hear what that one did not wait for.
    return known === undefined || (known.failure === 'smtp_timeout' && leftMs > known.tookMs) ? null : known.failure;
  }

  /** Answers all questions, ends all sessions, and waits until they have ended. */
  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#wake);
    this.#sessions.close();
    for (const server of this.#servers.values()) server.close();
    this.#schedule();
    return new Promise((resolve) => {
      this.#onClosed = resolve;
    });
  }

  /** Looks for work soon: what happens in one turn of the event loop is dealt with together. */
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

  /** Ends sessions that are spent, and forgets servers that are quiet. */
  #tidy(): void {
    for (const [address, server] of this.#servers) {
      for (const session of server.sessions) if (session.isSpent) session.close();
      if (server.isQuiet) this.#servers.delete(address);
    }
    if (this.#servers.size > 0) return;
    this.#onQuiet();
    this.#onClosed?.();
  }

  /**
   * Sends what the open sessions have room for and the allowance has turns for; the server that was served last comes last.
   * @returns false when there were not enough turns.
   */
  async #send(): Promise<boolean> {
    const { name, rate } = this.#rule;
    let room = 0;
    for (const server of this.#servers.values()) room += server.room;
    if (room === 0) return true;
    const { granted, waitMs } = await this.#context.store.take(name, room, rate);
    let left = granted;
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

  /** Whoever cannot get a turn in time is told at once. */
  #waitForTurns(waitMs: number): void {
    const turnAt = (this.#turnAt = performance.now() + waitMs);
    if (waitMs > SOON_MS) {
      for (const { waiting } of this.#servers.values()) {
        for (const question of waiting) {
          if (question.deadline >= turnAt) continue;
          waiting.delete(question);
          settle(question, { failure: 'smtp_not_checked' });
        }
      }
    }
    this.#wakeIn(waitMs);
  }

  /** Opens sessions where questions wait for one, as many as the receiver bears and there are turns for. */
  async #open(hasTurns: boolean): Promise<void> {
    const { name, rate, mode } = this.#rule;
    const { connections, rcptsPerSession } = this.#sessions.limits;
    const perSession = mode === 'single' ? 1 : rcptsPerSession;
    // Where the turns are what is short, the next session is opened while the last one has room for the turns of its opening.
    const enough = hasTurns ? Infinity : (rate.count / rate.perMs) * AHEAD_MS;
    const wanting = [...this.#servers.values()].filter(
      (server) => server.wantsSession(perSession) && server.mayOpen && server.room < Math.max(1, enough),
    );
    if (wanting.length === 0) return;
    const { waitMs } = await this.#context.store.take(name, 0, rate);
    if (waitMs > SOON_MS) {
      this.#waitForTurns(waitMs);
      return;
    }
    for (const server of wanting) {
      while (server.wantsSession(perSession) && server.mayOpen && !this.#closed) {
        const lease = await this.#context.store.connect(name, connections);
        if (!lease) {
          this.#makeRoom();
          this.#wakeIn(RETRY_MS);
          return;
        }
        void this.#sessions.open(server, lease);
      }
    }
  }

  /** Ends a session that has nothing to do, so that another server can have its place. */
  #makeRoom(): void {
    for (const { sessions, waiting } of this.#servers.values()) {
      const idle = waiting.size === 0 ? [...sessions].find(({ isIdle }) => isIdle) : undefined;
      if (!idle) continue;
      idle.close();
      return;
    }
  }
}
