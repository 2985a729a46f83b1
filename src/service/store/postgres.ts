import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../../config/startup-error.js';
import { errorReason } from '../../util/errors.js';
import { timeout } from '../../util/timeout.js';
import type { Opened } from './store.js';
import { copyStatement } from './copy-rows.js';
import { watchedDialect, type Pool, type PoolClient, type StatementLimit } from './unavailable.js';

/** Maximum number of connections. */
const CONNECTIONS = 10;
/**
 * Maximum time for a connection of the pool, new or idle, in ms. With the limit for a statement it bounds how long a
 * reachable database is not used because each connection still waits for one that was out of reach.
 */
const CONNECT_MS = 4000;
/** The server's own limit for a statement, in ms, in case that the client's did not reach it. */
const STATEMENT_MS = 30_000;
/** The idle time after which TCP asks whether the other side is there, in ms. */
const KEEP_ALIVE_MS = 10_000;
/** Maximum time to close all connections, in ms. */
const CLOSE_MS = 3000;

/**
 * int8 as a number (ids and counts stay far below 2^53); other types as in node-postgres. pglite-worker.ts has the same
 * types.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format): unknown => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/**
 * The pool without connections that were made before another one was lost: whatever lost the one, a router or a standby
 * that took over, has most likely lost the others of that time, and each would cost a whole timeout.
 */
const withoutLost = (pool: pg.Pool): Pool => {
  const madeAt = new WeakMap<pg.PoolClient, number>();
  let lostAt = -Infinity;
  pool.on('connect', (client) => {
    madeAt.set(client, performance.now());
  });
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    const made = madeAt.get(client) ?? 0;
    if (made < lostAt) {
      client.release(true);
      return connect();
    }
    return {
      query: (text, parameters) => client.query<Record<string, unknown>>(text, [...parameters]),
      copy: async (rows) => {
        await finished(client.query(copyFrom(copyStatement(rows, 'stdin'))).end(rows.text));
        return { rows: [], command: 'COPY', rowCount: null };
      },
      release: (broken) => {
        // One that was made after the loss says something new.
        if (broken !== undefined && made >= lostAt) lostAt = performance.now();
        client.release(broken);
      },
    };
  };
  return { connect, waiting: () => pool.waitingCount, end: () => pool.end() };
};

/**
 * Opens a pool of connections to a PostgreSQL.
 * @param limit the maximum time for a statement; a connection on which one takes longer is closed.
 * @param onError called if an idle connection breaks; the pool replaces it.
 * @throws StartupError if it cannot be reached.
 */
export const openPostgres = async <T>(
  databaseUrl: string,
  limit: StatementLimit,
  onError: (error: Error) => void,
): Promise<Opened<T>> => {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'email-verify',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
    // Kept, because node-postgres says goodbye to a server that no longer answers, and waits for its answer without end.
    stream: () => {
      const socket = new Socket();
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      return socket;
    },
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. An unhandled one of a connection in use would crash the process;
  // its query rejects anyway.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const end = async (ending: Promise<void>): Promise<void> => {
    await timeout(CLOSE_MS, ending).catch(() => undefined);
    for (const socket of sockets) socket.destroy();
  };
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await end(pool.end());
    throw new StartupError(`the PostgreSQL of DATABASE_URL cannot be used: ${errorReason(cause)}`, { cause });
  }
  const connections = withoutLost(pool);
  const db = new Kysely<T>({ dialect: watchedDialect(connections, limit) });
  let closed: Promise<void> | undefined;
  return {
    db,
    health: () =>
      sql`select 1`.execute(db).then(
        () => 'ok',
        () => 'unavailable',
      ),
    waiting: connections.waiting,
    freeBytes: () => Promise.resolve(null),
    close: () => (closed ??= end(db.destroy())),
  };
};
