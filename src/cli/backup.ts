import { Readable, PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { StartupError } from '../config/startup-error.js';
import { problemResponse } from '../protocol/index.js';
import type { Service } from '../service/index.js';
import { writeBackup, writeWholeFile } from '../service/store/backup.js';
import { openPGlite } from '../service/store/pglite.js';
import type { Tables } from '../service/store/tables.js';
import { askControl } from './control.js';
import type { ServeSettings } from './serve-settings.js';

const COMMAND = 'backup';

/** The one argument of a command. */
export const fileOf = (args: string[], command: string): string => {
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0 || file.startsWith('-'))
    throw new StartupError(`Name one file: email-verify ${command} FILE`);
  return file;
};

/** Answers the command `backup` of another process; see control.ts. */
export const answerBackup = (service: Service, request: Request, onError: (error: unknown) => void): Response => {
  if (new URL(request.url).pathname !== `/${COMMAND}`) return problemResponse('not_found', 'There is no such command.');
  const stream = new PassThrough();
  service.backup(stream).catch((error: unknown) => {
    onError(error);
    // The other side sees a response that breaks off.
    stream.destroy(error as Error);
  });
  return new Response(Readable.toWeb(stream) as ReadableStream);
};

/**
 * `email-verify backup FILE`: writes a backup of the embedded store. If a service runs on it, that one makes it.
 * @throws StartupError if the store is a PostgreSQL, the file exists, or the service could not make it.
 */
export const backup = async (
  args: string[],
  { databaseUrl, dataDir }: Pick<ServeSettings, 'databaseUrl' | 'dataDir'>,
  print: (line: string) => void,
): Promise<void> => {
  const file = fileOf(args, COMMAND);
  if (databaseUrl !== null)
    throw new StartupError('DATABASE_URL is set: back up that PostgreSQL by its own tools, such as pg_dump.');
  await writeWholeFile(file, async (out) => {
    const response = await askControl(dataDir, COMMAND);
    if (response === null) {
      const { db, close } = await openPGlite<Tables>(dataDir, { ms: Infinity }, () => undefined);
      await writeBackup(db, dataDir, out).finally(close);
    } else if (response.statusCode === 200) {
      await pipeline(response, out).catch((cause: unknown) => {
        throw new StartupError('the running service could not make the backup; its log says why', { cause });
      });
    } else throw new StartupError(`the running service refused: ${await text(response)}`);
  });
  print(`The backup is in ${file}. It holds the secret of DATA_DIR: keep it as safe as that.`);
};
