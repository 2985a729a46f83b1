import { startDeadline, type Deadline } from '../deadline.js';
import { createCache } from './cache.js';
import { createGate } from './gate.js';
import type { Question, RecordType } from './packet.js';
import { readReply, type Reply, type TimedReply } from './reply.js';
import type { Transport } from './transport.js';

/** Answers questions about names. Never rejects for what the network does: that is a reply of kind `failed`. */
export interface Resolver {
  /**
   * @param name lower-case ASCII, without a dot at the end.
   * @throws the signal's reason when it is aborted; the question itself goes on, and its reply is remembered.
   */
  resolve: (name: string, type: RecordType, signal: AbortSignal) => Promise<Reply>;
  /** Ends every question under way as `dns_error`, and every later one. */
  close: () => void;
}

export interface ResolverOptions {
  /** One for each server, the preferred one first. */
  transports: readonly Transport[];
  now: () => Date;
  /** How long one question may take over all its tries, in milliseconds. */
  timeoutMs: number;
  /** How many questions are on the wire at once, each with a socket of its own. */
  maxInFlight: number;
  /** How many questions may wait for their turn; one more is a `dns_error` at once. */
  maxWaiting: number;
  /** How many replies are remembered. */
  cacheSize: number;
}

/** How long replies are remembered, in seconds: bounds of what their records say, and a little while for a failure. */
const TTL = { least: 1, most: 86_400, mostNegative: 3_600, failure: 5 } as const;

const cacheSeconds = ({ reply, ttlS }: TimedReply): number => {
  if (reply.kind === 'failed' || ttlS === null) return TTL.failure;
  return Math.max(TTL.least, Math.min(ttlS, reply.kind === 'records' ? TTL.most : TTL.mostNegative));
};

/** Letters, digits, hyphens and, as service names have them, underscores: nothing else can be the name of a mail host. */
const isHostName = (name: string): boolean => name.length <= 253 && /^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*$/.test(name);

const failed = (code: 'dns_error' | 'dns_timeout'): TimedReply => ({ reply: { kind: 'failed', code }, ttlS: null });

/** Waits for a promise no longer than the signal allows. */
const within = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });

/** A question under way. */
interface Asking {
  reply: Promise<Reply>;
  deadline: Deadline;
  /** By `performance.now()`. */
  since: number;
}

/** How much longer than its time a question is waited for before it counts as lost, in milliseconds. */
const LOST_AFTER_MS = 1000;

/** Makes a resolver: tries over several servers, a cache by the records' TTL, one question in flight per name and type. */
export const createResolver = (options: ResolverOptions): Resolver => {
  const { transports, now, timeoutMs, maxInFlight, maxWaiting, cacheSize } = options;
  const cache = createCache<Reply>(cacheSize, now);
  // On Workers a question is lost, timers and all, when the person whose request asked it goes away: neither its name nor its place may
  // stay taken. For the same reason no AbortController serves all questions: each belongs to the request it was made in.
  const lostMs = timeoutMs + LOST_AFTER_MS;
  const gate = createGate(maxInFlight, maxWaiting, lostMs);
  const inFlight = new Map<string, Asking>();
  let closed = false;

  const forgetLost = (): void => {
    for (const [key, { since }] of inFlight) {
      if (performance.now() - since <= lostMs) return;
      inFlight.delete(key);
    }
  };

  /** A quarter of the time for each try, twice as long the second time round: a datagram that was lost costs little. */
  const tryMs = (round: number): number => (timeoutMs / 4) * 2 ** round;

  /**
   * Asks the servers in turn until one of them knows. One that answers that it cannot tell, or that cannot be reached, is not asked
   * again; one that keeps silent is, until the time is over.
   */
  const askInTurn = async (question: Question, deadline: AbortSignal): Promise<TimedReply> => {
    let candidates = [...transports];
    let code: 'dns_error' | 'dns_timeout' = 'dns_timeout';
    for (let round = 0; candidates.length > 0; round++) {
      for (const ask of candidates) {
        const patience = startDeadline(tryMs(round), deadline);
        try {
          const timed = readReply(await ask(question, patience.signal), question);
          if (timed.reply.kind !== 'failed') return timed;
        } catch {
          if (deadline.aborted) return failed(closed ? 'dns_error' : code);
          if (patience.expired()) continue;
        } finally {
          patience.end();
        }
        code = 'dns_error';
        candidates = candidates.filter((candidate) => candidate !== ask);
      }
    }
    return failed('dns_error');
  };

  const ask = async (question: Question, deadline: Deadline): Promise<TimedReply> => {
    try {
      const leave = await gate.enter(deadline.signal);
      if (leave === null) return failed('dns_error');
      return await askInTurn(question, deadline.signal).finally(leave);
    } catch {
      // The time was over before the turn came.
      return failed(deadline.expired() ? 'dns_timeout' : 'dns_error');
    } finally {
      deadline.end();
    }
  };

  /** Asks, and remembers the reply. */
  const start = (key: string, question: Question): Asking => {
    const deadline = startDeadline(timeoutMs);
    const reply = ask(question, deadline).then((timed) => {
      if (inFlight.get(key) === asking) inFlight.delete(key);
      cache.set(key, timed.reply, cacheSeconds(timed));
      return timed.reply;
    });
    const asking = { reply, deadline, since: performance.now() };
    inFlight.set(key, asking);
    return asking;
  };

  return {
    async resolve(name, type, signal) {
      signal.throwIfAborted();
      if (!isHostName(name)) return { kind: 'no_name' };
      const key = `${type} ${name}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      if (closed) return { kind: 'failed', code: 'dns_error' };
      forgetLost();
      const { reply } = inFlight.get(key) ?? start(key, { name, type });
      return within(reply, signal);
    },
    close() {
      closed = true;
      for (const { deadline } of inFlight.values()) deadline.abort(new Error('The resolver was closed'));
    },
  };
};
