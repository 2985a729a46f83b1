import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { createSemaphore } from '../../util/semaphore.js';
import { withTimeout } from '../../util/timeout.js';
import { Unavailable } from './unavailable.js';

/** Maximum wait of a query or a transaction for the connection, in ms. */
const MAX_WAIT_MS = 10_000;

/**
 * PGlite as a pool for Kysely's PostgreSQL dialect, with a single connection: a query or a transaction has exclusive use,
 * and others wait.
 * @param failure returns the error after which PGlite must not be used any more, if any.
 * @param waitMs the maximum wait for the connection.
 */
export const pglitePool = (
  pg: PGlite,
  failure: () => Error | undefined,
  waitMs: number = MAX_WAIT_MS,
): PostgresPool => {
  const turns = createSemaphore(1);
  const query = async <R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    const failed = failure();
    if (failed !== undefined) throw new Unavailable(failed, null);
    const { rows, command, rowCount = 0 } = await pg.query<R>(statement, [...parameters]);
    return { rows, command: command as PostgresQueryResult<R>['command'], rowCount };
  };
  return {
    connect: async () => {
      const release = await withTimeout(waitMs, (signal) => turns.acquire(signal)).catch(() => {
        throw new Error(`the database was busy for ${waitMs} ms`);
      });
      // Without the overload for cursors, which watchedDialect does not use.
      return { query: query as PostgresPoolClient['query'], release: () => release?.() };
    },
    // The caller closes PGlite.
    end: () => Promise.resolve(),
  };
};
