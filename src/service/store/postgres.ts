import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartError } from '../start-error.js';
import type { Opened } from './tables.js';
import { watchedDialect } from './unavailable.js';

/** How long a new connection or a free one of the pool is waited for, and a statement may take, in ms. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;

/** int8 as a number (ids and counts stay far below 2^53); all else as node-postgres has it: see pglite.ts. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format): unknown => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/** What went wrong, without the URL: there may be a password in it. */
const reason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || String(code);
};

/**
 * A pool of connections to a PostgreSQL.
 * @param onError told of connections that break while nobody uses them; the pool replaces them by itself.
 * @throws StartError when it cannot be reached.
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
  // The pool listens to idle connections alone. One that breaks while it is in use would end the process: who uses it is told anyhow.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new StartError(`the PostgreSQL of DATABASE_URL cannot be used: ${reason(cause)}`, { cause });
  }
  const db = new Kysely<T>({ dialect: watchedDialect(new PostgresDialect({ pool })) });
  return { db, close: () => db.destroy() };
};
