/** The loops of a worker: claims chunks, works on several at once, renews their claims, and survives a database that is away. */
import { describeError } from '../../log.js';
import { Unavailable } from '../../store/unavailable.js';
import { createWaker } from '../../../util/waker.js';
import { createCommits } from './commits.js';
import { lookUpChunk } from './lookup.js';
import { emptyOutcome, type Outcome } from './outcome.js';
import type { WorkParts } from './parts.js';
import { probeChunk } from './probe.js';
import { claim, renew, sweep, type Busy, type Chunk } from './queue.js';

/** Works on lists until it is closed. */
export interface Worker {
  /** Looks for work at once, in place of at the next poll: a list was uploaded by this process. */
  wake: () => void;
  /** Ends the work: stores what was found out, and gives all claims back. Later calls return the same promise. */
  close: () => Promise<void>;
}

export interface WorkerOptions {
  /** Chunks of each kind under way at once. An account has at most as many as are free: alone half of them, two a third each. */
  slots?: Record<Chunk['kind'], number>;
  /** The time that a claim lasts without a renewal, in ms. */
  leaseMs?: number;
  /** The time in which questions of one claim are begun, in ms. */
  sliceMs?: number;
  /** The interval at which an idle worker looks for work, in ms; half as long to one and a half times. */
  pollMs?: number;
  /** The wait before a chunk is claimed again whose work failed, in ms for each attempt. */
  retryMs?: number;
}

/** The longest pause after failures of the database, in ms. */
const MAX_PAUSE_MS = 5000;

/** Starts a worker. It never ends by itself. */
export const startWorker = (
  parts: WorkParts,
  {
    slots = { lookup: 8, probe: 128 },
    leaseMs = 20_000,
    sliceMs = 8000,
    pollMs = 1000,
    retryMs = 1000,
  }: WorkerOptions = {},
): Worker => {
  const { store, log, onEnd } = parts;
  const waker = createWaker();
  const beat = createWaker();
  const commit = createCommits(store, onEnd);
  const claims = new Map<string, { chunk: Chunk; stop: AbortController }>();
  let isEnding = false;
  let failures = 0;

  const pause = async (until = waker): Promise<void> => {
    if (isEnding) return;
    const ms = Math.min(MAX_PAUSE_MS, pollMs * 2 ** Math.min(failures, 10));
    await until.wait(ms * (0.5 + Math.random()));
  };

  const warn = (error: unknown, message: string): void => {
    log.warn({ error: describeError(error) }, message);
  };

  /** Uses the store. @returns null if it failed; the pause after that is longer each time. */
  const attempt = async <T>(use: () => Promise<T>): Promise<T | null> => {
    try {
      const result = await use();
      failures = 0;
      return result;
    } catch (error) {
      if (failures === 0) warn(error, 'the work on lists waits for the store');
      failures += 1;
      return null;
    }
  };

  const workOn = async (chunk: Chunk, signal: AbortSignal): Promise<Outcome> => {
    try {
      if (chunk.kind === 'lookup') return await lookUpChunk(parts, chunk, signal);
      return await probeChunk(parts, chunk, sliceMs, signal);
    } catch (error) {
      return { ...emptyOutcome(), error };
    }
  };

  /** The outcome of an error: another attempt, later. One of the store does not count. */
  const afterError = (outcome: Outcome, { id, batch_id, attempts }: Chunk): Outcome => {
    const { error } = outcome;
    if (error === null) return outcome;
    const waitMs = retryMs * attempts;
    if (error instanceof Unavailable) return { ...outcome, error: null, waitMs };
    log.warn({ error: describeError(error), list: batch_id, chunk: id, attempts }, 'a part of a list failed');
    return { ...outcome, waitMs };
  };

  /** Stores an outcome as soon as the store can be used; what cannot be stored is a vain attempt. */
  const settle = async (chunk: Chunk, outcome: Outcome): Promise<void> => {
    let left = outcome;
    for (;;) {
      try {
        await commit({ chunk, outcome: left });
        return;
      } catch (error) {
        if (error instanceof Unavailable) {
          if (isEnding) return;
          failures += 1;
          await pause();
        } else if (left.error !== null) {
          warn(error, 'a part of a list waits for the end of its claim');
          return;
        } else left = afterError({ ...emptyOutcome(), error }, chunk);
      }
    }
  };

  const run = async (chunk: Chunk): Promise<void> => {
    const stop = new AbortController();
    claims.set(chunk.lease, { chunk, stop });
    if (isEnding) stop.abort();
    await settle(chunk, afterError(await workOn(chunk, stop.signal), chunk));
    claims.delete(chunk.lease);
    waker.wake();
  };

  const busyWith = (kind: Chunk['kind']): Busy => {
    const running = [...claims.values()].map(({ chunk }) => chunk).filter((chunk) => chunk.kind === kind);
    const held = new Map<number, number>();
    for (const { account_id } of running) held.set(account_id, (held.get(account_id) ?? 0) + 1);
    const free = slots[kind] - running.length;
    return {
      receivers: running.flatMap(({ receiver }) => receiver ?? []),
      accounts: [...held].filter(([, count]) => count >= free).map(([account]) => account),
    };
  };

  const work = async (kind: Chunk['kind']): Promise<void> => {
    const running = new Set<Promise<void>>();
    while (!isEnding) {
      if (running.size >= slots[kind]) {
        await Promise.race(running);
        continue;
      }
      const chunk = await attempt(() => claim(store, kind, busyWith(kind), leaseMs));
      if (chunk === null) await pause();
      else {
        const task = run(chunk).finally(() => running.delete(task));
        running.add(task);
      }
    }
    await Promise.all(running);
  };

  const renewAll = async (): Promise<void> => {
    const leases = [...claims.keys()];
    const held = await renew(store, leases, leaseMs);
    for (const lease of leases) if (!held.has(lease)) claims.get(lease)?.stop.abort();
  };

  /** Renews the claims of this worker, and frees those of others that are gone. */
  const keepClaims = async (): Promise<void> => {
    let renewedAt = performance.now();
    while (!isEnding) {
      if (performance.now() - renewedAt > leaseMs / 4) {
        renewedAt = performance.now();
        await attempt(renewAll);
      }
      const swept = await attempt(() => sweep(store));
      if (swept !== null && swept > 0) waker.wake();
      else await pause(beat);
    }
  };

  const ended = Promise.all([work('lookup'), work('probe'), keepClaims()]);
  return {
    wake: waker.wake,
    close: async () => {
      isEnding = true;
      for (const { stop } of claims.values()) stop.abort();
      waker.wake();
      beat.wake();
      await ended;
    },
  };
};
