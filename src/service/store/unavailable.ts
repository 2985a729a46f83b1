import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import { atLimit } from '../../config/system-limit.js';
import { errorCode, errorReason } from '../../util/errors.js';
import { timeout } from '../../util/timeout.js';

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

/** Rows for `COPY table (columns) FROM`, in PostgreSQL's text format. */
export interface CopiedRows {
  table: string;
  columns: readonly string[];
  text: Uint8Array;
}

/** The statement that takes rows from a source of PostgreSQL's. */
export const copyStatement = ({ table, columns }: CopiedRows, source: string): string =>
  `copy ${table} (${columns.join(', ')}) from ${source}`;

/** A connection in use. */
export interface PoolClient {
  query: (text: string, parameters: readonly unknown[]) => Promise<PoolResult>;
  /** Sends rows to a table. */
  copy: (rows: CopiedRows) => Promise<unknown>;
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
      query: (text: string, parameters: readonly unknown[]) => watch(() => client.query(text, parameters)),
      copy: (rows: CopiedRows) => watch(() => client.copy(rows)),
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

/**
 * Creates the function that copies rows into tables, in a transaction each time. This side commits it: a server that
 * went on with rows whose sender had given up would keep them.
 */
export const createCopy = (pool: Pool, limit?: StatementLimit): ((rows: CopiedRows) => Promise<void>) => {
  const { connect } = watched(pool, limit);
  return async (rows) => {
    const client = await connect();
    try {
      await client.query('begin', []);
      await client.copy(rows);
      await client.query('commit', []);
    } catch (error) {
      // On a connection that broke it is not sent, and the server undoes what it has.
      await client.query('rollback', []).catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  };
};
