import fs from 'node:fs';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { StartupError } from '../../config/startup-error.js';

/** The file system hooks of PGlite's Emscripten module. They are private, so PGlite's version is pinned exactly. */
interface EmscriptenFiles {
  NODEFS?: { stream_ops?: { fsync?: (stream: { nfd: number }) => number } };
}

/** `EIO` in WASI's numbering. */
const WASI_EIO = 29;

const cannotSync = (): StartupError =>
  new StartupError(
    'this version of @electric-sql/pglite cannot be made to write to the disk safely: ' +
      'npm install @electric-sql/pglite@0.5.16, or set DATABASE_URL',
  );

/**
 * A folder as PGlite's file system, with the fsync that PGlite omits (its issue 1107). It is installed before PostgreSQL
 * starts, so that recovery is synced as well.
 */
export interface SyncedFolder {
  fs: NonNullable<PGliteOptions['fs']>;
  /** The number of syncs since the folder was opened. */
  syncs: () => number;
  /**
   * The first fsync error, if any. PostgreSQL cannot continue after it: a server would crash and recover at the next start.
   * PGlite reports the error once and hangs in the next statement, so it must not get another one.
   */
  failure: () => Error | undefined;
}

/**
 * Creates a file system for PGlite that syncs.
 * @param Files PGlite's own file system over a folder.
 * @throws StartupError, from PGlite's start, if this version of PGlite does not have the hook.
 */
export const syncedFolder = (Files: typeof NodeFS, folder: string): SyncedFolder => {
  let count = 0;
  let failure: Error | undefined;
  const fsync = ({ nfd }: { nfd: number }): number => {
    try {
      fs.fdatasyncSync(nfd);
      count += 1;
      return 0;
    } catch (cause) {
      failure = new Error('the disk failed; restart the service', { cause });
      return WASI_EIO;
    }
  };
  const files = new Files(folder);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options);
    const place = (module: EmscriptenFiles): void => {
      if (module.NODEFS?.stream_ops === undefined) throw cannotSync();
      module.NODEFS.stream_ops.fsync = fsync;
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), place] } };
  };
  return { fs: files, syncs: () => count, failure: () => failure };
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
