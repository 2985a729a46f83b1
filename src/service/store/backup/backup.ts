import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { StartupError } from '../../../config/startup-error.js';
import { errorCode } from '../../../util/errors.js';
import type { Migrations } from '../migration-step.js';
import { checkLines, dump, load, type BackupHeader } from './dump.js';
import { syncPath } from '../embedded/pglite-sync.js';

/** The longest line that is read, in characters: a row of the database. */
const MAX_LINE = 64 * 1024 * 1024;

/** The secret that a data folder keeps; undefined if it keeps none. */
const keptSecretOf = (dataDir: string): Promise<string | undefined> =>
  readFile(join(dataDir, 'secret'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

/**
 * Writes a backup of a database, compressed, and ends the stream. Nobody else should need the connection meanwhile.
 * @param dataDir the folder whose secret goes into the backup.
 */
export const writeBackup = async <T>(db: Kysely<T>, dataDir: string, out: Writable): Promise<void> => {
  const gzip = createGzip();
  const written = pipeline(gzip, out);
  // Awaited below; it may fail before.
  written.catch(() => undefined);
  try {
    await dump(db, await keptSecretOf(dataDir), async (line) => {
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
    });
    gzip.end();
  } catch (error) {
    gzip.destroy(error as Error);
  }
  await written;
};

/**
 * Writes a file that nobody else can read: under another name until it is whole and on the disk.
 * @throws StartupError if the file exists, or cannot be made.
 */
export const writeWholeFile = async (file: string, write: (out: Writable) => Promise<void>): Promise<void> => {
  const path = resolve(file);
  const making = `${path}.making`;
  const exists = await open(path, 'r').then(
    (handle) => handle.close().then(() => true),
    () => false,
  );
  if (exists) throw new StartupError(`${path} exists; name another file`);
  let handle: FileHandle;
  try {
    await rm(making, { force: true });
    handle = await open(making, 'wx', 0o600);
  } catch (cause) {
    throw new StartupError(`${path} cannot be written (${errorCode(cause)}); name another file`, { cause });
  }
  const out = handle.createWriteStream({ flush: true });
  try {
    await write(out);
    await rename(making, path);
    await syncPath(dirname(path));
  } catch (error) {
    out.destroy();
    await rm(making, { force: true });
    throw error;
  }
};

/**
 * Makes a backup before an upgrade, in the folder `backups` of the data folder, and keeps the newest three.
 * @param version the version of the tables before the upgrade.
 */
export const backUpBeforeUpgrade = async <T>(db: Kysely<T>, dataDir: string, version: number): Promise<void> => {
  const folder = join(resolve(dataDir), 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${backupName(new Date())}-before-upgrade-of-${version}.gz`;
  await writeWholeFile(join(folder, name), (out) => writeBackup(db, dataDir, out));
  await pruneBackups(folder, 3);
};

/** The beginning of a backup's name, by which backups sort. */
export const backupName = (time: Date): string => `email-verify-${time.toISOString().replace(/[:.]/g, '-')}`;

/** Removes all backups in a folder but the newest, and those that a killed process left unfinished. */
export const pruneBackups = async (folder: string, keep: number): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith('email-verify-')).sort();
  const whole = names.filter((name) => name.endsWith('.gz'));
  const unfinished = names.filter((name) => name.endsWith('.gz.making'));
  for (const name of [...unfinished, ...whole.slice(0, -keep)]) await rm(join(folder, name), { force: true });
};

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new StartupError('the backup has a line that is too long; use another one');
    yield* lines;
  }
}

const readLines = async (
  file: string,
  use: (lines: AsyncGenerator<string, undefined>) => Promise<void>,
): Promise<void> => {
  try {
    await pipeline(createReadStream(file), createGunzip(), (chunks: AsyncIterable<Buffer>) => use(linesOf(chunks)));
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code.startsWith('Z_')) throw new StartupError(`${file} is no whole backup (${code}); use another one`);
    if (/^E[A-Z]+$/.test(code)) throw new StartupError(`${file} cannot be read (${code}); name another file`);
    throw error;
  }
};

/**
 * Reads a backup whole, and checks that it is whole.
 * @returns its header.
 * @throws StartupError if the file cannot be read or is no whole backup, or one of a newer program.
 */
export const checkBackup = async (file: string, migrations: Migrations): Promise<BackupHeader> => {
  const headers: BackupHeader[] = [];
  await readLines(file, async (lines) => {
    headers.push(await checkLines(lines, migrations));
  });
  const [header] = headers;
  if (header === undefined) throw new StartupError(`${file} is no backup; use another one`);
  return header;
};

/**
 * Reads a backup into a database without tables: all of it or nothing.
 * @throws StartupError if the file is no whole backup, or the database has tables.
 */
export const readBackup = <T>(db: Kysely<T>, file: string, migrations: Migrations): Promise<void> =>
  readLines(file, (lines) => load(db, lines, migrations));
