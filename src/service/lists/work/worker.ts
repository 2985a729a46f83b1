/**
 * The loops of a worker: claims chunks, works on several at once, renews their claims, and survives a database that is
 * away.
 */
import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../../../util/bounded-map.js';
import { describeError, type Logger } from '../../monitoring/log.js';
import { Unavailable } from '../../store/unavailable.js';
import { createRightOfWay, type RightOfWay } from '../../../util/right-of-way.js';
import { createWaker, type Waker } from '../../../util/waker.js';
import { REPEAT_MS } from '../failures.js';
import { busyWith } from './busy.js';
import { createCommits } from './commit-batches.js';
import { createDueReader } from './due-questions.js';
import { NOTHING_KNOWN, type Known } from './judge.js';
import { lookUpChunk } from './lookup.js';
import { watchOutages, type OutageLimits } from './outages.js';
import { emptyOutcome, type Outcome } from './outcome.js';
import type { Store } from '../../schema.js';
import type { ListVerifier } from './list-verifier.js';
import { probeChunk } from './probe.js';
import { claim, renew, sweep, type Chunk } from './queue.js';
import { beat, BEAT_MS, sayEnd } from './workers.js';

/** Works on lists until it is closed. */
export interface Worker {
  /** Looks for work at once, in place of at the next poll: a list was uploaded by this process. */
  wake: () => void;
  /** Ends the work: stores what was found out, and gives all claims back. Later calls return the same promise. */
  close: () => Promise<void>;
}

/** The store of a worker, and what it works with. By default, accounts know nothing. */
export interface WorkerTools extends Partial<Known> {
  store: Store;
  verifier: ListVerifier;
  log: Logger;
  /** Lets single checks of this process go first; by default it has none. */
  way?: RightOfWay;
  /** Called when this worker has ended a list. */
  onEnd?: () => void;
}

export interface WorkerOptions {
  /**
   * Chunks of each kind under way at once. An account has at most as many as are free: alone half of them, two a third
   * each.
   */
  slots?: Partial<Record<Chunk['kind'], number>>;
  /** The time that a claim lasts without a renewal, in ms. */
  leaseMs?: number;
  /** The time in which questions of one claim are begun, in ms. */
  sliceMs?: number;
  /** The interval at which an idle worker looks for work, in ms; half as long to one and a half times. */
  pollMs?: number;
  /** The wait before a chunk is claimed again whose work failed, in ms for each attempt. */
  retryMs?: number;
  /**
   * The waits before an address is checked again for which the DNS or the mail server failed, in ms; 30 s, 5, 15 and 45
   * minutes by default. After the last one it is `unknown`.
   */
  repeatMs?: readonly number[];
  /** The interval at which the worker says that it is there, in ms. */
  beatMs?: number;
  /** When failures are an outage, in which work waits. */
  outageLimits?: OutageLimits;
}

/** The longest pause after failures of the database, in ms. */
const MAX_PAUSE_MS = 5000;
const SLOTS: Record<Chunk['kind'], number> = { lookup: 8, probe: 128, repeat: 2 };
/** Receivers that are known to answer. */
const ANSWERED = 20_000;

/** The thing that the work on a kind of chunk needs. */
const needs = (kind: Chunk['kind']): 'dns' | 'smtp' => (kind === 'probe' ? 'smtp' : 'dns');

/** Starts a worker. It never ends by itself. */
export const startWorker = (
  { store, verifier, log, way = createRightOfWay(), onEnd, ...known }: WorkerTools,
  {
    slots: wanted = {},
    leaseMs = 20_000,
    sliceMs = 8000,
    pollMs = 1000,
    retryMs = 1000,
    repeatMs = REPEAT_MS,
    beatMs = BEAT_MS,
    outageLimits = {},
  }: WorkerOptions = {},
): Worker => {
  const slots = { ...SLOTS, ...wanted };
  const id = randomUUID();
  const wakers = { lookup: createWaker(), probe: createWaker(), repeat: createWaker() };
  const beats = createWaker();
  const wake = (): void => {
    for (const waker of Object.values(wakers)) waker.wake();
  };
  const commit = createCommits(store, way, onEnd);
  const claims = new Map<string, { chunk: Chunk; stop: AbortController }>();
  let isEnding = false;
  let failures = 0;
  let [isBeatDue, beatAt] = [true, 0];

  const pause = async (until: Waker): Promise<void> => {
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

  /** In an outage, what is under way ends, and nothing of its kind is begun. */
  const onOutage = (what: 'dns' | 'smtp'): void => {
    for (const { chunk, stop } of claims.values())
      if (needs(chunk.kind) === what && hasToWait(chunk.kind)) stop.abort();
    isBeatDue = true;
    beats.wake();
    wake();
  };
  const outages = watchOutages({ store, verifier, log }, id, onOutage, outageLimits);
  const hasToWait = (kind: Chunk['kind']): boolean => outages[needs(kind)].state() === 'waiting';
  const answered = new BoundedMap<string, true>({ maxSize: ANSWERED });
  const tools = {
    ...NOTHING_KNOWN,
    ...known,
    store,
    verifier,
    way,
    outages,
    repeatMs,
    answered,
    readDue: createDueReader(store),
  };

  const workOn = async (chunk: Chunk, signal: AbortSignal): Promise<Outcome> => {
    try {
      if (chunk.kind === 'probe') return await probeChunk(tools, chunk, sliceMs, signal);
      return await lookUpChunk(tools, chunk, signal);
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
          await pause(wakers[chunk.kind]);
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
    if (isEnding || hasToWait(chunk.kind)) stop.abort();
    const outcome = afterError(await workOn(chunk, stop.signal), chunk);
    await settle(chunk, outcome);
    claims.delete(chunk.lease);
    // A look for work costs a query: the other kinds have more of it only if there are questions.
    if (outcome.questions.length > 0) wake();
    else wakers[chunk.kind].wake();
  };

  const claimNext = (kind: Chunk['kind']): Promise<Chunk[]> => {
    const running = [...claims.values()].map(({ chunk }) => chunk).filter((chunk) => chunk.kind === kind);
    return claim(store, kind, busyWith(kind, running, slots[kind] - running.length), leaseMs);
  };

  const work = async (kind: Chunk['kind']): Promise<void> => {
    const running = new Set<Promise<void>>();
    while (!isEnding) {
      if (running.size >= slots[kind]) {
        await Promise.race(running);
        continue;
      }
      const chunks = (hasToWait(kind) ? null : await attempt(() => way.step(() => claimNext(kind)))) ?? [];
      for (const chunk of chunks) {
        const task = run(chunk).finally(() => running.delete(task));
        running.add(task);
      }
      if (chunks.length === 0) await pause(wakers[kind]);
    }
    await Promise.all(running);
  };

  const renewAll = async (): Promise<void> => {
    const leases = [...claims.keys()];
    const held = await renew(store, leases, leaseMs);
    for (const lease of leases) if (!held.has(lease)) claims.get(lease)?.stop.abort();
  };

  /** Says that this worker is there, at its time or when it waits for something else than before. */
  const sayAlive = async (): Promise<void> => {
    if (!isBeatDue && performance.now() - beatAt < beatMs) return;
    isBeatDue = false;
    beatAt = performance.now();
    const [dns, smtp] = [hasToWait('lookup'), hasToWait('probe')];
    await attempt(() => beat(store, id, { dns, smtp }));
  };

  /** Renews the claims of this worker, and frees those of others that are gone. */
  const keepClaims = async (): Promise<void> => {
    let renewedAt = performance.now();
    while (!isEnding) {
      await sayAlive();
      if (performance.now() - renewedAt > leaseMs / 4) {
        renewedAt = performance.now();
        await attempt(renewAll);
      }
      const swept = await attempt(() => sweep(store));
      if (swept !== null && swept > 0) wake();
      else await pause(beats);
    }
  };

  const ended = Promise.all([work('lookup'), work('probe'), work('repeat'), keepClaims()]);
  return {
    wake,
    close: async () => {
      isEnding = true;
      outages.close();
      for (const { stop } of claims.values()) stop.abort();
      wake();
      beats.wake();
      await ended;
      await sayEnd(store, id).catch(() => undefined);
    },
  };
};
