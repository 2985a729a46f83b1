import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { StartError } from '../start-error.js';
import { lockFolder } from './lock.js';
import { pgliteDialect } from './pglite-dialect.js';
import { assertCommitSyncs, syncedFolder, syncPath, syncTree, type SyncedFolder } from './pglite-sync.js';
import type { Opened } from './tables.js';
import { watchedDialect } from './unavailable.js';

/**
 * How often the log is folded into the tables, in ms. PostgreSQL in one process never does it by itself: the log would
 * grow for ever, and a start after a crash replays all of it (1.5 GB took 11 s).
 */
const CHECKPOINT_MS = 60_000;

/** Loaded when it is needed: the package is there for those who have no PostgreSQL. */
const loadModules = async () => {
  try {
    return await Promise.all([import('@electric-sql/pglite'), import('@electric-sql/pglite/nodefs')]);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartError(
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
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`DATA_DIR ${folder} cannot be made or written to (${code}); name another one`, { cause });
  }
};

type Modules = Awaited<ReturnType<typeof loadModules>>;

const start = async ([{ PGlite, types }, { NodeFS }]: Modules, folder: string): Promise<[PGlite, SyncedFolder]> => {
  const synced = syncedFolder(NodeFS, folder);
  const pg = new PGlite({
    fs: synced.fs,
    // Without -F: that turns fsync off.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
    // What node-postgres gives as well: see postgres.ts.
    parsers: { [types.INT8]: Number, [types.BYTEA]: (hex: string) => Buffer.from(hex.slice(2), 'hex') },
  });
  await pg.waitReady;
  return [pg, synced];
};

/**
 * Makes the database beside its place and moves it there whole: a first start that is killed leaves nothing half-made.
 * PGlite makes files that everybody may write to: nobody else may come into the folder.
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

/** Checkpoints from time to time, whenever something was written since the last one. */
const keepLogShort = <T>(db: Kysely<T>, synced: SyncedFolder, onError: (error: Error) => void): (() => void) => {
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
 * PostgreSQL in this process, kept in `dataDir`, which this process has alone. What is committed is on the disk.
 * @param onError told of a checkpoint that failed; the next one tries again, and nothing is lost.
 * @throws StartError when the folder cannot be written to or is in use, or PGlite is missing or cannot be made to sync.
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
    const db = new Kysely<T>({ dialect: watchedDialect(pgliteDialect(pg, synced.failure)) });
    const stop = keepLogShort(db, synced, onError);
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
