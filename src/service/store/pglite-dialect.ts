import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { createSemaphore } from '../../util/semaphore.js';
import { withTimeout } from '../../util/timeout.js';
import { Unavailable } from './unavailable.js';

/** Maximum wait of a query or a transaction for the connection, in ms. */
const MAX_WAIT_MS = 10_000;

/** The commands whose row count is the number of changed rows. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const connectionOf = (pg: PGlite, failure: () => Error | undefined): DatabaseConnection => ({
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const failed = failure();
    if (failed !== undefined) throw new Unavailable(failed, null);
    const { rows, command, rowCount } = await pg.query<R>(query.sql, [...query.parameters]);
    if (command === undefined || !CHANGES.has(command)) return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  },
  streamQuery(): never {
    throw new Error('cursors are not supported with PGlite: query the rows in pages');
  },
});

const begin = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');

/**
 * Kysely's dialect for PGlite, which is a single connection: a query or a transaction has exclusive use, and others wait.
 * @param failure returns the error after which PGlite must not be used any more, if any.
 * @param waitMs the maximum wait for the connection.
 */
export const pgliteDialect = (pg: PGlite, failure: () => Error | undefined, waitMs: number = MAX_WAIT_MS): Dialect => {
  const connection = connectionOf(pg, failure);
  const mutex = createSemaphore(1);
  let release: (() => void) | null = null;
  const run = async (statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      release = await withTimeout(waitMs, (signal) => mutex.acquire(signal)).catch(() => {
        throw new Error(`the database was busy for ${waitMs} ms`);
      });
      return connection;
    },
    beginTransaction: (_, settings) => run(begin(settings)),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: () => {
      release?.();
      return Promise.resolve();
    },
    // The caller closes PGlite.
    destroy: () => Promise.resolve(),
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
};
