import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { StartError } from '../start-error.js';

/** When a store that is busy or away is worth another try, in seconds. */
const RETRY_AFTER_S = 5;

/** The store cannot do its work now, through no fault of what was asked of it. Why is in `cause`. */
export class Unavailable extends Error {
  override name = 'Unavailable';

  constructor(
    cause: unknown,
    /** When it may be better, in seconds; null when the program has to be started again. */
    readonly retryAfterS: number | null = RETRY_AFTER_S,
  ) {
    super('the store cannot be used now', { cause });
  }
}

/**
 * The SQLSTATEs (PostgreSQL, Appendix A) that are the server's own trouble: connection, rollback by a deadlock, too few
 * resources, an object in use, an operator's doing, the system, read-only after a failover, and faults of the server.
 */
const TROUBLE = /^(?:08|40|53|55|57|58|XX|25006)/;

/** Whether an error is the store's trouble. A statement that is wrong, or a value that is none, is a fault of this program. */
const isTrouble = (error: unknown): boolean => {
  if (error instanceof Unavailable || error instanceof TypeError) return false;
  // Only what the server itself says has a severity: all else is the way to it.
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return severity === undefined || (typeof code === 'string' && TROUBLE.test(code));
};

const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw isTrouble(error) ? new Unavailable(error) : error;
  }
};

/** The same error for the person who starts the program: trouble of the store in one line. */
export const atStart = (error: unknown): unknown => {
  if (!(error instanceof Unavailable)) return error;
  const { message, code } = error.cause as NodeJS.ErrnoException;
  return new StartError(`the database cannot be used: ${message || String(code)}`, { cause: error });
};

/** A connection whose trouble is told apart; the driver below knows its own one alone. */
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

/** A dialect of Kysely that throws {@link Unavailable} for every trouble of the store. */
export const watchedDialect = (dialect: Dialect): Dialect => ({
  createDriver: () => watchedDriver(dialect.createDriver()),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});
