import { readFileSync } from 'node:fs';
import { StartupError } from '../../../config/startup-error.js';

/**
 * The fewest open files with which a process with an embedded database starts: some 30 of its own, 64 of PostgreSQL,
 * the rest for connections.
 */
const FEWEST = 128;
/** The share of all open files that PostgreSQL may use, within the least it accepts and the most that helps. */
const SHARE = { of: 4, least: 64, most: 250 };

/** The number of files that this process may open; Infinity where it cannot be found out. */
const openFilesLimit = (): number => {
  try {
    const [, soft = ''] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === '' ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
};

/** @throws StartupError if this process may open too few files: it would start, and take no connection. */
export const assertEnoughFiles = (limit = openFilesLimit()): void => {
  if (limit < FEWEST)
    throw new StartupError(
      `this process may open only ${limit} files, and needs ${FEWEST} to start; raise its limit, such as by ulimit -n 4096`,
    );
};

/** The number of files that PostgreSQL keeps open: without a bound it takes a thousand, and leaves none for connections. */
export const filesOfPostgres = (limit = openFilesLimit()): number =>
  Math.min(SHARE.most, Math.max(SHARE.least, Math.floor(limit / SHARE.of)));
