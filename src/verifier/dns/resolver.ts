import { BoundedMap } from '../../util/bounded-map.js';
import { abortable, type StopSignal } from '../../util/timeout.js';
import { Lookup, type Server } from './lookup.js';
import type { Question, RecordType } from './message.js';
import type { Reply, TimedReply } from './reply.js';
import type { Transport } from './transport.js';

/** Resolves DNS questions. A network failure is a reply of kind `failed`, not a rejection. */
export interface Resolver {
  /**
   * Resolves a question.
   * @param name lower-case ASCII, without a dot at the end.
   * @throws the signal's reason if it is aborted; the question itself continues, and its reply is cached.
   */
  resolve: (name: string, type: RecordType, signal: StopSignal) => Promise<Reply>;
  /** The reply to a question that is remembered; undefined: it has to be asked. */
  recall: (name: string, type: RecordType) => Reply | undefined;
  /** Ends all questions in flight as `dns_error`, and every later one. */
  close: () => void;
  /** Hosts and addresses of closed networks count too: see `DnsOptions.privateNetworks`. */
  readonly privateNetworks: boolean;
}

export interface ResolverOptions {
  /** One transport for each server, the preferred one first. */
  transports: readonly Transport[];
  /** The clock, in milliseconds. */
  now: () => number;
  /** Time limit of one question over all its tries, in milliseconds. */
  timeoutMs: number;
  /** Maximum number of questions in flight. */
  maxInFlight: number;
  /** Maximum number of waiting questions; a further one is a `dns_error` at once. */
  maxWaiting: number;
  /** Maximum number of replies in the cache. */
  cacheSize: number;
  privateNetworks?: boolean;
  /** From 0 up to 1: shuffles exchangers of equal preference; `Math.random` when unset. */
  random?: () => number;
}

/**
 * Cache times of replies, in seconds: the bounds of the records' TTL, and the times for a failure and for a negative
 * reply without a TTL.
 */
const TTL_S = { min: 1, max: 86_400, maxNegative: 3_600, failure: 5 } as const;

const cacheSeconds = ({ reply, ttlS }: TimedReply): number => {
  if (reply.kind === 'failed' || ttlS === null) return TTL_S.failure;
  return Math.max(TTL_S.min, Math.min(ttlS, reply.kind === 'records' ? TTL_S.max : TTL_S.maxNegative));
};

/**
 * Matches a host name: letters, digits, hyphens and, as in service names, underscores. With a last label of digits it
 * would be an IPv4 address, which no exchanger may be (RFC 1035 §3.3.9, RFC 3696 §2).
 */
const isHostName = (name: string): boolean =>
  name.length <= 253 && /^(?:[a-z\d_-]{1,63}\.)*(?!\d+$)[a-z\d_-]{1,63}$/.test(name);

/** The name of a question in the cache. */
const keyOf = (name: string, type: RecordType): string => `${type} ${name}`;

const NO_NAME: Reply = { kind: 'no_name' };
const FAILED: Reply = { kind: 'failed', code: 'dns_error' };
const TIMED_OUT: Reply = { kind: 'failed', code: 'dns_timeout' };

/** A question in flight or waiting for its turn, shared by all who ask it. */
interface Pending {
  readonly key: string;
  readonly question: Question;
  /** By `performance.now()`. */
  readonly since: number;
  readonly reply: Promise<Reply>;
  readonly settle: (reply: Reply) => void;
  /** Null before its turn. */
  lookup: Lookup | null;
}

const pendingOf = (key: string, question: Question, since: number): Pending => {
  let settle: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => (settle = resolve));
  return { key, question, since, reply, settle, lookup: null };
};

/** Time from the timeout of a question until the question counts as lost, in milliseconds. */
const LOST_AFTER_MS = 1000;

/**
 * Creates a resolver: it caches replies by the records' TTL, shares one question in flight per name and type, and
 * bounds the questions in flight.
 */
export const createResolver = (options: ResolverOptions): Resolver => {
  const { transports, now, timeoutMs, maxInFlight, maxWaiting, cacheSize } = options;
  const { random = Math.random, privateNetworks = false } = options;
  const servers = transports.map((transport): Server => ({ transport, suspectUntil: 0 }));
  const cache = new BoundedMap<string, Reply>({ maxSize: cacheSize, now });
  /** All questions in flight and waiting, by their keys, oldest first. */
  const pending = new Map<string, Pending>();
  /** The waiting questions, each with the function that starts its turn. */
  const waiting = new Map<Pending, () => void>();
  /** The time before which no question can be lost, by `performance.now()`. */
  let noneLostUntil = 0;
  let closed = false;

  const isFull = (): boolean => pending.size - waiting.size >= maxInFlight;

  const giveTurns = (): void => {
    for (const [next, turn] of waiting) {
      if (closed || isFull()) return;
      waiting.delete(next);
      turn();
    }
  };

  /** Forgets a question that has ended or was lost. Its key may belong to a later question already. */
  const forget = (one: Pending): void => {
    if (pending.get(one.key) === one) pending.delete(one.key);
    waiting.delete(one);
    if (waiting.size > 0) giveTurns();
  };

  const end = (one: Pending, reply: Reply): void => {
    one.settle(reply);
    forget(one);
  };

  // On Workers a question is lost, including its timers, when the request that asked it ends: neither its name nor its
  // place may stay taken. For the same reason no object of another request is touched here, and a turn is a promise,
  // which continues in the request that waits for it.
  const forgetLost = (nowMs: number): void => {
    if (nowMs < noneLostUntil) return;
    const lostAfterMs = timeoutMs + LOST_AFTER_MS;
    noneLostUntil = nowMs + lostAfterMs;
    for (const one of pending.values()) {
      if (nowMs - one.since > lostAfterMs) {
        forget(one);
      } else {
        noneLostUntil = one.since + lostAfterMs;
        return;
      }
    }
  };

  const start = (one: Pending, leftMs: number): void => {
    one.lookup = new Lookup(one.question, { servers, timeoutMs: leftMs, random }, (timed) => {
      cache.set(one.key, timed.reply, cacheSeconds(timed) * 1000);
      end(one, timed.reply);
    });
  };

  const startInTurn = async (one: Pending): Promise<void> => {
    const timer = setTimeout(() => {
      end(one, TIMED_OUT);
    }, timeoutMs);
    await new Promise<void>((turn) => waiting.set(one, turn));
    clearTimeout(timer);
    if (pending.get(one.key) === one) start(one, timeoutMs - (performance.now() - one.since));
  };

  const ask = (key: string, question: Question, since: number): Promise<Reply> => {
    const full = isFull();
    if (full && waiting.size >= maxWaiting) return Promise.resolve(FAILED);
    const one = pendingOf(key, question, since);
    pending.set(key, one);
    if (full) void startInTurn(one);
    else start(one, timeoutMs);
    return one.reply;
  };

  return {
    privateNetworks,
    async resolve(name, type, signal) {
      signal.throwIfAborted();
      const key = keyOf(name, type);
      const known = cache.get(key);
      if (known !== undefined) return known;
      if (!isHostName(name)) return NO_NAME;
      if (closed) return FAILED;
      const nowMs = performance.now();
      forgetLost(nowMs);
      return abortable(pending.get(key)?.reply ?? ask(key, { name, type }, nowMs), signal);
    },
    recall: (name, type) => cache.get(keyOf(name, type)),
    close() {
      closed = true;
      for (const one of [...pending.values()]) {
        if (one.lookup) one.lookup.end();
        else end(one, FAILED);
      }
      for (const { close } of transports) close();
    },
  };
};
