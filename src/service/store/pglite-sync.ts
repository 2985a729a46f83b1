import fs from 'node:fs';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { StartupError } from '../../config/startup-error.js';
import { PGLITE_WAYS_ON } from './pglite-package.js';

interface StreamOperations {
  fsync?: (stream: { nfd: number }) => number;
  write: (...parameters: unknown[]) => number;
}

/** The file system hooks of PGlite's Emscripten module. They are private, so PGlite's version is pinned exactly. */
interface EmscriptenFiles {
  NODEFS?: { stream_ops?: StreamOperations };
}

/** `EIO` in WASI's numbering. */
const WASI_EIO = 29;

const cannotSync = (): StartupError =>
  new StartupError(
    `this version of @electric-sql/pglite cannot be made to write to the disk safely: ${PGLITE_WAYS_ON}`,
  );

/**
 * A folder as PGlite's file system, with the fsync that PGlite omits (its issue 1107). It is installed before PostgreSQL
 * starts, so that recovery is synced as well.
 */
export interface SyncedFolder {
  fs: NonNullable<PGliteOptions['fs']>;
  /** The number of syncs since the folder was opened. */
  syncs: () => number;
}

/**
 * Creates a file system for PGlite that syncs.
 * @param Files PGlite's own file system over a folder.
 * @param onFailure called when a write or a sync failed, as on a full disk. PostgreSQL cannot continue after it: a server
 *   would crash, and recover at its next start. PGlite reports the error once and may hang in its next step.
 * @throws StartupError, from PGlite's start, if this version of PGlite does not have the hook.
 */
export const syncedFolder = (Files: typeof NodeFS, folder: string, onFailure: (error: Error) => void): SyncedFolder => {
  let count = 0;
  const fsync = ({ nfd }: { nfd: number }): number => {
    try {
      fs.fdatasyncSync(nfd);
      count += 1;
      return 0;
    } catch (error) {
      onFailure(error as Error);
      return WASI_EIO;
    }
  };
  const files = new Files(folder);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options);
    const place = (module: EmscriptenFiles): void => {
      const operations = module.NODEFS?.stream_ops;
      if (operations === undefined) throw cannotSync();
      const { write } = operations;
      operations.fsync = fsync;
      operations.write = (...parameters) => {
        try {
          return write(...parameters);
        } catch (error) {
          onFailure(new Error('a write to the disk failed', { cause: error }));
          throw error;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), place] } };
  };
  return { fs: files, syncs: () => count };
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
