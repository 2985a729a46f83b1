import { sql } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import { backUpBeforeUpgrade } from './backup.js';
import { migrate, schemaVersion } from './migrate.js';
import { MIGRATIONS } from './migrations.js';
import { backsUp } from './pglite-backup.js';
import { openPGlite } from './pglite.js';
import { openPostgres } from './postgres.js';
import type { Opened, Store, Tables } from './tables.js';
import { atStart, type StatementLimit } from './unavailable.js';
import { scheduleVacuum } from './vacuum.js';

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

type Bare = Opened<Tables> & Pick<Store, 'backup'>;

const openEmbedded = async ({ dataDir, onError }: StoreOptions, limit: StatementLimit): Promise<Bare> => {
  const { whileIdle, maintained, ...opened } = await openPGlite<Tables>(dataDir, limit, onError);
  const backUp = backsUp(dataDir, whileIdle);
  let backups = 0;
  const stopVacuum = scheduleVacuum(
    { db: maintained, waiting: opened.waiting, isFree: async () => backups === 0 && (await opened.health()) === 'ok' },
    onError,
  );
  return {
    ...opened,
    backup: (out) => {
      backups += 1;
      return backUp(out).finally(() => (backups -= 1));
    },
    close: () => {
      stopVacuum();
      return opened.close();
    },
  };
};

const openServer = async (databaseUrl: string, { onError }: StoreOptions, limit: StatementLimit): Promise<Bare> => ({
  ...(await openPostgres<Tables>(databaseUrl, limit, onError)),
  backup: () =>
    Promise.reject(new StartupError('with DATABASE_URL, back up that PostgreSQL by its own tools, such as pg_dump')),
});

/**
 * Opens the store and migrates its tables; an embedded one is backed up before. Only this function knows which of the two
 * databases it is.
 * @throws StartupError if it cannot be opened.
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { databaseUrl, dataDir, clock } = options;
  const limit = { ms: Infinity };
  const bare = await (databaseUrl === undefined
    ? openEmbedded(options, limit)
    : openServer(databaseUrl, options, limit));
  const { db, close } = bare;
  try {
    if (databaseUrl === undefined) {
      const version = await schemaVersion(db);
      if (version > 0 && version < MIGRATIONS.length) await backUpBeforeUpgrade(db, dataDir, version);
    }
    await migrate(db);
  } catch (error) {
    await close();
    throw atStart(error);
  }
  limit.ms = databaseUrl === undefined ? STATEMENT_MS.pglite : STATEMENT_MS.postgres;
  return {
    ...bare,
    get now() {
      return clock === undefined ? sql<Date>`now()` : sql<Date>`${clock().toISOString()}::timestamptz`;
    },
  };
};
