import fs from 'node:fs';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { StartupError } from '../../config/startup-error.js';

/** What PGlite's Emscripten module shows of its file system: private names, hence the exact pin of its version. */
interface EmscriptenFiles {
  NODEFS?: { stream_ops?: { fsync?: (stream: { nfd: number }) => number } };
}

/** `EIO` as WASI counts it. */
const WASI_EIO = 29;

const cannotSync = (): StartupError =>
  new StartupError(
    'this version of @electric-sql/pglite cannot be made to write to the disk safely: ' +
      'npm install @electric-sql/pglite@0.5.16, or set DATABASE_URL',
  );

/**
 * A folder on the disk as PGlite's file system, with the one call that PGlite leaves out (its issue 1107): what
 * PostgreSQL asks to be synced, is. It is in place before PostgreSQL starts, so that recovery is synced as well.
 */
export interface SyncedFolder {
  fs: NonNullable<PGliteOptions['fs']>;
  /** How often a file was synced since it was opened. */
  syncs: () => number;
  /**
   * Why the disk refused a sync, once it did. PostgreSQL then cannot go on: as a server it would end itself and recover at
   * its next start; PGlite reports an error once and hangs in the next statement. So it must not be given another one.
   */
  failure: () => Error | undefined;
}

/**
 * @param Files PGlite's own file system over a folder.
 * @throws StartupError, out of PGlite's start, when the hook has no place in this version of PGlite.
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
      failure = new Error('the disk failed; the service has to be started again', { cause });
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
 * Makes sure that a commit reaches the disk, by making one and counting.
 * @throws StartupError when it does not.
 */
export const assertCommitSyncs = async (pg: PGlite, folder: Pick<SyncedFolder, 'syncs'>): Promise<void> => {
  const before = folder.syncs();
  await pg.query(`select pg_logical_emit_message(true, 'email-verify', '')`);
  if (folder.syncs() === before) throw cannotSync();
};

/** Syncs every file and folder below a folder: PGlite's `initdb` writes a thousand of them and syncs none. */
export const syncTree = async (folder: string): Promise<void> => {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncPath(path);
  }
  await syncPath(folder);
};

/** Syncs one file, or the names in one folder. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await fs.promises.open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
