import { BoundedMap } from '../../util/bounded-map.js';
import { createSemaphore } from '../../util/semaphore.js';
import { abortable, TimeoutError, withTimeout } from '../../util/timeout.js';
import type { DnsResponse, Question, RecordType } from './message.js';
import { readReply, type Reply, type TimedReply } from './reply.js';

/**
 * Asks one DNS server one question. Resolves with a response that fits the question, whatever its rcode; rejects when the server cannot be
 * reached, and with the signal's reason when that is aborted: a silent server is the caller's to give up on.
 */
export type Transport = (question: Question, signal: AbortSignal) => Promise<DnsResponse>;

/** Resolves DNS questions. A network failure is a reply of kind `failed`, not a rejection. */
export interface Resolver {
  /**
   * @param name lower-case ASCII, without a dot at the end.
   * @throws the signal's reason when it is aborted; the question itself goes on, and its reply is remembered.
   */
  resolve: (name: string, type: RecordType, signal: AbortSignal) => Promise<Reply>;
  /** Ends every question in flight as `dns_error`, and every later one. */
  close: () => void;
}

export interface ResolverOptions {
  /** One for each server, the preferred one first. */
  transports: readonly Transport[];
  now: () => Date;
  /** How long one question may take over all its tries, in milliseconds. */
  timeoutMs: number;
  /** The maximum number of concurrent queries, each with its own socket. */
  maxInFlight: number;
  /** How many questions may wait for a socket; one more is a `dns_error` at once. */
  maxWaiting: number;
  /** How many replies are remembered. */
  cacheSize: number;
}

/** How long replies are remembered, in seconds: bounds of the records' TTL, and the time for a failure. */
const TTL_S = { min: 1, max: 86_400, maxNegative: 3_600, failure: 5 } as const;

const cacheSeconds = ({ reply, ttlS }: TimedReply): number => {
  if (reply.kind === 'failed' || ttlS === null) return TTL_S.failure;
  return Math.max(TTL_S.min, Math.min(ttlS, reply.kind === 'records' ? TTL_S.max : TTL_S.maxNegative));
};

/** Letters, digits, hyphens and, as service names have them, underscores: nothing else can be the name of a mail host. */
const isHostName = (name: string): boolean => name.length <= 253 && /^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*$/.test(name);

const failed = (code: 'dns_error' | 'dns_timeout'): TimedReply => ({ reply: { kind: 'failed', code }, ttlS: null });

/** A question in flight. */
interface Lookup {
  reply: Promise<Reply>;
  cancel: (reason: Error) => void;
  /** By `performance.now()`. */
  since: number;
}

/** How long after its timeout a question counts as lost, in milliseconds. */
const LOST_AFTER_MS = 1000;

/** Makes a resolver: tries over several servers, a cache by the records' TTL, one question in flight per name and type. */
export const createResolver = (options: ResolverOptions): Resolver => {
  const { transports, now, timeoutMs, maxInFlight, maxWaiting, cacheSize } = options;
  const cache = new BoundedMap<string, Reply>({ maxSize: cacheSize, now: () => now().getTime() });
  // On Workers a question is lost, timers and all, when the request that asked it ends: neither its name nor its place may stay taken. For
  // the same reason no AbortController serves all questions: each belongs to the request it was made in.
  const lostMs = timeoutMs + LOST_AFTER_MS;
  const semaphore = createSemaphore(maxInFlight, maxWaiting, lostMs);
  const inFlight = new Map<string, Lookup>();
  let closed = false;

  const forgetLost = (): void => {
    for (const [key, { since }] of inFlight) {
      if (performance.now() - since <= lostMs) return;
      inFlight.delete(key);
    }
  };

  /** A quarter of the time for each try, twice as long the second time round: a datagram that was lost costs little. */
  const tryMs = (round: number): number => (timeoutMs / 4) * 2 ** round;

  const ask = async (question: Question, cancelled: AbortSignal): Promise<TimedReply> => {
    // The result on a timeout: `timeout`, unless a server answered with a failure.
    let code: 'dns_error' | 'dns_timeout' = 'dns_timeout';

    /**
     * Asks the servers in turn until one of them knows. One that answers that it cannot tell, or that cannot be reached, is not asked
     * again; one that keeps silent is, until the time is over.
     */
    const askInTurn = async (signal: AbortSignal): Promise<TimedReply> => {
      let candidates = [...transports];
      for (let round = 0; candidates.length > 0; round++) {
        for (const transport of candidates) {
          try {
            const response = await withTimeout(tryMs(round), (oneTry) => transport(question, oneTry), signal);
            const timed = readReply(response, question);
            if (timed.reply.kind !== 'failed') return timed;
          } catch (error) {
            signal.throwIfAborted();
            if (error instanceof TimeoutError) continue;
          }
          code = 'dns_error';
          candidates = candidates.filter((candidate) => candidate !== transport);
        }
      }
      return failed('dns_error');
    };

    const waitAndAsk = async (signal: AbortSignal): Promise<TimedReply> => {
      const release = await semaphore.acquire(signal);
      return release === null ? failed('dns_error') : askInTurn(signal).finally(release);
    };

    return withTimeout(timeoutMs, waitAndAsk, cancelled).catch(() => failed(closed ? 'dns_error' : code));
  };

  /** Asks, and remembers the reply. */
  const start = (key: string, question: Question): Lookup => {
    const controller = new AbortController();
    const reply = ask(question, controller.signal).then((timed) => {
      if (inFlight.get(key) === lookup) inFlight.delete(key);
      cache.set(key, timed.reply, cacheSeconds(timed) * 1000);
      return timed.reply;
    });
    const lookup = {
      reply,
      cancel: (reason: Error) => {
        controller.abort(reason);
      },
      since: performance.now(),
    };
    inFlight.set(key, lookup);
    return lookup;
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
      return abortable(reply, signal);
    },
    close() {
      closed = true;
      for (const { cancel } of inFlight.values()) cancel(new Error('The resolver was closed'));
    },
  };
};
