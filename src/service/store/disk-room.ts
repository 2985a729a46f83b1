import { statfs } from 'node:fs/promises';

/**
 * The low-water mark, in bytes: below it the database refuses to write, so that it never meets a full disk in the middle of
 * a write, and has room to recover and to make a checkpoint.
 */
export const LOW_BYTES = 64 * 1024 * 1024;
/** Added to the mark before writes are accepted again, so that the state does not flap. */
const AGAIN_BYTES = LOW_BYTES / 4;

/** The room on the disk of a folder. */
export interface DiskRoom {
  /** True if writes must be refused now. A file system that cannot be asked counts as one with room. */
  isLow: () => Promise<boolean>;
  /** The last answer. */
  wasLow: () => boolean;
}

/** The bytes of a folder's file system that are free for this user; Infinity if that cannot be found out. */
export const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );

export const watchRoom = (folder: string): DiskRoom => {
  let low = false;
  return {
    isLow: async () => (low = (await freeBytes(folder)) < LOW_BYTES + (low ? AGAIN_BYTES : 0)),
    wasLow: () => low,
  };
};
