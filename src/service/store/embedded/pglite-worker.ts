/**
 * The thread of the embedded database. It opens the folder that it is given, creates the database if there is none, and
 * answers one statement at a time. PGlite is synchronous: on the main thread, every statement and every sync of the disk
 * would stop all that the process serves.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { StartupError } from '../../../config/startup-error.js';
import { errorCode, errorReason } from '../../../util/errors.js';
import { unpackNewDatabase } from './new-database.js';
import { filesOfPostgres } from './open-files.js';
import { toPlain, type Notice, type Reply, type Request, type WorkerData } from './pglite-messages.js';
import { assertCommitSyncs, syncedFolder, syncPath, syncTree, type SyncedFolder } from './pglite-sync.js';

const tell = (message: Reply | Notice): void => {
  parentPort?.postMessage(message);
};

/** Posted at once, and delivered even if PostgreSQL then hangs in its next step: the other thread ends this one. */
const onDiskFailure = (error: Error): void => {
  tell({ notice: 'failed', error: toPlain(error) });
};

/** The folder of the database, and the counter that the other thread reads. */
const { folder: given, steps } = workerData as WorkerData;

const onUse = (): void => {
  Atomics.add(steps, 0, 1);
};

const FATAL = /\b(?:FATAL|PANIC): +(.+)/;

const start = async (folder: string): Promise<[PGlite, SyncedFolder]> => {
  // Only this process uses the folder, which is locked. A full disk or a `kill -9` leaves an empty file, with which
  // PostgreSQL never starts again.
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  const synced = syncedFolder(NodeFS, folder, onDiskFailure, onUse);
  let fatal: string | undefined;
  const pg = new PGlite({
    fs: synced.fs,
    onStderr: (line) => {
      fatal = FATAL.exec(line)?.[1] ?? fatal;
      return true;
    },
    // Without -F, which turns fsync off.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
      ...['-c', `max_files_per_process=${filesOfPostgres()}`],
    ],
    // The same types as in postgres.ts, but for bytea, which crosses as text: pglite-thread.ts reads it.
    parsers: { [types.INT8]: Number, [types.BYTEA]: (hex: string) => hex },
  });
  try {
    await pg.waitReady;
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    const code = errorCode(cause) ?? synced.shortage();
    // PGlite itself says only that it failed.
    const error = new Error(fatal ?? errorReason(cause), { cause });
    throw Object.assign(error, code !== undefined && { code });
  }
  return [pg, synced];
};

/**
 * Creates the database in a temporary folder and renames it, so that a killed first start leaves no partial database. The
 * folder has mode 700, because PGlite's files are world-writable.
 */
const create = async (folder: string): Promise<void> => {
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  if (!(await unpackNewDatabase(new URL('new-database.br', import.meta.url), making))) {
    // PGlite makes one by itself, which takes longer.
    const [pg] = await start(making);
    await pg.close();
  }
  await syncTree(making);
  renameSync(making, folder);
  await syncPath(join(folder, '..'));
};

const open = async (folder: string): Promise<[PGlite, SyncedFolder]> => {
  if (!existsSync(folder)) await create(folder);
  const [pg, synced] = await start(folder);
  await assertCommitSyncs(pg, synced);
  return [pg, synced];
};

const answer = async (
  pg: PGlite,
  { id, statement }: Request,
): Promise<Pick<Reply, 'id'> & Partial<Omit<Reply, 'id'>>> => {
  try {
    if (statement === null) {
      await pg.close();
      return { id };
    }
    const { text, parameters, copied } = statement;
    const options = copied && { blob: new Blob([copied as Uint8Array<ArrayBuffer>]) };
    return { id, result: await pg.query<Record<string, unknown>>(text, parameters, options) };
  } catch (error) {
    return { id, error: toPlain(error) };
  }
};

try {
  const [pg, synced] = await open(given);
  parentPort?.on('message', (request: Request) => {
    void answer(pg, request).then((reply) => {
      tell({ ...reply, syncs: synced.syncs(), logged: synced.logged() });
      if (request.statement === null) parentPort?.close();
    });
  });
  tell({ notice: 'open' });
} catch (error) {
  tell({ notice: 'failed', error: toPlain(error) });
}
