import { sql } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import { backUpBeforeUpgrade } from './backup/backup.js';
import { migrate, schemaVersion } from './migrate.js';
import type { Migrations } from './migration-step.js';
import type { Opened, Store } from './store.js';
import { backsUp } from './backup/pglite-backup.js';
import { openPGlite } from './embedded/pglite.js';
import { atStart, type StatementLimit } from './unavailable.js';
import { scheduleVacuum } from './embedded/vacuum.js';

/** By default. The embedded database takes longer to start again than a connection. */
const STATEMENT_MS = { postgres: 4000, pglite: 30_000 };

export interface StoreOptions {
  /** The URL of a PostgreSQL; PGlite in `dataDir` if unset. */
  databaseUrl?: string;
  dataDir: string;
  /** Replaces the database's clock. */
  clock?: () => Date;
  /**
   * Maximum time for a statement once the tables are migrated, in ms; by default 4 s, and 30 s for PGlite. On PostgreSQL, a
   * connection whose statement takes longer is taken for lost; the embedded database is ended and recovers.
   */
  statementMs?: number | undefined;
  /** Called for background failures: an idle connection of the pool, a checkpoint. */
  onError: (error: Error) => void;
}

type Bare<T> = Opened<T> & Pick<Store<T>, 'backup'>;

const openEmbedded = async <T>({ dataDir, onError }: StoreOptions, limit: StatementLimit): Promise<Bare<T>> => {
  const { whileIdle, maintained, ...opened } = await openPGlite<T>(dataDir, limit, onError);
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

const openServer = async <T>(
  databaseUrl: string,
  { onError }: StoreOptions,
  limit: StatementLimit,
): Promise<Bare<T>> => {
  const { openPostgres } = await import('./postgres.js');
  return {
    ...(await openPostgres<T>(databaseUrl, limit, onError)),
    backup: () =>
      Promise.reject(new StartupError('with DATABASE_URL, back up that PostgreSQL by its own tools, such as pg_dump')),
  };
};

/**
 * Opens the store and migrates its tables; an embedded one is backed up before. Only this function knows which of the two
 * databases it is.
 * @throws StartupError if it cannot be opened.
 */
export const open = async <T>(options: StoreOptions, migrations: Migrations): Promise<Store<T>> => {
  const { databaseUrl, dataDir, clock, statementMs } = options;
  const limit = { ms: Infinity };
  const bare = await (databaseUrl === undefined
    ? openEmbedded<T>(options, limit)
    : openServer<T>(databaseUrl, options, limit));
  const { db, close } = bare;
  try {
    if (databaseUrl === undefined) {
      const version = await schemaVersion(db);
      if (version > 0 && version < migrations.length) await backUpBeforeUpgrade(db, dataDir, version);
    }
    await migrate(db, migrations);
  } catch (error) {
    await close();
    throw atStart(error);
  }
  limit.ms = statementMs ?? (databaseUrl === undefined ? STATEMENT_MS.pglite : STATEMENT_MS.postgres);
  return {
    ...bare,
    get now() {
      return clock === undefined ? sql<Date>`now()` : sql<Date>`${clock().toISOString()}::timestamptz`;
    },
  };
};
