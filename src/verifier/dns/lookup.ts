import type { Question } from './message.js';
import { readReply, type TimedReply } from './reply.js';
import type { Transport } from './transport.js';

/** A DNS server. */
export interface Server {
  readonly transport: Transport;
  /** The server is asked after the others until this time, by `performance.now()`. */
  suspectUntil: number;
}

/**
 * Time for which a server is asked after the others, in milliseconds, after another server answered a question sooner.
 */
const SUSPECT_MS = 10_000;

/**
 * The hedging delays, as shares of the timeout: after each, the next server is asked, or the same one again. Answers to
 * the earlier queries still count. A question that is answered within an eighth of its timeout causes one query; no
 * question causes more than four.
 */
const PATIENCE = [1 / 8, 1 / 4, 1 / 2];
const REST = 1 / 8;

/** The maximum number of responses in a row that end in an alias, each of which needs another query. */
const MAX_ALIAS_QUESTIONS = 8;

export interface LookupOptions {
  /** The preferred server first. */
  servers: readonly Server[];
  /** Time limit of the lookup, in milliseconds. */
  timeoutMs: number;
  /** From 0 up to 1: shuffles exchangers of equal preference. */
  random: () => number;
}

/** Suspect servers last, otherwise in the order of preference. */
const inOrder = (servers: readonly Server[]): readonly Server[] => {
  if (servers.length < 2) return servers;
  const now = performance.now();
  return [...servers].sort((a, b) => Math.max(a.suspectUntil, now) - Math.max(b.suspectUntil, now));
};

const failed = (code: 'dns_error' | 'dns_timeout'): TimedReply => ({ reply: { kind: 'failed', code }, ttlS: null });

/** A query in flight. */
interface Query {
  server: Server;
  giveUp: () => void;
}

const NOTHING = (): void => undefined;

/**
 * Looks up a question: asks one server after the other until one of them knows the answer. The first good response
 * counts. A server that fails, or cannot be reached, is not asked again.
 */
export class Lookup {
  readonly #options: LookupOptions;
  readonly #settle: (timed: TimedReply) => void;
  readonly #servers: readonly Server[];
  #question: Question;
  #candidates: readonly Server[];
  #queries: Query[] = [];
  #tries = 0;
  #aliases = 0;
  #leastTtlS = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  /** @param settle called back once, asynchronously. */
  constructor(question: Question, options: LookupOptions, settle: (timed: TimedReply) => void) {
    this.#options = options;
    this.#settle = settle;
    this.#question = question;
    this.#servers = inOrder(options.servers);
    this.#candidates = this.#servers;
    this.#tryNext();
  }

  /** Settles the lookup, by default as `dns_error`, and abandons all queries in flight. */
  end(timed: TimedReply = failed('dns_error')): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#giveUpAll();
    this.#settle(timed);
  }

  #giveUpAll(): void {
    const queries = this.#queries;
    this.#queries = [];
    for (const { giveUp } of queries) giveUp();
  }

  /** Asks the next server, and starts the hedging delay. */
  #tryNext(): void {
    const next = this.#candidates.find((server) => !this.#queries.some((query) => query.server === server));
    const server = next ?? this.#candidates[this.#tries % this.#candidates.length];
    if (server) this.#ask(server);
    this.#timer = setTimeout(
      () => {
        // A thread that was busy runs its timers before it reads its sockets. The second timer runs after the sockets
        // were read.
        this.#timer = setTimeout(() => {
          if (this.#tries <= PATIENCE.length) this.#tryNext();
          else this.end(failed(this.#candidates.length < this.#servers.length ? 'dns_error' : 'dns_timeout'));
        }, 0);
      },
      this.#options.timeoutMs * (PATIENCE[this.#tries] ?? REST),
    );
    this.#tries += 1;
  }

  #ask(server: Server): void {
    const question = this.#question;
    const query: Query = { server, giveUp: NOTHING };
    this.#queries.push(query);
    query.giveUp = server.transport.ask(question, (response) => {
      if (this.#ended) return;
      this.#queries.splice(this.#queries.indexOf(query), 1);
      const timed = response && readReply(response, question, this.#options.random);
      if (timed && timed.reply.kind !== 'failed') this.#know(server, timed);
      else this.#doWithout(server);
    });
  }

  #know(server: Server, timed: TimedReply): void {
    for (const other of this.#queries) {
      if (other.server !== server) other.server.suspectUntil = performance.now() + SUSPECT_MS;
    }
    this.#leastTtlS = Math.min(this.#leastTtlS, timed.ttlS ?? Infinity);
    if (timed.alias === undefined) {
      this.end({ reply: timed.reply, ttlS: timed.ttlS === null ? null : this.#leastTtlS });
    } else if (++this.#aliases > MAX_ALIAS_QUESTIONS) {
      this.end();
    } else {
      this.#giveUpAll();
      this.#question = { name: timed.alias, type: this.#question.type };
      this.#candidates = this.#servers;
      this.#ask(server);
    }
  }

  #doWithout(server: Server): void {
    this.#candidates = this.#candidates.filter((candidate) => candidate !== server);
    const [next] = this.#candidates;
    if (!next) this.end();
    // A server that was asked before may still answer.
    else if (this.#queries.length === 0) this.#ask(next);
  }
}
