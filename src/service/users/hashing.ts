import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createFairQueue } from '../../util/fair-queue.js';
import { createAdmission } from '../http/admission.js';

/**
 * Hashes computed at once. Each takes 32 MB, a core, and a thread of Node's pool of four, which files need too: a core
 * is left to the checks where there are two, and half of the pool to files.
 */
const MAX_RUNNING = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Hashes computed and waiting: some ten seconds of work. A client alone may hold half of them. */
const PLACES = 200;
/** The hash of no password, checked where there is no user, so that this takes the same time. */
const NO_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

const admission = createAdmission(PLACES);
const queue = createFairQueue(MAX_RUNNING);

/** @throws Refusal `unavailable` if the client's share of the places is used up. */
const inTurn = async <T>(client: string, work: () => Promise<T>): Promise<T> => {
  const leave = admission.enter({ id: client, isStranger: false });
  return queue.run(client, work).finally(leave);
};

/**
 * Hashes a password with scrypt (RFC 7914) and a random salt, outside the main thread.
 * @param client the network of the client: clients take turns.
 */
export const hash = (password: string, client: string): Promise<string> => inTurn(client, () => hashPassword(password));

/** Checks a password. Takes as long if there is no hash. */
export const verify = (password: string, hashed: string | undefined, client: string): Promise<boolean> =>
  inTurn(client, () => verifyPassword({ hash: hashed ?? NO_HASH, password }));
