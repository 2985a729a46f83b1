import { sql } from 'kysely';
import { migrate } from './migrate.js';
import { openPGlite } from './pglite.js';
import { openPostgres } from './postgres.js';
import type { Store, Tables } from './tables.js';
import { atStart } from './unavailable.js';

/**
 * Maximum time for a statement once the tables are migrated, in ms. On PostgreSQL, a connection whose statement takes longer
 * is taken for lost; the embedded database is ended and recovers.
 */
const STATEMENT_MS = { postgres: 4000, pglite: 30_000 };

export interface StoreOptions {
  /** The URL of a PostgreSQL; PGlite in `dataDir` if unset. */
  databaseUrl?: string;
  dataDir: string;
  /** Replaces the database's clock. */
  clock?: () => Date;
  /** Called for background failures: an idle connection of the pool, a checkpoint. */
  onError: (error: Error) => void;
}

/**
 * Opens the store and migrates its tables. Only this function knows which of the two databases it is.
 * @throws StartupError if it cannot be opened.
 */
export const openStore = async ({ databaseUrl, dataDir, clock, onError }: StoreOptions): Promise<Store> => {
  const limit = { ms: Infinity };
  const { db, health, close } = await (databaseUrl === undefined
    ? openPGlite<Tables>(dataDir, limit, onError)
    : openPostgres<Tables>(databaseUrl, limit, onError));
  try {
    await migrate(db);
    limit.ms = databaseUrl === undefined ? STATEMENT_MS.pglite : STATEMENT_MS.postgres;
  } catch (error) {
    await close();
    throw atStart(error);
  }
  return {
    db,
    health,
    get now() {
      return clock === undefined ? sql<Date>`now()` : sql<Date>`${clock().toISOString()}::timestamptz`;
    },
    close,
  };
};
