import fs from 'node:fs';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { StartupError } from '../../../config/startup-error.js';
import { errorCode } from '../../../util/errors.js';
import { mendFailedFiles, shortageOf, type EmscriptenFiles } from './pglite-files.js';

/** The folder of the write-ahead log. */
const LOG_FOLDER = 'pg_wal';
/** `EIO` in WASI's numbering. */
const WASI_EIO = 29;

const cannotSync = (): StartupError =>
  new StartupError(
    'this version of @electric-sql/pglite cannot be made to write to the disk safely: take the one that the package.json of email-verify-server names, or set DATABASE_URL to a PostgreSQL',
  );

/**
 * A folder as PGlite's file system, with the fsync that PGlite omits (its issue 1107). It is installed before PostgreSQL
 * starts, so that recovery is synced as well.
 */
export interface SyncedFolder {
  fs: NonNullable<PGliteOptions['fs']>;
  /** The number of syncs since the folder was opened. */
  syncs: () => number;
  /** The number of bytes that were written to the write-ahead log since the folder was opened. */
  logged: () => number;
  /**
   * The code of the last failure for lack of room, descriptors and the like, such as `ENOSPC`; undefined if there was
   * none.
   */
  shortage: () => string | undefined;
}

/**
 * Creates a file system for PGlite that syncs.
 * @param Files PGlite's own file system over a folder.
 * @param onFailure called when a write or a sync failed, as on a full disk. PostgreSQL cannot continue after it: a server
 *   would crash, and recover at its next start. PGlite reports the error once and may hang in its next step.
 * @param onUse called at each read, write and sync.
 * @throws StartupError, from PGlite's start, if this version of PGlite does not have the hook.
 */
export const syncedFolder = (
  Files: typeof NodeFS,
  folder: string,
  onFailure: (error: Error) => void,
  onUse: () => void = () => undefined,
): SyncedFolder => {
  let [count, logged] = [0, 0];
  let shortage: string | undefined;
  const noteShortage = (error: unknown): void => {
    shortage = shortageOf(error) ?? shortage;
  };
  const fsync = ({ nfd }: { nfd: number }): number => {
    onUse();
    try {
      fs.fdatasyncSync(nfd);
      count += 1;
      return 0;
    } catch (error) {
      shortage = errorCode(error);
      onFailure(error as Error);
      return WASI_EIO;
    }
  };
  const files = new Files(folder);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options);
    const place = ({ NODEFS, FS }: EmscriptenFiles): void => {
      if (NODEFS === undefined || FS === undefined) throw cannotSync();
      mendFailedFiles({ NODEFS, FS }, noteShortage);
      const { read, write } = NODEFS.stream_ops;
      NODEFS.stream_ops.fsync = fsync;
      NODEFS.stream_ops.read = (...parameters) => {
        onUse();
        return read(...parameters);
      };
      NODEFS.stream_ops.write = (stream, ...parameters) => {
        onUse();
        try {
          const bytes = write(stream, ...parameters);
          if (stream.node.parent.name === LOG_FOLDER) logged += bytes;
          return bytes;
        } catch (error) {
          noteShortage(error);
          const code = shortageOf(error);
          const failed = new Error(`a write to the disk failed (${code ?? 'unknown'})`, { cause: error });
          onFailure(Object.assign(failed, code !== undefined && { code }));
          throw error;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), place] } };
  };
  return { fs: files, syncs: () => count, logged: () => logged, shortage: () => shortage };
};

/**
 * Checks that a commit is synced, by making one and counting the syncs.
 * @throws StartupError if it is not.
 */
export const assertCommitSyncs = async (pg: PGlite, folder: Pick<SyncedFolder, 'syncs'>): Promise<void> => {
  const before = folder.syncs();
  await pg.query(`select pg_logical_emit_message(true, 'email-verify', '')`);
  if (folder.syncs() === before) throw cannotSync();
};

/** Syncs every file and folder below a folder: PGlite's `initdb` writes a thousand files and syncs none. */
export const syncTree = async (folder: string): Promise<void> => {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncPath(path);
  }
  await syncPath(folder);
};

/** Syncs one file, or one folder's entries. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await fs.promises.open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
