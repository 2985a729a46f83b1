import { constants } from 'node:fs';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { writeBackup } from './backup.js';
import { ENOUGH, freeBytes } from '../embedded/disk-room.js';
import { databaseFolder, openPGlite } from '../embedded/pglite.js';

const sizeOf = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
};

/**
 * Makes backups of an embedded database in use, one at a time: its files are copied while no statement runs, which takes a
 * moment, and rows are read from the copy, which takes longer. The copy is a database that was killed, and recovers.
 * @param whileIdle runs work while no statement runs.
 * @returns a function that writes a backup to a stream and ends it. It throws if the disk has no room for the copy.
 */
export const backsUp = (
  dataDir: string,
  whileIdle: (work: () => Promise<void>) => Promise<void>,
): ((out: Writable) => Promise<void>) => {
  const from = databaseFolder(dataDir);
  const making = join(resolve(dataDir), 'backup.making');
  const make = async (out: Writable): Promise<void> => {
    await rm(making, { recursive: true, force: true });
    if ((await freeBytes(dataDir)) < (await sizeOf(from)) + 2 * ENOUGH.bytes)
      throw new Error('the disk of DATA_DIR has no room for the copy that a backup is made from');
    await mkdir(making, { mode: 0o700 });
    try {
      await whileIdle(() => cp(from, databaseFolder(making), { recursive: true, mode: constants.COPYFILE_FICLONE }));
      const copy = await openPGlite<unknown>(making, { ms: Infinity }, () => undefined);
      try {
        await writeBackup(copy.db, dataDir, out);
      } finally {
        await copy.close();
      }
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  };
  // That of a process that was killed.
  let last: Promise<void> = rm(making, { recursive: true, force: true });
  return (out) => (last = last.catch(() => undefined).then(() => make(out)));
};
