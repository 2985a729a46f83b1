import type { PGlite } from '@electric-sql/pglite';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import { createSemaphore } from '../../util/semaphore.js';
import { withTimeout } from '../../util/timeout.js';
import { Unavailable } from './unavailable.js';

/** Maximum wait of a query or a transaction for the connection, in ms. */
const MAX_WAIT_MS = 10_000;

/**
 * Kysely's PostgreSQL dialect over PGlite, a pool of a single connection: a query or a transaction has exclusive use, and
 * others wait.
 * @param failure returns the error after which PGlite must not be used any more, if any.
 * @param waitMs the maximum wait for the connection.
 */
export const pgliteDialect = (
  pg: PGlite,
  failure: () => Error | undefined,
  waitMs: number = MAX_WAIT_MS,
): PostgresDialect => {
  const turns = createSemaphore(1);
  const query = async <R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    const failed = failure();
    if (failed !== undefined) throw new Unavailable(failed, null);
    const { rows, command, rowCount = 0 } = await pg.query<R>(statement, [...parameters]);
    return { rows, command: command as PostgresQueryResult<R>['command'], rowCount };
  };
  const pool: PostgresPool = {
    connect: async () => {
      const release = await withTimeout(waitMs, (signal) => turns.acquire(signal)).catch(() => {
        throw new Error(`the database was busy for ${waitMs} ms`);
      });
      // The overload for cursors is not used: Kysely refuses to stream without the option `cursor`.
      return { query: query as PostgresPoolClient['query'], release: () => release?.() };
    },
    // The caller closes PGlite.
    end: () => Promise.resolve(),
  };
  return new PostgresDialect({ pool });
};
