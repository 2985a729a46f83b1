import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { StartupError } from '../../../config/startup-error.js';
import { checkBackup, readBackup } from './backup.js';
import { databaseFolder, openPGlite } from '../embedded/pglite.js';
import { syncPath } from '../embedded/pglite-sync.js';
import type { Migrations } from '../migration-step.js';
import { openPostgres } from '../postgres.js';

/** The names that a killed restore or a killed process leaves in a folder. */
const LEFT_OVER = /^(?:restore\.making|lock\.[\da-f]{16}(?:\.new)?)$/;

const throwIt = (error: Error): never => {
  throw error;
};

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const keepSecret = async (dataDir: string, secret: string | undefined): Promise<void> => {
  if (secret !== undefined) await writeFile(join(dataDir, 'secret'), `${secret}\n`, { mode: 0o600, flag: 'wx' });
};

/** Restores into a new database. It has the current tables, and those of the backup may be older. */
const restoreInto = async (db: Kysely<unknown>, file: string, migrations: Migrations): Promise<void> => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await readBackup(db, file, migrations);
};

/** Restores into another folder first, which is renamed when all of it is there. */
const restoreEmbedded = async (file: string, dataDir: string, migrations: Migrations): Promise<void> => {
  const root = resolve(dataDir);
  if ((await namesIn(root)).some((name) => !LEFT_OVER.test(name)))
    throw new StartupError(`DATA_DIR ${root} is not empty; name a new folder to restore into`);
  const { secret } = await checkBackup(file, migrations);
  const making = join(root, 'restore.making');
  await rm(making, { recursive: true, force: true });
  try {
    const opened = await openPGlite<unknown>(making, { ms: Infinity }, () => undefined);
    await restoreInto(opened.db, file, migrations).finally(() => opened.close());
    await keepSecret(root, secret);
    await rename(databaseFolder(making), databaseFolder(root));
    await syncPath(root);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  await syncPath(dirname(root));
};

const restorePostgres = async (
  file: string,
  databaseUrl: string,
  dataDir: string,
  migrations: Migrations,
): Promise<void> => {
  const { secret } = await checkBackup(file, migrations);
  const { db, close } = await openPostgres<unknown>(databaseUrl, { ms: Infinity }, throwIt);
  try {
    await readBackup(db, file, migrations);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!(await namesIn(dataDir)).includes('secret')) await keepSecret(dataDir, secret);
  } finally {
    await close();
  }
};

/**
 * Restores a backup: into the PostgreSQL of `databaseUrl`, which must have no tables of email-verify, or into an embedded
 * database in `dataDir`, which must be empty. The secret of the backup, if it has one, is put into `dataDir`.
 * @throws StartupError if there is something already, or the file is no whole backup.
 */
export const restoreStore = (
  file: string,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  migrations: Migrations,
): Promise<void> =>
  databaseUrl === null
    ? restoreEmbedded(file, dataDir, migrations)
    : restorePostgres(file, databaseUrl, dataDir, migrations);
