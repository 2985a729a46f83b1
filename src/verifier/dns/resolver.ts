import { BoundedMap } from '../../util/bounded-map.js';
import { abortable, type StopSignal } from '../../util/timeout.js';
import { Lookup, type Server } from './lookup.js';
import type { Question, RecordType } from './message.js';
import type { Reply, TimedReply } from './reply.js';
import type { Transport } from './transport.js';

/** Resolves DNS questions. A network failure is a reply of kind `failed`, not a rejection. */
export interface Resolver {
  /**
   * @param name lower-case ASCII, without a dot at the end.
   * @throws the signal's reason when it is aborted; the question itself goes on, and its reply is remembered.
   */
  resolve: (name: string, type: RecordType, signal: StopSignal) => Promise<Reply>;
  /** Ends every question in flight as `dns_error`, and every later one. */
  close: () => void;
  /** Hosts and addresses of closed networks count too: `DnsOptions.privateNetworks`. */
  readonly privateNetworks: boolean;
}

export interface ResolverOptions {
  /** One for each server, the preferred one first. */
  transports: readonly Transport[];
  now: () => Date;
  /** How long one question may take over all its tries, in milliseconds. */
  timeoutMs: number;
  /** How many questions are on the wire at most. */
  maxInFlight: number;
  /** How many questions may wait for that; one more is a `dns_error` at once. */
  maxWaiting: number;
  /** How many replies are remembered. */
  cacheSize: number;
  privateNetworks?: boolean;
  /** From 0 up to 1: the order of exchangers that are as good; `Math.random` when unset. */
  random?: () => number;
}

/** How long replies are remembered, in seconds: bounds of the records' TTL, and the time for a failure. */
const TTL_S = { min: 1, max: 86_400, maxNegative: 3_600, failure: 5 } as const;

const cacheSeconds = ({ reply, ttlS }: TimedReply): number => {
  if (reply.kind === 'failed' || ttlS === null) return TTL_S.failure;
  return Math.max(TTL_S.min, Math.min(ttlS, reply.kind === 'records' ? TTL_S.max : TTL_S.maxNegative));
};

/**
 * Letters, digits, hyphens and, as service names have them, underscores: nothing else can be the name of a mail host. A last label of digits
 * makes it an IPv4 address, which no exchanger may be (RFC 1035 §3.3.9, RFC 3696 §2).
 */
const isHostName = (name: string): boolean =>
  name.length <= 253 && /^(?:[a-z\d_-]{1,63}\.)*(?!\d+$)[a-z\d_-]{1,63}$/.test(name);

const FAILED: Reply = { kind: 'failed', code: 'dns_error' };
const TIMED_OUT: Reply = { kind: 'failed', code: 'dns_timeout' };

/** A question that is on the wire or waits for its turn. */
interface Asked {
  readonly reply: Promise<Reply>;
  /** By `performance.now()`. */
  readonly since: number;
  /** Ends it early, as `dns_error`. */
  end: () => void;
}

/** How long after its timeout a question counts as lost, in milliseconds. */
const LOST_AFTER_MS = 1000;

/** Makes a resolver: a cache by the records' TTL, one question in flight per name and type, a bound on questions in flight. */
export const createResolver = (options: ResolverOptions): Resolver => {
  const { transports, now, timeoutMs, maxInFlight, maxWaiting, cacheSize } = options;
  const { random = Math.random, privateNetworks = false } = options;
  const servers = transports.map((transport): Server => ({ transport, suspectUntil: 0 }));
  const cache = new BoundedMap<string, Reply>({ maxSize: cacheSize, now: () => now().getTime() });
  /** All questions on the wire and waiting, by their keys, the oldest first. */
  const asked = new Map<string, Asked>();
  /** Those of them that wait: each is called when its turn comes. */
  const waiting = new Map<Asked, () => void>();
  let closed = false;

  const giveTurns = (): void => {
    for (const [next, turn] of waiting) {
      if (closed || asked.size - waiting.size >= maxInFlight) return;
      waiting.delete(next);
      turn();
    }
  };

  // On Workers a question is lost, timers and all, when the request that asked it ends: neither its name nor its place may stay taken. For
  // the same reason nothing of another request's is touched here, and a turn is a promise, which goes on in the request that waits for it.
  const forgetLost = (): void => {
    for (const [key, lost] of asked) {
      if (performance.now() - lost.since <= timeoutMs + LOST_AFTER_MS) return;
      asked.delete(key);
      waiting.delete(lost);
      giveTurns();
    }
  };

  const ask = (key: string, question: Question): Asked => {
    const since = performance.now();
    let settle: (reply: Reply) => void = () => undefined;
    const reply = new Promise<Reply>((resolve) => (settle = resolve));
    const end = (last: Reply): void => {
      if (asked.get(key) === one) asked.delete(key);
      waiting.delete(one);
      settle(last);
      giveTurns();
    };
    const one: Asked = {
      reply,
      since,
      end: () => {
        end(FAILED);
      },
    };
    const start = (leftMs: number): void => {
      const lookup = new Lookup(question, { servers, timeoutMs: leftMs, random }, (timed) => {
        cache.set(key, timed.reply, cacheSeconds(timed) * 1000);
        end(timed.reply);
      });
      one.end = () => {
        lookup.end();
      };
    };
    const waitForTurn = async (): Promise<void> => {
      const timer = setTimeout(() => {
        end(TIMED_OUT);
      }, timeoutMs);
      await new Promise<void>((turn) => waiting.set(one, turn));
      clearTimeout(timer);
      if (asked.get(key) === one) start(timeoutMs - (performance.now() - since));
    };

    const full = asked.size - waiting.size >= maxInFlight;
    if (full && waiting.size >= maxWaiting) {
      settle(FAILED);
      return one;
    }
    asked.set(key, one);
    if (full) void waitForTurn();
    else start(timeoutMs);
    return one;
  };

  return {
    privateNetworks,
    async resolve(name, type, signal) {
      signal.throwIfAborted();
      if (!isHostName(name)) return { kind: 'no_name' };
      const key = `${type} ${name}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      if (closed) return FAILED;
      forgetLost();
      return abortable((asked.get(key) ?? ask(key, { name, type })).reply, signal);
    },
    close() {
      closed = true;
      for (const one of [...asked.values()]) one.end();
      for (const { close } of transports) close();
    },
  };
};
