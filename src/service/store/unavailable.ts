import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import { errorCode, errorReason } from '../../util/errors.js';

/** The pause before another try at a store that is busy or away, in seconds. */
const RETRY_AFTER_S = 5;

/** The store failed, not the statement. `cause` tells why. */
export class Unavailable extends Error {
  override name = 'Unavailable';

  constructor(
    cause: unknown,
    /** The pause before another try, in seconds; null when the program has to be started again. */
    readonly retryAfterS: number | null = RETRY_AFTER_S,
  ) {
    super('the store cannot be used now', { cause });
  }
}

/**
 * The SQLSTATEs (PostgreSQL, Appendix A) of failures of the server: connection, rollback by a deadlock, too few
 * resources, an object in use, an operator's doing, the system, read-only after a failover, and faults of the server.
 */
const SERVER_FAILURE = /^(?:08|40|53|55|57|58|XX|25006)/;

/** True when the store failed. A wrong statement or value is an error of this program. */
const isStoreFailure = (error: unknown): boolean => {
  if (error instanceof Unavailable || error instanceof TypeError) return false;
  // Only an error that the server itself reports has a severity: any other is of the connection.
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

/** Turns {@link Unavailable} into a StartupError; leaves any other error as it is. */
export const atStart = (error: unknown): unknown => {
  if (!(error instanceof Unavailable)) return error;
  return new StartupError(`the database cannot be used: ${errorReason(error.cause)}`, { cause: error });
};

/** A connection that throws {@link Unavailable}. The driver below knows only its own connections. */
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

/** Wraps a dialect of Kysely: every failure of the store is thrown as {@link Unavailable}. */
export const watchedDialect = (dialect: Dialect): Dialect => ({
  createDriver: () => watchedDriver(dialect.createDriver()),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});
