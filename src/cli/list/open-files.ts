/** The files of `email-verify-server list`: the list, its results, and the verdicts so far. */
import { constants, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../../config/startup-error.js';
import { writeWholeFile } from '../../service/store/backup/backup.js';
import { errorCode } from '../../util/errors.js';

/** Standard input or output, as an argument. */
const STANDARD = '-';
/** The name of a list from standard input. */
const NO_NAME = 'list.csv';

export interface ListFiles {
  /** The list: a file that can be read several times. */
  list: string;
  /** The name of the list. */
  name: string;
  /** The file with the verdicts so far. */
  sidecar: string;
  /** True if the sidecar outlives this process, so that the work can be resumed. */
  isResumable: boolean;
  /** The target of the results, for people. */
  target: string;
  /** Writes the result file, which appears only when it is complete. */
  write: (parts: AsyncIterable<string | Uint8Array>) => Promise<void>;
  /** Removes temporary files. */
  close: () => void;
}

const checkTarget = async (path: string): Promise<void> => {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new StartupError(`${path} exists; name another file with -o, or remove it.`);
  await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
    throw new StartupError(`${path} cannot be written (${errorCode(cause)}); name another file with -o.`, { cause });
  });
};

/**
 * Finds the files of a command. A list from standard input is copied to a temporary file, since it is read more than once.
 * @throws StartupError if the result file exists or cannot be written; the signal's reason.
 */
export const openFiles = async (
  { input, output }: { input: string; output: string },
  { stdin, stdout, signal }: { stdin: Readable; stdout: Writable; signal: AbortSignal },
): Promise<ListFiles> => {
  const isStdin = input === STANDARD;
  const target = output === STANDARD ? null : resolve(output);
  if (target !== null) await checkTarget(target);
  const isResumable = !isStdin && target !== null;
  let folder = '';
  const close = (): void => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
    process.off('exit', close);
  };
  if (!isResumable) {
    folder = mkdtempSync(join(tmpdir(), 'email-verify-list-'));
    // Also at a second Ctrl-C, and when the reader of standard output is gone.
    process.on('exit', close);
  }
  const list = isStdin ? join(folder, NO_NAME) : input;
  try {
    if (isStdin) await pipeline(stdin, createWriteStream(list, { mode: 0o600 }), { signal });
  } catch (error) {
    close();
    throw error;
  }
  return {
    list,
    name: isStdin ? NO_NAME : basename(input),
    sidecar: isResumable ? `${target}.part` : join(folder, 'verdicts.part'),
    isResumable,
    target: target ?? 'standard output',
    write: (parts) =>
      target === null
        ? pipeline(Readable.from(parts), stdout, { end: false, signal })
        : writeWholeFile(target, (out) => pipeline(Readable.from(parts), out, { signal })),
    close,
  };
};
