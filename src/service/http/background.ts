import { Refusal } from '../../protocol/refusal.js';
import { withTimeout } from '../../util/timeout.js';
import { describeError, type Logger } from '../monitoring/log.js';

/** Work that goes on after a response was sent, with bounds. */
export interface Background {
  /**
   * Starts work, or queues it.
   * @param work ends early once the signal is aborted. It handles its own errors.
   * @returns false if the queue is full; the work is not done then.
   */
  run(work: (signal: AbortSignal) => Promise<void>): boolean;
  /** Returns the number of pieces of work that run now, and of those that wait. */
  size(): { running: number; waiting: number };
  /** Resolves when all work is done. */
  idle(): Promise<void>;
  /** Gives work the grace period to end, then aborts it. */
  close(): Promise<void>;
}

/** Time limit of work after `close`, in ms. */
const GRACE_MS = 5000;

/**
 * @param maxRunning how many pieces of work run at once.
 * @param maxWaiting how many may wait.
 */
export const createBackground = (maxRunning: number, maxWaiting: number, graceMs = GRACE_MS): Background => {
  const queue: ((signal: AbortSignal) => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const end = new AbortController();
  const next = (): void => {
    const work = running.size < maxRunning ? queue.shift() : undefined;
    if (work === undefined) return;
    const done: Promise<void> = work(end.signal).finally(() => {
      running.delete(done);
      next();
    });
    running.add(done);
  };
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.race(running);
  };
  return {
    run(work) {
      if (queue.length >= maxWaiting || end.signal.aborted) return false;
      queue.push(work);
      next();
      return true;
    },
    size: () => ({ running: running.size, waiting: queue.length }),
    idle,
    async close() {
      await withTimeout(graceMs, () => idle()).catch(() => undefined);
      queue.length = 0;
      end.abort();
      await idle();
    },
  };
};

/**
 * Does work after the response, whose time must not show what was found.
 * @throws Refusal `unavailable` if too much waits already.
 */
export const later = (
  { background, log }: { background: Background; log: Logger },
  work: () => Promise<void>,
): void => {
  const queued = background.run(() =>
    work().catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'unexpected error after a response');
    }),
  );
  if (!queued) throw new Refusal('unavailable', 'Too much is waiting; try again in 5 s.', { 'retry-after': '5' });
};
