import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { describeError } from '../service/log.js';
import { backupName, pruneBackups, writeWholeFile } from '../service/store/backup.js';
import { timeout } from '../util/timeout.js';

const DAY_MS = 86_400_000;
/** The interval at which it is examined whether a backup is due, in ms: also the one between a failure and the next try. */
const EXAMINED_MS = 3_600_000;
/** The number of backups that are kept. */
const KEPT = 14;
/** Maximum time to finish a backup at the end of the process, in ms. An unfinished one is removed by the next. */
const CLOSE_MS = 5000;
const SUFFIX = '-daily.gz';

/** The time in a backup's name, in ms; NaN if it is no daily backup. */
const timeOf = (name: string): number =>
  name.endsWith(SUFFIX)
    ? Date.parse(name.replace(/^email-verify-(.*)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-daily\.gz$/, '$1T$2:$3:$4.$5Z'))
    : NaN;

/** True if none of the backups was made in the last day. One of the future dates from a wrong clock, and does not count. */
const isDue = (names: string[], now: number): boolean =>
  !names.some((name) => {
    const age = now - timeOf(name);
    return age >= 0 && age < DAY_MS;
  });

/**
 * Makes a backup every day, and keeps the newest fourteen. One that is due at the start is made at once. A failure is an
 * error in the log, and is tried again in an hour.
 * @param folder created if missing.
 * @param backup writes a backup to a stream.
 */
export const scheduleBackups = (
  folder: string,
  backup: (out: Writable) => Promise<void>,
  log: Logger,
): { close: () => Promise<void> } => {
  const examine = async (): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = new Date();
      if (!isDue(await readdir(folder), now.getTime())) return;
      const name = `${backupName(now)}${SUFFIX}`;
      await writeWholeFile(join(folder, name), backup);
      log.info({ name }, 'a backup was made');
      await pruneBackups(folder, KEPT);
    } catch (error) {
      log.error({ error: describeError(error) }, 'the backup failed');
    }
  };
  let running = examine();
  const timer = setInterval(() => {
    running = running.then(examine);
  }, EXAMINED_MS);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await timeout(CLOSE_MS, running).catch(() => undefined);
    },
  };
};
