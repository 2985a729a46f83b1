import { isolatedName } from '../shaping/allowance.js';
import type { ReceiverRule } from '../shaping/receivers.js';
import type { Lease, ShapingStore } from '../shaping/store.js';
import { classifyRcpt, classifyRefusal, isSessionLimit, throttlingSignal } from './classify.js';
import { InSyncClose, TlsError } from './connection.js';
import { REMEMBERED_MS, type Learned, type Memory } from './memory.js';
import { failureOf, openSession, type ConnectOptions } from './open-session.js';
import { isRefusal, Proof } from './refusal-proof.js';
import { domainOf, MAX_TRIES, SessionError, settle, type Outcome, type RecipientQuery } from './recipient-query.js';
import { ProtocolError, type Reply } from './reply.js';
import type { MailServer } from './mail-server.js';
import { Session } from './session.js';

/** The context that the receivers of one prober share. */
export interface ProberContext extends ConnectOptions {
  /** The reverse path, without brackets; empty for the null one. */
  from: string;
  store: ShapingStore;
  memory: Memory;
}

/** Time for which a server still counts a closed connection, in milliseconds: the next one is opened later. */
const LINGER_MS = 40;
/** Time for which no further session is tried after one failed to open beside open ones, in milliseconds. */
const PAUSE_MS = 10_000;
/** Length of a silence, in milliseconds, from which it is remembered even if no query waits any more. */
const SILENCE_MS = 3000;

/** Approximate time of a reply, in milliseconds. */
const REPLY_MS = 200;

/**
 * Number of RCPTs that are sent together on a connection: as many as the rate requires within the time of a reply. At
 * the rates of most receivers that is one, which every server can handle.
 */
const togetherFor = ({ mode, rate: { count, perMs }, connections }: ReceiverRule): number =>
  mode === 'single' ? 1 : Math.max(1, Math.ceil(((count / perMs) * REPLY_MS) / connections));

/** Opens the sessions of one receiver, and learns its limits from their replies. */
export class SessionPool {
  readonly #rule: ReceiverRule;
  readonly #isIsolated: boolean;
  readonly #context: ProberContext;
  readonly #onChange: () => void;
  readonly #sessions = new Set<Session>();
  /** Holds refusals until they are proven. */
  readonly proof: Proof;
  #closed = false;

  /**
   * @param isIsolated true if the pool is for one isolated domain.
   * @param onChange called when a session was opened or closed, or has room again.
   */
  constructor(rule: ReceiverRule, isIsolated: boolean, context: ProberContext, onChange: () => void) {
    this.#rule = rule;
    this.#isIsolated = isIsolated;
    this.#context = context;
    this.#onChange = onChange;
    this.proof = new Proof({
      receiver: rule.name,
      controls: context.memory.controls,
      inFlight: (beside) => [...this.#sessions].reduce((sum, one) => sum + (one === beside ? 0 : one.inFlight), 0),
      classify: (reply, recipient) => classifyRcpt(reply, recipient, rule.notFound, context),
      askAlone: (server, query, outcome) => {
        this.#askAlone(server, query, outcome);
      },
      onShut: (server, control) => {
        this.#onThrottling(server, control, 'slow');
      },
    });
  }

  /** The rule's limits, or lower ones that were learned. An isolated domain has one RCPT a session. */
  get limits(): Learned {
    const { name, connections, rcptsPerSession } = this.#rule;
    const limits = this.#context.memory.learned.get(name) ?? { connections, rcptsPerSession };
    return this.#isIsolated ? { ...limits, rcptsPerSession: 1 } : limits;
  }

  /** Sends no query again from now on. */
  close(): void {
    this.#closed = true;
    this.proof.close();
  }

  #learn(lesson: Partial<Learned>): void {
    this.#context.memory.learned.set(this.#rule.name, { ...this.limits, ...lesson }, REMEMBERED_MS.learned);
  }

  /** Opens a session; the lease is released when its connection is closed. */
  async open(server: MailServer, lease: Lease): Promise<void> {
    let session: Session | undefined;
    const onClose = (reason: Error): void => {
      // A server that miscounts replies gets one RCPT a connection from now on: then no reply can follow a surplus one.
      if (reason instanceof ProtocolError) this.#learn({ rcptsPerSession: 1 });
      if (session) this.#onClosed(server, session, reason);
      this.#onChange();
      setTimeout(() => {
        lease.release();
        this.#onChange();
      }, LINGER_MS).unref();
    };
    const startedAt = performance.now();
    try {
      const { connection, extensions } = await openSession(server, this.#context, this.#context.memory, onClose);
      const { rcptsPerSession: limit } = this.limits;
      const options = { from: this.#context.from, together: togetherFor(this.#rule), limit };
      const opened: Session = new Session(connection, extensions, options, {
        onReply: (query, reply, answered) => {
          this.#onReply(server, opened, query, reply, answered);
        },
        onRefused: (query, reply, answered) => {
          this.#slowServer(throttlingSignal(reply));
          if (answered > 0) this.#learn({ rcptsPerSession: answered });
          this.#sendAgain(server, query, { failure: classifyRefusal(reply) }, answered > 0);
        },
        isNeeded: () => this.proof.isDoubted(opened),
        onRoom: this.#onChange,
        onLost: (query, error, answered, mayBeOthers) => {
          if (error instanceof ProtocolError) this.#learn({ rcptsPerSession: 1 });
          const failure = { failure: failureOf(error) };
          if (mayBeOthers && !opened.isSingle && query.tries > 1) this.#askAlone(server, query, failure);
          else this.#sendAgain(server, query, failure, !opened.isSingle && (answered > 0 || mayBeOthers));
        },
      });
      session = opened;
      if (connection.isOpen) {
        server.sessions.add(opened);
        this.#sessions.add(opened);
      } else this.#onNotOpened(server, new Error('The server closed the session'), performance.now() - startedAt);
    } catch (error) {
      this.#onNotOpened(server, error, performance.now() - startedAt);
    }
    this.#onChange();
  }

  #onClosed(server: MailServer, session: Session, reason: Error): void {
    session.onClosed(reason);
    server.sessions.delete(session);
    this.#sessions.delete(session);
    this.proof.onEnd(server, session, reason instanceof InSyncClose);
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

  #onReply(server: MailServer, session: Session, query: RecipientQuery, reply: Reply, answered: number): void {
    const { memory } = this.#context;
    const finding = classifyRcpt(reply, query.recipient, this.#rule.notFound, this.#context);
    // A reply about the mailbox is not a throttling signal, whatever its words.
    if (finding === 'exists' || finding.startsWith('mailbox_')) memory.isolation.recordVerdict(this.#rule.name);
    else this.#onThrottling(server, query, throttlingSignal(reply));
    if (isSessionLimit(reply) && answered > 0) {
      session.retire();
      if (this.#countsForServer(server, query, 'limit')) this.#learn({ rcptsPerSession: answered });
      this.#sendAgain(server, query, { reply }, true);
      return;
    }
    if (finding === 'greylisted') memory.controls.recordGreylisted(this.#rule.name);
    if (finding === 'exists') this.proof.onAccepted(session, query);
    if (query.needsProof && isRefusal(finding)) this.proof.onRefused(session, query, reply);
    else settle(query, { reply });
    if (reply.code >= 500) memory.controls.recordRefused(this.#rule.name, query.recipient);
    this.#onChange();
  }

  /**
   * Sends the query once more, in another session, if other queries may have caused the loss of this one; settles it
   * otherwise.
   */
  #sendAgain(server: MailServer, query: RecipientQuery, outcome: Outcome, mayRetry: boolean): void {
    this.#onChange();
    if (query.done) return;
    if (!mayRetry || query.tries >= MAX_TRIES || this.#closed) settle(query, outcome);
    else this.#wait(server, query);
  }

  #wait(server: MailServer, query: RecipientQuery): void {
    if (!this.#isIsolated && this.#context.memory.isolation.has(this.#rule.name, domainOf(query.recipient))) {
      settle(query, 'ask_again');
      return;
    }
    query.isSent = false;
    server.waiting.add(query);
  }

  /**
   * Sends a query whose refusal was not proven once more, in a separate session, like all queries of its domain from
   * now on.
   */
  #askAlone(server: MailServer, query: RecipientQuery, outcome: Outcome): void {
    this.#onChange();
    if (query.done) return;
    const isNamed = this.#rule.suffixes.length > 0;
    if (query.tries >= MAX_TRIES || this.#closed) {
      settle(query, outcome);
      return;
    }
    // A receiver with a rule gives no such replies; the next session may have a better control.
    if (!isNamed && this.#countsForServer(server, query, 'limit')) {
      this.#learn({ rcptsPerSession: 1 });
      for (const session of server.sessions) session.retire();
    }
    this.#wait(server, query);
  }

  /**
   * True if a signal in a reply to RCPT counts for the whole server: at a receiver with a rule, where the owner of a
   * domain cannot word replies, or after several domains gave it. See {@link Isolation}.
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
    // `stop` is the way in which receivers with a rule shut senders out. At other receivers, the words of some domains
    // do not prove that.
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
