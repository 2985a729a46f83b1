import { isolatedName } from '../shaping/allowance.js';
import type { ReceiverRule } from '../shaping/receivers.js';
import type { Lease, ShapingStore } from '../shaping/store.js';
import { classifyRcpt, classifyRefusal, isSessionLimit, throttlingSignal } from './classify.js';
import { TlsError } from './connection.js';
import { REMEMBERED_MS, type Learned, type Memory } from './memory.js';
import { failureOf, openSession, type ConnectOptions } from './open-session.js';
import { domainOf, SessionError, settle, type Outcome, type RecipientQuery } from './recipient-query.js';
import { ProtocolError, type Reply } from './reply.js';
import type { MailServer } from './server.js';
import { Session, type RcptPosition } from './session.js';

/** The context that the receivers of one prober share. */
export interface ProberContext extends ConnectOptions {
  /** The reverse path, without brackets; empty for the null one. */
  from: string;
  store: ShapingStore;
  memory: Memory;
}

/** Maximum number of times that a query is sent: a session may end before its reply. */
const MAX_TRIES = 3;
/** A server counts a connection until it has seen its end; the next one comes a little later. In milliseconds. */
const LINGER_MS = 40;
/** Time for which no further session is tried after one failed to open beside open ones, in milliseconds. */
const PAUSE_MS = 10_000;
/** A silence of this length, in milliseconds, is remembered though no query waits any more. */
const SILENCE_MS = 3000;

/** Opens the sessions of one receiver, and learns its limits from their replies. */
export class SessionPool {
  readonly #rule: ReceiverRule;
  readonly #isIsolated: boolean;
  readonly #context: ProberContext;
  readonly #onChange: () => void;
  #closed = false;

  /**
   * @param isIsolated true when the pool is for one isolated domain.
   * @param onChange called when a session was opened or closed, or has room again.
   */
  constructor(rule: ReceiverRule, isIsolated: boolean, context: ProberContext, onChange: () => void) {
    this.#rule = rule;
    this.#isIsolated = isIsolated;
    this.#context = context;
    this.#onChange = onChange;
  }

  /** The rule's limits, or lower ones that were learned. An isolated domain has one RCPT a session. */
  get limits(): Learned {
    const { name, connections, rcptsPerSession, mode } = this.#rule;
    const learned = this.#context.memory.learned.get(name);
    // A null reverse path is that of a bounce, and a bounce has one recipient: some servers refuse a second one.
    const limits = learned ?? { connections, rcptsPerSession, single: mode === 'single' || this.#context.from === '' };
    return this.#isIsolated ? { ...limits, rcptsPerSession: 1, single: true } : limits;
  }

  /** Sends no query again from now on. */
  close(): void {
    this.#closed = true;
  }

  #learn(lesson: Partial<Learned>): void {
    this.#context.memory.learned.set(this.#rule.name, { ...this.limits, ...lesson }, REMEMBERED_MS.learned);
  }

  /** Opens a session; the lease is released when its connection is closed. */
  async open(server: MailServer, lease: Lease): Promise<void> {
    let session: Session | undefined;
    const onClose = (reason: Error): void => {
      if (session) server.sessions.delete(session);
      // A server that miscounts replies once gets one RCPT a connection: then no reply can follow a surplus one.
      if (reason instanceof ProtocolError) this.#learn({ rcptsPerSession: 1, single: true });
      this.#onChange();
      setTimeout(() => {
        lease.release();
        this.#onChange();
      }, LINGER_MS).unref();
    };
    const startedAt = performance.now();
    try {
      const { connection, extensions } = await openSession(server, this.#context, this.#context.memory, onClose);
      const { rcptsPerSession: limit, single } = this.limits;
      const options = { from: this.#context.from, single, serial: this.#rule.mode === 'single', limit };
      const opened = new Session(connection, extensions, options, {
        onReply: (query, reply, position) => {
          this.#onReply(server, opened, query, reply, position);
        },
        onRefused: (query, reply, answered) => {
          this.#slowServer(throttlingSignal(reply));
          this.#sendAgain(server, query, { failure: classifyRefusal(reply) }, answered);
        },
        onLost: (query, error, answered) => {
          this.#sendAgain(server, query, { failure: failureOf(error) }, answered);
        },
      });
      session = opened;
      if (connection.isOpen) server.sessions.add(session);
      else this.#onNotOpened(server, new Error('The server closed the session'), performance.now() - startedAt);
    } catch (error) {
      this.#onNotOpened(server, error, performance.now() - startedAt);
    }
    this.#onChange();
  }

  #onNotOpened(server: MailServer, error: unknown, tookMs: number): void {
    const refusal = error instanceof SessionError ? error.reply : null;
    if (refusal) this.#slowServer(throttlingSignal(refusal));
    // The next session goes without TLS.
    if (error instanceof TlsError) return;
    const failure = failureOf(error);
    if (failure === 'smtp_not_checked') {
      server.settleWaiting({ failure });
      return;
    }
    const open = server.sessions.size;
    if (open > 0) {
      server.pauseOpening(PAUSE_MS);
      if (refusal) this.#learn({ connections: open });
      return;
    }
    const { failures } = this.#context.memory;
    if (server.waiting.size > 0) {
      failures.set(server.address, { failure, tookMs }, REMEMBERED_MS.failure);
      server.settleWaiting({ failure });
    } else if (tookMs > SILENCE_MS) {
      failures.set(server.address, { failure: 'smtp_timeout', tookMs }, REMEMBERED_MS.failure);
    }
  }

  #onReply(
    server: MailServer,
    session: Session,
    query: RecipientQuery,
    reply: Reply,
    { first, answered }: RcptPosition,
  ): void {
    const finding = classifyRcpt(reply, query.recipient, this.#rule.notFound, this.#context);
    // A reply about the mailbox is no throttling signal, whatever its words.
    if (finding === 'exists' || finding.startsWith('mailbox_'))
      this.#context.memory.isolation.recordVerdict(this.#rule.name);
    else this.#onThrottling(server, query, throttlingSignal(reply));
    if (isSessionLimit(reply) && (answered > 0 || !first)) {
      session.retire();
      if (this.#countsForServer(server, query, 'limit')) {
        this.#learn(first ? { rcptsPerSession: answered } : { single: true });
      }
      this.#sendAgain(server, query, { reply }, answered);
      return;
    }
    settle(query, { reply });
    this.#onChange();
  }

  /** Sends the query once more, in another session, when this one had answered others before; settles it otherwise. */
  #sendAgain(server: MailServer, query: RecipientQuery, outcome: Outcome, answered: number): void {
    this.#onChange();
    if (query.done) return;
    if (answered === 0 || query.tries >= MAX_TRIES || this.#closed) settle(query, outcome);
    else if (!this.#isIsolated && this.#context.memory.isolation.has(this.#rule.name, domainOf(query.recipient)))
      settle(query, 'ask_again');
    else {
      query.isSent = false;
      server.waiting.add(query);
    }
  }

  /**
   * True when a signal in a reply to RCPT counts for the whole server: at a receiver that has a rule, whose replies no recipient's domain
   * words, or after several domains gave it. See {@link Isolation}.
   */
  #countsForServer(server: MailServer, { recipient }: RecipientQuery, signal: 'throttling' | 'limit'): boolean {
    if (this.#rule.suffixes.length > 0) return true;
    const domain = domainOf(recipient);
    const counts = this.#context.memory.isolation.record(this.#rule.name, domain, signal);
    if (!this.#isIsolated) server.settleWaiting('ask_again', (query) => domainOf(query.recipient) === domain);
    return counts;
  }

  #onThrottling(server: MailServer, query: RecipientQuery, severity: 'slow' | 'stop' | null): void {
    if (severity === null) return;
    const isNamed = this.#rule.suffixes.length > 0;
    // `stop` is how the receivers with a rule shut senders out. Among others, the words of some domains are no proof of that.
    if (this.#countsForServer(server, query, 'throttling')) this.#slowServer(isNamed ? severity : 'slow');
    if (!isNamed) this.#slowDown(isolatedName(this.#rule.name, domainOf(query.recipient)), severity);
  }

  #slowServer(severity: 'slow' | 'stop' | null): void {
    if (severity !== null) this.#slowDown(this.#rule.name, severity);
  }

  #slowDown(name: string, severity: 'slow' | 'stop'): void {
    // A store that fails grants no turns either.
    this.#context.store.slowDown(name, this.#rule.rate, severity).catch(() => undefined);
  }
}
