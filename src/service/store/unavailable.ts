import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import { atLimit } from '../../config/system-limit.js';
import { errorCode, errorReason } from '../../util/errors.js';
import { timeout } from '../../util/timeout.js';
import { CopiedRows } from './copy-rows.js';

/** `Retry-After` of an unavailable store, in seconds. */
const RETRY_AFTER_S = 5;

/** Thrown if the store failed, not the statement. `cause` is the original error. */
export class Unavailable extends Error {
  override name = 'Unavailable';

  /** Seconds until a retry makes sense. */
  readonly retryAfterS = RETRY_AFTER_S;

  constructor(cause: unknown) {
    super('the store cannot be used now', { cause });
  }
}

/** The result of a statement: the part of node-postgres' that Kysely reads. */
export interface PoolResult {
  rows: Record<string, unknown>[];
  /** Such as `SELECT`. */
  command: string;
  rowCount: number | null;
}

/** A connection in use. */
export interface PoolClient {
  query: (text: string, parameters: readonly unknown[]) => Promise<PoolResult>;
  /** Sends rows to a table. */
  copy: (rows: CopiedRows) => Promise<PoolResult>;
  /** @param broken the reason why the connection must not be used any more. */
  release: (broken?: Error) => void;
}

/** The connections to a database. */
export interface Pool {
  connect: () => Promise<PoolClient>;
  /** Returns the number of callers that wait for a connection now. */
  waiting: () => number;
  end: () => Promise<void>;
}

/** The maximum time for a statement, in ms. Infinity while a start migrates the tables. */
export interface StatementLimit {
  ms: number;
}

/**
 * The SQLSTATE classes (PostgreSQL, Appendix A) of server failures: connection, transaction rollback, insufficient
 * resources, object not in prerequisite state, operator intervention, system error, internal error; and 25006, read-only
 * after a failover.
 */
const SERVER_FAILURE = /^(?:08|40|53|55|57|58|XX|25006)/;

/** Only errors that the server reported have a severity; others are of the connection. */
const isReported = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'severity' in error && error.severity !== undefined;

/** True if the store failed. An invalid statement or value is a bug of this program. */
const isStoreFailure = (error: unknown): boolean => {
  if (error instanceof Unavailable || error instanceof TypeError) return false;
  return !isReported(error) || SERVER_FAILURE.test(errorCode(error) ?? '');
};

const orUnavailable = (error: unknown): unknown => (isStoreFailure(error) ? new Unavailable(error) : error);

/** Turns {@link Unavailable} into a StartupError; returns any other error unchanged. */
export const atStart = (error: unknown): unknown => {
  if (!(error instanceof Unavailable)) return error;
  const what = 'the database cannot be used';
  const limited = atLimit(error.cause, what);
  if (limited !== null) return limited;
  return new StartupError(`${what}: ${errorReason(error.cause)}`, { cause: error });
};

/**
 * A pool that throws every failure of the store as {@link Unavailable}. A connection that broke, or on which a statement
 * took too long, gets no further statement.
 */
const watched = (pool: Pool, limit: StatementLimit = { ms: Infinity }) => {
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw orUnavailable(error);
    });
    let broken: Error | undefined;
    const watch = async <T>(send: () => Promise<T>): Promise<T> => {
      if (broken !== undefined) throw new Unavailable(broken);
      const result = send();
      try {
        return await (limit.ms === Infinity ? result : timeout(limit.ms, result));
      } catch (error) {
        if (!isReported(error) && !(error instanceof TypeError)) broken = error as Error;
        throw orUnavailable(error);
      }
    };
    return {
      query: (text: string, parameters: readonly unknown[]) => {
        const [rows] = parameters;
        return watch(() => (rows instanceof CopiedRows ? client.copy(rows) : client.query(text, parameters)));
      },
      release: () => {
        client.release(broken);
      },
    };
  };
  return { connect, end: () => pool.end() };
};

/** Kysely's PostgreSQL dialect over a pool. Every failure of the store is thrown as {@link Unavailable}. */
export const watchedDialect = (pool: Pool, limit?: StatementLimit): PostgresDialect => {
  const { connect, end } = watched(pool, limit);
  return new PostgresDialect({
    pool: {
      connect: async () => {
        const client = await connect();
        // Without the overload for cursors: Kysely refuses to stream when it has no option `cursor`.
        return { ...client, query: client.query as PostgresPoolClient['query'] };
      },
      end,
    },
  });
};
