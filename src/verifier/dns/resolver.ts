import { startDeadline } from '../deadline.js';
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

/** Makes a resolver: tries over several servers, a cache by the records' TTL, one question in flight per name and type. */
export const createResolver = (options: ResolverOptions): Resolver => {
  const { transports, now, timeoutMs, maxInFlight, maxWaiting, cacheSize } = options;
  const cache = createCache<Reply>(cacheSize, now);
  const gate = createGate(maxInFlight, maxWaiting);
  const inFlight = new Map<string, Promise<Reply>>();
  const closing = new AbortController();

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
          if (deadline.aborted) return failed(closing.signal.aborted ? 'dns_error' : code);
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

  const ask = async (question: Question): Promise<TimedReply> => {
    const deadline = startDeadline(timeoutMs, closing.signal);
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

  return {
    async resolve(name, type, signal) {
      signal.throwIfAborted();
      if (!isHostName(name)) return { kind: 'no_name' };
      const key = `${type} ${name}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      let asking = inFlight.get(key);
      if (asking === undefined) {
        asking = ask({ name, type }).then((timed) => {
          inFlight.delete(key);
          cache.set(key, timed.reply, cacheSeconds(timed));
          return timed.reply;
        });
        inFlight.set(key, asking);
      }
      return within(asking, signal);
    },
    close() {
      closing.abort(new Error('The resolver was closed'));
    },
  };
};
