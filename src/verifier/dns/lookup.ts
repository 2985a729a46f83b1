import type { Question } from './message.js';
import { readReply, type TimedReply } from './reply.js';
import type { Transport } from './transport.js';

/** A DNS server, and until when it is asked last, by `performance.now()`. */
export interface Server {
  readonly transport: Transport;
  suspectUntil: number;
}

/** How long a server is asked last that kept silent where another one knew, in milliseconds. */
const SUSPECT_MS = 10_000;

/**
 * The share of the time after which the next server is asked, or the same one again, while those before are still listened to: an eighth,
 * then a quarter and a half. A question that is answered within an eighth of its time is asked once; any other puts three more questions
 * on the wire at most.
 */
const PATIENCE = [1 / 8, 1 / 4, 1 / 2];
const REST = 1 / 8;

/** How many responses in a row may end in an alias that has to be asked for. */
const MAX_ALIAS_QUESTIONS = 8;

/** What a lookup needs to know, beside the question. */
export interface LookupOptions {
  /** The preferred one first. */
  servers: readonly Server[];
  /** How long the lookup may take, in milliseconds. */
  timeoutMs: number;
  /** From 0 up to 1: the order of exchangers that are as good. */
  random: () => number;
}

const failed = (code: 'dns_error' | 'dns_timeout'): TimedReply => ({ reply: { kind: 'failed', code }, ttlS: null });

/**
 * Looks a question up: asks one server after the other until one of them knows. The first good response counts. A server that says that it
 * cannot tell, or that cannot be reached, is not asked again.
 * @param settle is called back once, later.
 * @returns a function that ends it early, as `dns_error`.
 */
export const startLookup = (
  first: Question,
  { servers, timeoutMs, random }: LookupOptions,
  settle: (timed: TimedReply) => void,
): (() => void) => {
  const now = performance.now();
  const inOrder = servers.some(({ suspectUntil }) => suspectUntil > now)
    ? [...servers].sort((a, b) => Math.max(a.suspectUntil, now) - Math.max(b.suspectUntil, now))
    : servers;
  let question = first;
  let aliases = 0;
  let leastTtlS = Infinity;
  let ended = false;
  let candidates = inOrder;
  /** The servers that have been asked this question and have not answered, each with what gives it up. */
  let silent: { server: Server; giveUp: () => void }[] = [];
  let tries = 0;
  let timer: ReturnType<typeof setTimeout>;

  const giveUpAll = (): void => {
    for (const { giveUp } of silent) giveUp();
    silent = [];
  };

  const end = (timed: TimedReply): void => {
    clearTimeout(timer);
    giveUpAll();
    ended = true;
    settle(timed);
  };

  const ask = (server: Server): void => {
    const asked = {
      server,
      giveUp: server.transport.ask(question, (response) => {
        if (ended) return;
        silent = silent.filter((other) => other !== asked);
        const timed = response && readReply(response, question, random);
        if (timed && timed.reply.kind !== 'failed') know(server, timed);
        else doWithout(server);
      }),
    };
    silent.push(asked);
  };

  const know = (server: Server, timed: TimedReply): void => {
    for (const other of silent) {
      if (other.server !== server) other.server.suspectUntil = performance.now() + SUSPECT_MS;
    }
    leastTtlS = Math.min(leastTtlS, timed.ttlS ?? Infinity);
    if (timed.alias === undefined) {
      end({ reply: timed.reply, ttlS: timed.ttlS === null ? null : leastTtlS });
    } else if (++aliases > MAX_ALIAS_QUESTIONS) {
      end(failed('dns_error'));
    } else {
      giveUpAll();
      question = { name: timed.alias, type: question.type };
      candidates = inOrder;
      ask(server);
    }
  };

  const doWithout = (server: Server): void => {
    candidates = candidates.filter((candidate) => candidate !== server);
    const [next] = candidates;
    if (!next) end(failed('dns_error'));
    // One that was asked already may still answer.
    else if (silent.length === 0) ask(next);
  };

  /** Asks the next server in turn, and again when the patience with it is over. */
  const tryNext = (): void => {
    const next = candidates.find((server) => !silent.some((asked) => asked.server === server));
    const server = next ?? candidates[tries % candidates.length];
    if (server) ask(server);
    const act = tries < PATIENCE.length ? tryNext : onTimeout;
    timer = setTimeout(
      () => {
        // A thread that was busy runs its timers before it reads what came in the meantime: the second one runs after that.
        timer = setTimeout(act, 0);
      },
      timeoutMs * (PATIENCE[tries] ?? REST),
    );
    tries += 1;
  };

  const onTimeout = (): void => {
    end(failed(candidates.length < inOrder.length ? 'dns_error' : 'dns_timeout'));
  };

  tryNext();
  return () => {
    end(failed('dns_error'));
  };
};
