import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Refusal } from '../../protocol/refusal.js';
import { createSemaphore } from '../../util/semaphore.js';

/**
 * Hashes computed at once. Each takes 32 MB and a thread of Node's pool of four, which look-ups of host names and files
 * need too.
 */
const MAX_RUNNING = 2;
/** Hashes that may wait: some ten seconds of work. */
const MAX_WAITING = 200;
/** The hash of no password, checked where there is no user, so that this takes the same time. */
const NO_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

const turns = createSemaphore(MAX_RUNNING, MAX_WAITING);
const never = new AbortController().signal;

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  const release = await turns.acquire(never);
  if (release === null)
    throw new Refusal('unavailable', 'Too many people are signing in; try again in 5 s.', { 'retry-after': '5' });
  try {
    return await work();
  } finally {
    release();
  }
};

/** Hashes a password with scrypt (RFC 7914) and a random salt, outside the main thread. */
export const hash = (password: string): Promise<string> => inTurn(() => hashPassword(password));

/** Checks a password. Takes as long if there is no hash. */
export const verify = (password: string, hashed: string | undefined): Promise<boolean> =>
  inTurn(() => verifyPassword({ hash: hashed ?? NO_HASH, password }));
