import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import { StartupError } from '../config/startup-error.js';
import { problemResponse, type Problem } from '../protocol/index.js';
import type { Service } from '../service/index.js';
import { writeBackup, writeWholeFile } from '../service/store/backup/backup.js';
import { openPGlite } from '../service/store/embedded/pglite.js';
import { errorReason } from '../util/errors.js';
import { PROGRAM, readArguments } from './arguments.js';
import { askControl } from './control-socket.js';
import type { ServeSettings } from './serve-settings.js';

/** The command's name on the control socket. */
export const BACKUP = 'backup';

/** The one argument of a command. */
export const fileOf = (args: string[], command: string): string => {
  const [file, ...rest] = readArguments(command, args, {}, true).positionals;
  if (file === undefined || rest.length > 0) throw new StartupError(`Name one file: ${PROGRAM} ${command} FILE`);
  return file;
};

/**
 * Answers the command `backup` of another process; see control-socket.ts. A failure after the first bytes aborts the
 * response.
 */
export const answerBackup = async (service: Service, onError: (error: unknown) => void): Promise<Response> => {
  const stream = Readable.from(service.backup()).on('error', onError);
  try {
    await once(stream, 'readable');
  } catch (error) {
    return problemResponse('unavailable', `The backup failed: ${errorReason(error)}`);
  }
  return new Response(Readable.toWeb(stream) as ReadableStream);
};

/**
 * `email-verify-server backup FILE`: writes a backup of the embedded store. If a service runs on it, that service makes
 * the backup.
 * @throws StartupError if the store is a PostgreSQL, the file exists, or the service could not make the backup.
 */
export const backup = async (
  args: string[],
  { databaseUrl, dataDir }: Pick<ServeSettings, 'databaseUrl' | 'dataDir'>,
  print: (line: string) => void,
): Promise<void> => {
  const file = fileOf(args, BACKUP);
  if (databaseUrl !== null)
    throw new StartupError('DATABASE_URL is set: back up that PostgreSQL by its own tools, such as pg_dump.');
  await writeWholeFile(file, async (out) => {
    const response = await askControl(dataDir, BACKUP);
    if (response === null) {
      const { db, close } = await openPGlite<unknown>(dataDir, { ms: Infinity }, () => undefined);
      await writeBackup(db, dataDir, out).finally(close);
    } else if (response.statusCode === 200) {
      await pipeline(response, out).catch((cause: unknown) => {
        throw new StartupError('the running service could not make the backup; its log says why', { cause });
      });
    } else {
      const { detail } = (await json(response)) as Partial<Problem>;
      throw new StartupError(`the running service made no backup. ${detail ?? ''}`);
    }
  });
  print(`The backup is in ${file}. It holds the secret of DATA_DIR: keep it as safe as that.`);
};
