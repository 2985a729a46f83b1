import { PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import { errorCode, errorReason } from '../../util/errors.js';

/** `Retry-After` of an unavailable store, in seconds. */
const RETRY_AFTER_S = 5;

/** Thrown if the store failed, not the statement. `cause` is the original error. */
export class Unavailable extends Error {
  override name = 'Unavailable';

  constructor(
    cause: unknown,
    /** Seconds until a retry makes sense; null if the program has to be restarted. */
    readonly retryAfterS: number | null = RETRY_AFTER_S,
  ) {
    super('the store cannot be used now', { cause });
  }
}

/**
 * The SQLSTATE classes (PostgreSQL, Appendix A) of server failures: connection, transaction rollback, insufficient
 * resources, object not in prerequisite state, operator intervention, system error, internal error; and 25006, read-only
 * after a failover.
 */
const SERVER_FAILURE = /^(?:08|40|53|55|57|58|XX|25006)/;

/** True if the store failed. An invalid statement or value is a bug of this program. */
const isStoreFailure = (error: unknown): boolean => {
  if (error instanceof Unavailable || error instanceof TypeError) return false;
  // Only errors reported by the server have a severity; others are connection errors.
  const reported = typeof error === 'object' && error !== null && 'severity' in error && error.severity !== undefined;
  return !reported || SERVER_FAILURE.test(errorCode(error) ?? '');
};

const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw isStoreFailure(error) ? new Unavailable(error) : error;
  }
};

/** Turns {@link Unavailable} into a StartupError; returns any other error unchanged. */
export const atStart = (error: unknown): unknown => {
  if (!(error instanceof Unavailable)) return error;
  return new StartupError(`the database cannot be used: ${errorReason(error.cause)}`, { cause: error });
};

/** Kysely's PostgreSQL dialect over a pool. Every failure of the store is thrown as {@link Unavailable}. */
export const watchedDialect = (pool: PostgresPool): PostgresDialect => {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await orUnavailable(pool.connect());
    const query = <R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> =>
      orUnavailable(client.query(statement, parameters));
    // Without the overload for cursors: Kysely refuses to stream when it has no option `cursor`.
    return {
      query: query as PostgresPoolClient['query'],
      release: () => {
        client.release();
      },
    };
  };
  return new PostgresDialect({ pool: { connect, end: () => pool.end() } });
};
