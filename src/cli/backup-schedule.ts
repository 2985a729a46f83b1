import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { Service } from '../service/index.js';
import { describeError } from '../service/monitoring/log.js';
import { backupName, pruneBackups, writeWholeFile } from '../service/store/backup/backup.js';
import { timeout } from '../util/timeout.js';

const DAY_MS = 86_400_000;
/** The interval of the checks for a due backup, in ms; also the delay between a failure and the next try. */
const EXAMINED_MS = 3_600_000;
/** The number of backups that are kept. */
const KEPT = 14;
/** Maximum time to finish a backup at the end of the process, in ms. The next backup removes an unfinished one. */
const CLOSE_MS = 5000;
const SUFFIX = '-daily.gz';

/** The time in a backup's name, in ms; NaN if it is not a daily backup. */
const timeOf = (name: string): number =>
  name.endsWith(SUFFIX)
    ? Date.parse(name.replace(/^email-verify-(.*)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-daily\.gz$/, '$1T$2:$3:$4.$5Z'))
    : NaN;

/**
 * The time of the newest backup, in ms; 0 without one. A backup from the future was made with a wrong clock, and does
 * not count.
 */
const newestOf = (names: string[], now: number): number =>
  Math.max(0, ...names.map(timeOf).filter((time) => time <= now));

/** The state of the daily backups. */
export interface BackupState {
  /** The time of the newest one, in ms since 1970; 0 without one. */
  newestMs: number;
  /** Number of failures since the process started. */
  failures: number;
}

/**
 * Makes a backup every day, and keeps the newest fourteen. A backup that is due at the start is made at once. A failure
 * is logged as an error, and tried again in an hour.
 * @param folder created if missing.
 * @param backup writes a backup, in parts.
 */
export const scheduleBackups = (
  folder: string,
  backup: Service['backup'],
  log: Logger,
): { state: () => BackupState; close: () => Promise<void> } => {
  const state = { newestMs: 0, failures: 0 };
  const examine = async (): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = new Date();
      state.newestMs = newestOf(await readdir(folder), now.getTime());
      if (now.getTime() - state.newestMs < DAY_MS) return;
      const name = `${backupName(now)}${SUFFIX}`;
      await writeWholeFile(join(folder, name), (out) => pipeline(backup(), out));
      state.newestMs = now.getTime();
      log.info({ name }, 'a backup was made');
      await pruneBackups(folder, KEPT);
    } catch (error) {
      state.failures += 1;
      log.error({ error: describeError(error) }, 'the backup failed');
    }
  };
  let running = examine();
  const timer = setInterval(() => {
    running = running.then(examine);
  }, EXAMINED_MS);
  timer.unref();
  return {
    state: () => state,
    close: async () => {
      clearInterval(timer);
      await timeout(CLOSE_MS, running).catch(() => undefined);
    },
  };
};
