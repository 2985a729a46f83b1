import type { ReceiverRule } from '../shaping/receivers.js';
import type { Lease, ShapingStore } from '../shaping/store.js';
import { classifyRcpt, classifyRefusal, displeasure, isSessionLimit } from './classify.js';
import { TlsError } from './connection.js';
import { REMEMBERED_MS, type Learned, type Memory } from './memory.js';
import { failureOf, openSession, type Reach } from './open-session.js';
import { SessionError, type Answer, type Question } from './question.js';
import { ProtocolError, type Reply } from './reply.js';
import { settle, type MailServer } from './server.js';
import { Session, type Circumstances } from './session.js';

/** What the receivers of one prober share. */
export interface SessionsContext extends Reach {
  /** The reverse path, without brackets; empty for the null one. */
  from: string;
  store: ShapingStore;
  memory: Memory;
}

/** How often a question is sent: a session may end before its reply. */
const MAX_TRIES = 3;
/** A server counts a connection until it has seen its end: the next one comes a little later. In milliseconds. */
const LINGER_MS = 40;
/** How long no further session is tried after one was refused beside open ones, in milliseconds. */
const ENOUGH_MS = 10_000;
/** A silence of this length, in milliseconds, is remembered though nobody waits any more. */
const SILENCE_MS = 3000;

/** Opens the sessions of one receiver, and learns from their replies what it bears. */
export class Sessions {
  readonly #rule: ReceiverRule;
  readonly #context: SessionsContext;
  readonly #onChange: () => void;
  #closed = false;

  /** @param onChange called when a session was opened or closed, or has room again. */
  constructor(rule: ReceiverRule, context: SessionsContext, onChange: () => void) {
    this.#rule = rule;
    this.#context = context;
    this.#onChange = onChange;
  }

  /** The rule's limits, or lower ones that were learned. */
  get limits(): Learned {
    const { name, connections, rcptsPerSession, mode } = this.#rule;
    const learned = this.#context.memory.learned.get(name);
    // A null reverse path is that of a bounce, and a bounce has one recipient: some servers refuse a second one.
    return learned ?? { connections, rcptsPerSession, single: mode === 'single' || this.#context.from === '' };
  }

  /** No question is asked again from now on. */
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
      // Whoever miscounts replies once gets one RCPT a connection: none can follow a reply that was too many.
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
        onReply: (question, reply, circumstances) => {
          this.#onReply(server, opened, question, reply, circumstances);
        },
        onRefused: (question, reply, answered) => {
          this.#displeased(reply);
          this.#again(server, question, { failure: classifyRefusal(reply) }, answered);
        },
        onLost: (question, error, answered) => {
          this.#again(server, question, { failure: failureOf(error) }, answered);
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
    if (refusal) this.#displeased(refusal);
    // The next one goes without.
    if (error instanceof TlsError) return;
    const open = server.sessions.size;
    if (open > 0) {
      server.makeDo(ENOUGH_MS);
      if (refusal) this.#learn({ connections: open });
      return;
    }
    const { failures } = this.#context.memory;
    if (server.waiting.size > 0) {
      const failure = failureOf(error);
      failures.set(server.address, { failure, tookMs }, REMEMBERED_MS.failure);
      server.fail({ failure });
    } else if (tookMs > SILENCE_MS) {
      failures.set(server.address, { failure: 'smtp_timeout', tookMs }, REMEMBERED_MS.failure);
    }
  }

  #onReply(
    server: MailServer,
    session: Session,
    question: Question,
    reply: Reply,
    { first, answered }: Circumstances,
  ): void {
    const finding = classifyRcpt(reply, question.recipient, this.#rule.notFound);
    // A reply about the mailbox says nothing about us, whatever its words.
    if (finding !== 'exists' && !finding.startsWith('mailbox_')) this.#displeased(reply);
    if (isSessionLimit(reply) && (answered > 0 || !first)) {
      session.retire();
      this.#learn(first ? { rcptsPerSession: answered } : { single: true });
      this.#again(server, question, { reply }, answered);
      return;
    }
    settle(question, { reply });
    this.#onChange();
  }

  /** Asks once more in another session when this one had worked before; otherwise that is the answer. */
  #again(server: MailServer, question: Question, answer: Answer, answered: number): void {
    this.#onChange();
    if (question.done) return;
    if (answered === 0 || question.tries >= MAX_TRIES || this.#closed) settle(question, answer);
    else {
      question.isSent = false;
      server.waiting.add(question);
    }
  }

  #displeased(reply: Reply): void {
    const severity = displeasure(reply);
    if (severity === null) return;
    // A store that fails grants no turns either.
    this.#context.store.slowDown(this.#rule.name, this.#rule.rate, severity).catch(() => undefined);
  }
}
