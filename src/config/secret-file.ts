import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorReason } from '../util/errors.js';
import { SETTINGS } from './settings.js';
import { StartupError } from './startup-error.js';
import { atLimit } from './system-limit.js';

/**
 * Writes a temporary file and then links it, so that of two processes that start at once one wins and both read the
 * same secret. The temporary name is unguessable: in a folder that others may write to, a predictable name could be
 * their symbolic link.
 */
const makeSecret = async (file: string): Promise<void> => {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
};

/**
 * Reads the secret in the data folder, or generates one. The file is readable only by the user who runs the program.
 * @throws StartupError when the folder or the file cannot be used.
 */
export const keptSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) await makeSecret(file);
    const secret = SETTINGS.SECRET.parser.parse((await readFile(file, 'utf8')).trim());
    if (secret !== undefined) return secret;
  } catch (error) {
    const limited = atLimit(error, `DATA_DIR ${dataDir} cannot be used`);
    if (limited !== null) throw limited;
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be used (${errorReason(error)}); name a folder that can be written to.`,
    );
  }
  throw new StartupError(
    `${file} holds no secret; restore it, or remove it to have a new one made (all API keys are then void).`,
  );
};
