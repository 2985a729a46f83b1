import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import { errorCode } from '../../util/errors.js';
import { lockFolder } from './lock.js';
import { pglitePool } from './pglite-pool.js';
import { assertCommitSyncs, syncedFolder, syncPath, syncTree, type SyncedFolder } from './pglite-sync.js';
import type { Opened } from './tables.js';
import { watchedDialect } from './unavailable.js';

/**
 * The interval between checkpoints, in ms. PGlite makes none by itself: the write-ahead log would grow without limit, and a
 * start after a crash replays all of it (1.5 GB took 11 s).
 */
const CHECKPOINT_MS = 60_000;

/** Loads PGlite, an optional dependency that is not needed with PostgreSQL. */
const loadModules = async () => {
  try {
    return await Promise.all([import('@electric-sql/pglite'), import('@electric-sql/pglite/nodefs')]);
  } catch (cause) {
    if (errorCode(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartupError(
      'the embedded database is not installed: npm install @electric-sql/pglite@0.5.16, or set DATABASE_URL',
      { cause },
    );
  }
};

const prepareFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(`DATA_DIR ${folder} cannot be made or written to (${errorCode(cause)}); name another one`, {
      cause,
    });
  }
};

type Modules = Awaited<ReturnType<typeof loadModules>>;

const start = async ([{ PGlite, types }, { NodeFS }]: Modules, folder: string): Promise<[PGlite, SyncedFolder]> => {
  const synced = syncedFolder(NodeFS, folder);
  const pg = new PGlite({
    fs: synced.fs,
    // Without -F, which turns fsync off.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
    // The same types as in postgres.ts.
    parsers: { [types.INT8]: Number, [types.BYTEA]: (hex: string) => Buffer.from(hex.slice(2), 'hex') },
  });
  await pg.waitReady;
  return [pg, synced];
};

/**
 * Creates the database in a temporary folder and renames it, so that a killed first start leaves no partial database. The
 * folder has mode 700, because PGlite's files are world-writable.
 */
const create = async (modules: Modules, folder: string): Promise<void> => {
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  const [pg] = await start(modules, making);
  await pg.close();
  await syncTree(making);
  renameSync(making, folder);
  await syncPath(join(folder, '..'));
};

/** Makes a checkpoint at each interval in which something was written. */
const makeCheckpoints = <T>(db: Kysely<T>, synced: SyncedFolder, onError: (error: Error) => void): (() => void) => {
  let seen = synced.syncs();
  const checkpoint = async (): Promise<void> => {
    await sql`checkpoint`.execute(db);
    seen = synced.syncs();
  };
  const timer = setInterval(() => {
    if (synced.syncs() !== seen) checkpoint().catch(onError);
  }, CHECKPOINT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
};

/**
 * Opens PostgreSQL in this process, stored in `dataDir`, which it locks. Commits are durable.
 * @param onError called if a checkpoint fails; the next one tries again, and nothing is lost.
 * @throws StartupError if the folder cannot be written to or is in use, or PGlite is missing or cannot be made to sync.
 */
export const openPGlite = async <T>(dataDir: string, onError: (error: Error) => void): Promise<Opened<T>> => {
  const root = resolve(dataDir);
  prepareFolder(root);
  const release = await lockFolder(root);
  try {
    const modules = await loadModules();
    const folder = join(root, 'pglite');
    if (!existsSync(folder)) await create(modules, folder);
    const [pg, synced] = await start(modules, folder);
    await assertCommitSyncs(pg, synced);
    const db = new Kysely<T>({ dialect: watchedDialect(pglitePool(pg, synced.failure)) });
    const stop = makeCheckpoints(db, synced, onError);
    const shut = async (): Promise<void> => {
      stop();
      await db.destroy();
      if (synced.failure() === undefined) await pg.close();
      await release();
    };
    let closed: Promise<void> | undefined;
    return { db, close: () => (closed ??= shut()) };
  } catch (error) {
    await release();
    throw error;
  }
};
