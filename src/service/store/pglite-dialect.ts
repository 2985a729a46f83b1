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
import { Unavailable } from './unavailable.js';

/** How long a query or a transaction may wait for its turn, in ms. */
const TURN_MS = 10_000;

/** One holder at a time, in the order of asking. */
interface Turns {
  /** @throws Error when the turn does not come within `TURN_MS`. */
  take: () => Promise<void>;
  give: () => void;
}

const createTurns = (waitMs: number): Turns => {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take: () =>
      new Promise((resolve, reject) => {
        if (!taken) {
          taken = true;
          resolve();
          return;
        }
        const grant = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(grant), 1);
          reject(new Error(`the database was busy for ${waitMs} ms`));
        }, waitMs);
        waiting.push(grant);
      }),
    give: () => {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
  };
};

/** The statements whose count of rows is one of changed rows. */
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
    throw new Error('PGlite has no cursors here: ask for the rows in pages');
  },
});

const begin = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');

/**
 * Kysely on PGlite. PGlite is one connection: whoever uses it, for one query or a whole transaction, has it alone, and
 * the others wait for their turn.
 * @param failure tells why PGlite must not be used any more, once that is so.
 * @param waitMs how long anybody waits for a turn.
 */
export const pgliteDialect = (pg: PGlite, failure: () => Error | undefined, waitMs: number = TURN_MS): Dialect => {
  const connection = connectionOf(pg, failure);
  const turns = createTurns(waitMs);
  const run = async (statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: () => turns.take().then(() => connection),
    beginTransaction: (_, settings) => run(begin(settings)),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: () => {
      turns.give();
      return Promise.resolve();
    },
    // Who opened it closes it.
    destroy: () => Promise.resolve(),
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
};
