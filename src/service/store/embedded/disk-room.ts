import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const MB = 1024 * 1024;

/** A number of bytes and of files. */
export interface Room {
  bytes: number;
  files: number;
}

/**
 * The low-water mark: below it the database refuses to write, so that it never meets a full disk in the middle of a
 * write, and has room to recover and to make a checkpoint.
 */
const LOW: Room = { bytes: 48 * MB, files: 50 };
/**
 * Room for a start, and to write again after the disk was low: more, so that the state does not flap, and the same for both,
 * so that a restart never helps where waiting does not.
 */
export const ENOUGH: Room = { bytes: 64 * MB, files: 100 };

/** The room on the disk of a folder. */
export interface DiskRoom {
  /** True if writes must be refused now. A file system that cannot be asked counts as one with room. */
  isLow: () => Promise<boolean>;
  /** The last answer. */
  wasLow: () => boolean;
  /** True if a file can be written: a quota, or a file system that is read-only, is seen in no figure. */
  canWrite: () => Promise<boolean>;
}

/**
 * The room that is free for this user on a folder's file system; Infinity for what is not limited or cannot be found
 * out.
 */
export const freeRoom = (folder: string): Promise<Room> =>
  statfs(folder).then(
    ({ bavail, bsize, files, ffree }) => ({ bytes: bavail * bsize, files: files > 0 ? ffree : Infinity }),
    () => ({ bytes: Infinity, files: Infinity }),
  );

/** The bytes of it. */
export const freeBytes = async (folder: string): Promise<number> => (await freeRoom(folder)).bytes;

/** True if there is less room than that. */
export const isLess = (room: Room, than: Room): boolean => room.bytes < than.bytes || room.files < than.files;

const PROBE = Buffer.alloc(64 * 1024);

const probe = async (file: string): Promise<void> => {
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(PROBE);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
};

export const watchRoom = (folder: string): DiskRoom => {
  let low = false;
  return {
    isLow: async () => (low = isLess(await freeRoom(folder), low ? ENOUGH : LOW)),
    wasLow: () => low,
    canWrite: () =>
      probe(join(folder, 'room')).then(
        () => true,
        () => false,
      ),
  };
};
