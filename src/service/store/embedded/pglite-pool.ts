import { createSemaphore } from '../../../util/semaphore.js';
import { withTimeout } from '../../../util/timeout.js';
import type { Thread } from './pglite-thread.js';
import { Unavailable, type Pool } from '../unavailable.js';

/** Maximum wait of a query or a transaction for the connection, in ms. */
const MAX_WAIT_MS = 10_000;
/** Maximum number of those that wait. */
const MAX_WAITING = 2000;

/**
 * PGlite as a pool for Kysely's PostgreSQL dialect, with a single connection: a query or a transaction has exclusive use,
 * and others wait. A connection belongs to one thread: a transaction never continues on the next one.
 * @param current returns the running thread. @throws if there is none.
 * @param prepare runs before each use.
 * @param waitMs the maximum wait for the connection.
 */
export const pglitePool = (
  current: () => Thread,
  prepare: (thread: Thread) => Promise<void> = () => Promise.resolve(),
  waitMs: number = MAX_WAIT_MS,
): Pool => {
  const turns = createSemaphore(1, MAX_WAITING);
  const acquire = async (): Promise<() => void> => {
    const turn = await withTimeout(waitMs, (signal) => turns.acquire(signal)).catch(() => {
      throw new Error(`the database was busy for ${waitMs} ms`);
    });
    if (turn === null) throw new Error(`${MAX_WAITING} others wait for the database`);
    return turn;
  };
  const running = (): Thread => {
    const thread = current();
    const failure = thread.failure();
    if (failure !== null) throw new Unavailable(failure);
    return thread;
  };
  return {
    connect: async () => {
      // Nobody waits for a database that is down.
      running();
      const turn = await acquire();
      try {
        const thread = running();
        await prepare(thread);
        return {
          query: thread.query,
          copy: thread.copy,
          release: (broken) => {
            if (broken !== undefined) void thread.kill(broken);
            turn();
          },
        };
      } catch (error) {
        turn();
        throw error;
      }
    },
    waiting: turns.waiting,
    // The caller closes PGlite.
    end: () => Promise.resolve(),
  };
};
