/** A small disk of its own for a test: a tmpfs, which only root can mount on Linux. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../src/util/errors.js';

export interface SmallDisk {
  folder: string;
  /** Fills the disk until `freeBytes` bytes are free. */
  fill: (freeBytes?: number) => void;
  /** Creates empty files until `freeFiles` inodes are free. */
  takeFiles: (freeFiles: number) => void;
  /** Makes the room and the inodes free again. */
  free: () => void;
  remove: () => void;
}

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** The reason why there is no small disk here; null if one can be made. */
export const noSmallDisk =
  process.platform === 'linux' && process.getuid?.() === 0 ? null : 'only root can mount a tmpfs';

/**
 * @param files the number of its inodes.
 * @throws Error if it cannot be mounted, as in a container without that right.
 */
export const makeSmallDisk = (megabytes: number, files = 5000): SmallDisk => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-disk-'));
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${files}`, 'tmpfs', folder)) {
    rmdirSync(folder);
    throw new Error('a tmpfs cannot be mounted here');
  }
  const filler = join(folder, 'filler');
  const taken = join(folder, 'taken');
  let names = 0;
  return {
    folder,
    fill: (freeBytes = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize <= freeBytes) return;
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize - freeBytes), { flag: 'a' });
      } catch (error) {
        // The tested program has written meanwhile.
        if (errorCode(error) !== 'ENOSPC') throw error;
      }
    },
    takeFiles: (freeFiles) => {
      mkdirSync(taken, { recursive: true });
      while (statfsSync(folder).ffree > freeFiles) writeFileSync(join(taken, String((names += 1))), '');
    },
    free: () => {
      rmSync(filler, { force: true });
      rmSync(taken, { recursive: true, force: true });
    },
    remove: () => {
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
