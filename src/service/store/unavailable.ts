import type { DatabaseConnection, Dialect, Driver } from 'kysely';
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

/** A connection that throws {@link Unavailable}. The wrapped driver needs `inner`, its own connection. */
class Watched implements DatabaseConnection {
  constructor(readonly inner: DatabaseConnection) {}

  executeQuery: DatabaseConnection['executeQuery'] = (query) => orUnavailable(this.inner.executeQuery(query));
  streamQuery: DatabaseConnection['streamQuery'] = (query, size) => this.inner.streamQuery(query, size);
}

const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof Watched ? connection.inner : connection;

const watchedDriver = (driver: Driver): Driver => ({
  init: () => driver.init(),
  acquireConnection: async () => new Watched(await orUnavailable(driver.acquireConnection())),
  beginTransaction: (connection, settings) => orUnavailable(driver.beginTransaction(innerOf(connection), settings)),
  commitTransaction: (connection) => orUnavailable(driver.commitTransaction(innerOf(connection))),
  rollbackTransaction: (connection) => orUnavailable(driver.rollbackTransaction(innerOf(connection))),
  releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
  destroy: () => driver.destroy(),
});

/** Wraps a dialect of Kysely, so that every failure of the store is thrown as {@link Unavailable}. */
export const watchedDialect = (dialect: Dialect): Dialect => ({
  createDriver: () => watchedDriver(dialect.createDriver()),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});
