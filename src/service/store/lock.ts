import { randomBytes } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../config/startup-error.js';
import { errorCode } from '../../util/errors.js';
import { askClaimant, putClaim, type Claim, type OpenFolder } from './lock-socket.js';

/** Releases a lock. It may be called more than once. */
export type Release = () => Promise<void>;

/** The number of claims before giving up; each of them lost to a process that then gave up itself. */
const MOST_TRIES = 20;

const claimName = (): string => `lock.${randomBytes(8).toString('hex')}`;
const CLAIM = /^lock\.[\da-f]{16}(\.new)?$/;

const inUse = ({ path }: OpenFolder, pid: string | null): StartupError =>
  new StartupError(
    `DATA_DIR ${path} is in use by another email-verify process${pid === null ? '' : ` (pid ${pid})`}; ` +
      'stop it, or give this one its own DATA_DIR or a DATABASE_URL',
  );

const cannotLock = ({ path }: OpenFolder, cause: unknown): StartupError => {
  const code = errorCode(cause);
  const why =
    code === 'ENAMETOOLONG'
      ? 'its path is too long for a Unix socket; name a shorter one'
      : `no Unix socket can be made in it (${code}); name a folder on a local disk, or set DATABASE_URL`;
  return new StartupError(`DATA_DIR ${path} cannot be locked: ${why}`, { cause });
};

const cannotAsk = ({ path }: OpenFolder, name: string, cause: unknown): StartupError => {
  const code = errorCode(cause);
  return new StartupError(
    `DATA_DIR ${path} has a lock that cannot be asked (${code}); run this as the user who made ${join(path, name)}, ` +
      'or remove that file when no email-verify process uses the folder',
    { cause },
  );
};

/**
 * Asks every other claim on the folder, and removes the dead ones.
 * @returns true when the folder is ours; else the claim is withdrawn, and another one may be tried.
 * @throws StartupError when another process has the folder.
 */
const prevails = async (folder: OpenFolder, own: string, claim: Claim): Promise<boolean> => {
  const names = await readdir(folder.path);
  for (const name of names.filter((one) => CLAIM.test(one) && one !== own).sort()) {
    // Of two simultaneous claims the one with the later name withdraws, without waiting for the other.
    const yields = name < own;
    if (yields) await claim.withdraw();
    const claimant = await askClaimant(folder, name).catch((error: unknown) => {
      throw cannotAsk(folder, name, error);
    });
    if (typeof claimant === 'object') throw inUse(folder, claimant.pid);
    // Names are never reused, so no living claim is removed. One that cannot be removed is dead next time as well.
    if (claimant === 'dead') await rm(join(folder.path, name), { force: true }).catch(() => undefined);
    if (yields) return false;
  }
  return true;
};

const lock = async (folder: OpenFolder): Promise<Release> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const name = claimName();
    const claim = await putClaim(folder, name).catch((error: unknown) => {
      throw cannotLock(folder, error);
    });
    if (claim === null) continue;
    const ours = await prevails(folder, name, claim).catch(async (error: unknown) => {
      await claim.withdraw();
      throw error;
    });
    if (!ours) continue;
    claim.win();
    return claim.withdraw;
  }
  throw inUse(folder, null);
};

/**
 * Locks a folder for this process, as long as it lives.
 *
 * Every process that wants the folder puts a listening Unix socket into it, and only then looks at the others, so that no two
 * can overlook each other. The kernel closes a socket with its process, however that ends, and refuses connections from then
 * on: the socket of a killed process is known to be dead at once, that of a busy or stopped one never is (a lease that has to
 * be renewed would expire). Containers on one volume see each other, since a path belongs to the file system and not to a
 * network namespace; machines that share one over a network do not.
 * @param path an existing folder, by any of its names.
 * @throws StartupError when another process has it, or it cannot be locked.
 */
export const lockFolder = async (path: string): Promise<Release> => {
  const handle = await open(path, 'r');
  try {
    return await lock({ path, handle });
  } finally {
    await handle.close();
  }
};
