import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { StartupError } from '../../../config/startup-error.js';
import { errorCode } from '../../../util/errors.js';
import { scheduleCheckpoints } from './checkpoints.js';
import { ENOUGH, freeBytes, freeRoom, isLess, watchRoom, type DiskRoom, type Room } from './disk-room.js';
import { lockFolder } from './lock.js';
import { assertEnoughFiles } from './open-files.js';
import { pglitePool } from './pglite-pool.js';
import { superviseThread } from './pglite-supervisor.js';
import type { Thread } from './pglite-thread.js';
import type { Opened } from '../store.js';
import { watchedDialect, type StatementLimit } from '../unavailable.js';

/** Maximum time for a statement of maintenance, in ms. Others wait for it: a table with two million rows takes a second. */
const MAINTENANCE_MS = 600_000;
/** The size of a new database with its log, rounded up. */
const NEW: Room = { bytes: 64 * 1024 * 1024, files: 1200 };

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** The database in a data folder. */
export const databaseFolder = (dataDir: string): string => join(resolve(dataDir), 'pglite');

const prepareFolder = async (root: string): Promise<void> => {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(`DATA_DIR ${root} cannot be made or written to (${errorCode(cause)}); name another one`, {
      cause,
    });
  }
  const more = existsSync(databaseFolder(root)) ? { bytes: 0, files: 0 } : NEW;
  const needed: Room = { bytes: ENOUGH.bytes + more.bytes, files: ENOUGH.files + more.files };
  const free = await freeRoom(root);
  if (!isLess(free, needed)) return;
  const [has, needs] =
    free.bytes < needed.bytes
      ? [megabytes(free.bytes), megabytes(needed.bytes)]
      : [`${free.files} inodes`, `${needed.files}`];
  throw new StartupError(
    `the disk of DATA_DIR ${root} has ${has} free, and the database needs ${needs} to start; ` +
      'make room, or name a folder on another disk',
  );
};

/**
 * Gives a function that lets PostgreSQL itself refuse writes (SQLSTATE 25006) while the disk is nearly full. It runs when
 * nobody uses the connection, because in a transaction that fails the setting would be undone.
 */
const refuseWhenLow = (room: DiskRoom): ((thread: Thread) => Promise<void>) => {
  const refusing = new WeakSet();
  return async (thread) => {
    const low = room.wasLow();
    if (low === refusing.has(thread)) return;
    await thread.query(`set default_transaction_read_only = ${low ? 'on' : 'off'}`, []);
    if (low) refusing.add(thread);
    else refusing.delete(thread);
  };
};

/** An open embedded database. */
export interface Embedded<T> extends Opened<T> {
  /** Runs work while no statement runs. */
  whileIdle: (work: () => Promise<void>) => Promise<void>;
  /** The same database for maintenance: its statements may take longer. */
  maintained: Kysely<T>;
}

/**
 * Opens PostgreSQL in a thread of this process, stored in `dataDir`, which it locks. Commits are durable. If the thread
 * ends, as after a failure of the disk, it is started again.
 * @param limit the maximum time for a statement; a thread in which one takes longer is ended.
 * @param onError called if the thread ends or a checkpoint fails; nothing is lost.
 * @throws StartupError if the folder cannot be written to, has no room or is in use, this process may open too few files, or
 *   the database cannot be opened, as without PGlite.
 */
export const openPGlite = async <T>(
  dataDir: string,
  limit: StatementLimit,
  onError: (error: Error) => void,
): Promise<Embedded<T>> => {
  assertEnoughFiles();
  const root = resolve(dataDir);
  await prepareFolder(root);
  const release = await lockFolder(root);
  try {
    const room = watchRoom(root);
    const supervisor = await superviseThread(databaseFolder(root), room, onError);
    const pool = pglitePool(supervisor.thread, refuseWhenLow(room));
    const db = new Kysely<T>({ dialect: watchedDialect(pool, limit) });
    const stop = scheduleCheckpoints(db, supervisor, room, onError);
    const shut = async (): Promise<void> => {
      stop();
      await db.destroy();
      await supervisor.close();
      await release();
    };
    let closed: Promise<void> | undefined;
    return {
      db,
      maintained: new Kysely<T>({ dialect: watchedDialect(pool, { ms: MAINTENANCE_MS }) }),
      health: () => Promise.resolve(room.wasLow() ? 'disk full' : supervisor.failure() === null ? 'ok' : 'unavailable'),
      waiting: pool.waiting,
      freeBytes: () => freeBytes(root),
      whileIdle: async (work) => {
        const client = await pool.connect();
        await work().finally(() => {
          client.release();
        });
      },
      close: () => (closed ??= shut()),
    };
  } catch (error) {
    await release();
    throw error;
  }
};
