import { BoundedMap } from '../../util/bounded-map.js';
import type { Rate } from './receivers.js';

/** The answer to {@link ShapingStore.take}. */
export interface Turns {
  /** Number of turns that were taken: 0 to `wanted`. */
  granted: number;
  /** Milliseconds from now until the next turn; 0 if there is one. */
  waitMs: number;
}

/** The right to hold one connection. */
export interface Lease {
  release(): void;
}

/**
 * The allowances of all receivers. Processes that ask from the same network must share one store: otherwise each would
 * use the whole allowance. A receiver is the name of a rule, an address, or an address and an isolated domain.
 */
export interface ShapingStore {
  /** Takes up to `wanted` turns, one for each RCPT; 0 only reads the wait. */
  take(receiver: string, wanted: number, rate: Rate): Promise<Turns>;
  /**
   * Resolves to the number of turns per second that are granted now: less than the rate while the receiver throttles
   * us.
   */
  speed(receiver: string, rate: Rate): Promise<number>;
  /**
   * Leases one of `max` connections; null if all are taken. The holder releases it; the store does if the holder is
   * gone.
   */
  connect(receiver: string, max: number): Promise<Lease | null>;
  /**
   * Records that a receiver throttles us. `slow` halves its rate, which then recovers by a tenth of the full rate a
   * minute; `stop` leaves one RCPT a minute for 90 minutes. The rate is never below one a minute.
   */
  slowDown(receiver: string, rate: Rate, severity: 'slow' | 'stop'): Promise<void>;
}

const MINUTE_MS = 60_000;
/** Duration of a `stop`, in milliseconds. */
export const STOP_MS = 90 * MINUTE_MS;
/** Signals within this time count as one, since RCPTs in flight are refused together. */
export const SAME_SIGNAL_MS = 5000;
/** The share of the full rate that comes back per millisecond: a tenth a minute. */
export const RECOVERY_PER_MS = 0.1 / MINUTE_MS;

/** The least rate, in turns per millisecond. */
export const SLOWEST_PER_MS = 1 / MINUTE_MS;

/** The state of one receiver; times by the store's clock. */
interface Allowance {
  tokens: number;
  countedAt: number;
  /** The share of the full rate that is used: 1 until the first signal. */
  share: number;
  throttledAt: number;
  stoppedUntil: number;
}

/**
 * The refill rate of the token bucket, in tokens per ms. The bucket holds `burst`, so that no window grants more than
 * `count`.
 */
export const refillPerMs = ({ count, perMs: window, burst }: Rate): number => Math.max(1, count - burst) / window;

/**
 * Refills the bucket up to now; nothing recovers during a `stop`.
 * @returns the refill rate at this time, in tokens per ms.
 */
const refill = (allowance: Allowance, rate: Rate, now: number): number => {
  const elapsed = Math.max(0, now - allowance.countedAt);
  const recovering = Math.max(0, Math.min(elapsed, now - allowance.stoppedUntil));
  allowance.share = Math.min(1, allowance.share + recovering * RECOVERY_PER_MS);
  const speed =
    now < allowance.stoppedUntil ? SLOWEST_PER_MS : Math.max(refillPerMs(rate) * allowance.share, SLOWEST_PER_MS);
  const size = Math.max(1, allowance.share < 1 ? rate.burst * allowance.share : rate.burst);
  allowance.tokens = Math.min(size, allowance.tokens + (elapsed - recovering) * SLOWEST_PER_MS + recovering * speed);
  allowance.countedAt = now;
  return speed;
};

/**
 * A store in memory, for a single process.
 * @param maxReceivers maximum number of receivers; the least recently used one is evicted first.
 * @param now a monotonic clock, in milliseconds.
 */
export const memoryShapingStore = (
  maxReceivers = 10_000,
  now: () => number = performance.now.bind(performance),
): ShapingStore => {
  const allowances = new BoundedMap<string, Allowance>({ maxSize: maxReceivers, now });
  /** The number of open connections of each receiver. */
  const connections = new Map<string, number>();

  const allowanceOf = (receiver: string, rate: Rate): Allowance => {
    const known = allowances.get(receiver);
    if (known) return known;
    const fresh = { tokens: rate.burst, countedAt: now(), share: 1, throttledAt: -Infinity, stoppedUntil: -Infinity };
    allowances.set(receiver, fresh);
    return fresh;
  };

  return {
    take(receiver, wanted, rate) {
      const allowance = allowanceOf(receiver, rate);
      const speed = refill(allowance, rate, now());
      const granted = Math.min(wanted, Math.floor(allowance.tokens));
      allowance.tokens -= granted;
      return Promise.resolve({ granted, waitMs: Math.max(0, Math.ceil((1 - allowance.tokens) / speed)) });
    },
    speed: (receiver, rate) => Promise.resolve(refill(allowanceOf(receiver, rate), rate, now()) * 1000),
    connect(receiver, max) {
      const open = connections.get(receiver) ?? 0;
      if (open >= max) return Promise.resolve(null);
      connections.set(receiver, open + 1);
      let released = false;
      return Promise.resolve({
        release() {
          if (released) return;
          released = true;
          const left = (connections.get(receiver) ?? 1) - 1;
          if (left > 0) connections.set(receiver, left);
          else connections.delete(receiver);
        },
      });
    },
    slowDown(receiver, rate, severity) {
      const allowance = allowanceOf(receiver, rate);
      const at = now();
      refill(allowance, rate, at);
      const isNew = at - allowance.throttledAt > SAME_SIGNAL_MS;
      if (isNew || severity === 'stop') {
        allowance.tokens = 0;
        const least = Math.min(1, SLOWEST_PER_MS / refillPerMs(rate));
        allowance.share = severity === 'stop' ? least : Math.max(allowance.share / 2, least);
        allowance.throttledAt = at;
      }
      if (severity === 'stop') allowance.stoppedUntil = at + STOP_MS;
      return Promise.resolve();
    },
  };
};
