import { errorCode, errorReason } from '../util/errors.js';
import { StartupError } from './startup-error.js';

/** Advice for each error code with which the system refuses something (errno(3)). */
const WAYS_ON: Record<string, string> = {
  EMFILE: 'this process may open too few files; raise its limit, such as by ulimit -n 4096',
  ENFILE: 'the system may open too few files; raise its limit (fs.file-max)',
  EAGAIN: 'this user may start too few threads; raise the limit, such as by ulimit -u 4096',
  ENOMEM: 'there is too little memory; give the process 1 GB, and set no ulimit -v',
  ENOSPC: 'the disk is full, or has no inodes left; make room',
  EDQUOT: 'the disk quota of this user is used up; make room',
  EROFS: 'its file system cannot be written to; name a folder on another one',
  EIO: "the disk fails; see the system's log",
};
const CODE = new RegExp(`\\b(${Object.keys(WAYS_ON).join('|')})\\b`);
/** Messages of V8 and PostgreSQL, which come without a code of the system. */
const WORDS: [RegExp, string][] = [
  [/could not allocate memory|out of memory|ERR_WORKER_OUT_OF_MEMORY/i, 'ENOMEM'],
  [/No file descriptors available|Too many open files/i, 'EMFILE'],
  [/No space left on device/i, 'ENOSPC'],
  [/Read-only file system/i, 'EROFS'],
];

/** The code of the system's refusal that caused an error; undefined if the cause was another. */
export const refusalOf = (error: unknown): string | undefined => {
  const said = `${errorCode(error)} ${errorReason(error)}`;
  return CODE.exec(said)?.[1] ?? WORDS.find(([words]) => words.test(said))?.[1];
};

/**
 * Turns a refusal of the system into a StartupError of one line with advice.
 * @param what the failure, such as `the database cannot be opened`.
 * @returns null for any other error, and for a StartupError, which says more.
 */
export const atLimit = (error: unknown, what: string): StartupError | null => {
  const code = error instanceof StartupError ? undefined : refusalOf(error);
  if (code === undefined) return null;
  return new StartupError(`${what} (${code}): ${WAYS_ON[code]}`, { cause: error });
};
