import { Kysely } from 'kysely';
import pg from 'pg';
import { StartupError } from '../../config/startup-error.js';
import { errorReason } from '../../util/errors.js';
import type { Opened } from './tables.js';
import { watchedDialect } from './unavailable.js';

/** Timeouts in ms: for a connection of the pool, new or idle, and for a statement. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;

/** int8 as a number (ids and counts stay far below 2^53); other types as in node-postgres. pglite.ts has the same types. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format): unknown => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/**
 * Opens a pool of connections to a PostgreSQL.
 * @param onError called if an idle connection breaks; the pool replaces it.
 * @throws StartupError if it cannot be reached.
 */
export const openPostgres = async <T>(databaseUrl: string, onError: (error: Error) => void): Promise<Opened<T>> => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'email-verify',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    types,
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. An unhandled one of a connection in use would crash the process; its query rejects anyway.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new StartupError(`the PostgreSQL of DATABASE_URL cannot be used: ${errorReason(cause)}`, { cause });
  }
  const db = new Kysely<T>({ dialect: watchedDialect(pool) });
  return { db, close: () => db.destroy() };
};
