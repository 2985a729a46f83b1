import { sql } from 'kysely';
import { migrate } from './migrate.js';
import { openPGlite } from './pglite.js';
import { openPostgres } from './postgres.js';
import type { Store, Tables } from './tables.js';
import { atStart } from './unavailable.js';

export interface StoreOptions {
  /** A PostgreSQL; PGlite in `dataDir` when unset. */
  databaseUrl?: string;
  dataDir: string;
  /** Tells the time instead of the database. */
  clock?: () => Date;
  /** Told of what fails while nobody waits for it: a connection of the pool, a checkpoint. */
  onError: (error: Error) => void;
}

/**
 * Opens the store and brings its tables to the present form. This is the one place that knows which of the two it is.
 * @throws StartError when it cannot be opened.
 */
export const openStore = async ({ databaseUrl, dataDir, clock, onError }: StoreOptions): Promise<Store> => {
  const { db, close } = await (databaseUrl === undefined
    ? openPGlite<Tables>(dataDir, onError)
    : openPostgres<Tables>(databaseUrl, onError));
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw atStart(error);
  }
  return {
    db,
    get now() {
      return clock === undefined ? sql<Date>`now()` : sql<Date>`${clock().toISOString()}::timestamptz`;
    },
    close,
  };
};
