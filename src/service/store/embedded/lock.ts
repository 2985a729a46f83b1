import { randomBytes } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../../config/startup-error.js';
import { atLimit } from '../../../config/system-limit.js';
import { errorCode } from '../../../util/errors.js';
import { askClaimant, putClaim, type Claim, type OpenFolder } from './lock-socket.js';

/** Releases a lock. It may be called more than once. */
export type Release = () => Promise<void>;

/** Maximum number of claims. A claim is lost only to a concurrent one, which may then be withdrawn too. */
const MOST_TRIES = 20;

const claimName = (): string => `lock.${randomBytes(8).toString('hex')}`;
const CLAIM = /^lock\.[\da-f]{16}(\.new)?$/;

const inUse = ({ path }: OpenFolder, pid: string | null): StartupError =>
  new StartupError(
    `DATA_DIR ${path} is in use by another email-verify process${pid === null ? '' : ` (pid ${pid})`}; ` +
      'stop it, or give this one its own DATA_DIR or a DATABASE_URL',
  );

const cannotLock = ({ path }: Pick<OpenFolder, 'path'>, cause: unknown): StartupError => {
  const limited = atLimit(cause, `DATA_DIR ${path} cannot be locked`);
  if (limited !== null) return limited;
  const code = errorCode(cause);
  const why =
    code === 'ENAMETOOLONG'
      ? 'its path is too long for a Unix socket; name a shorter one'
      : `no Unix socket can be made in it (${code}); name a folder on a local disk, or set DATABASE_URL`;
  return new StartupError(`DATA_DIR ${path} cannot be locked: ${why}`, { cause });
};

const cannotAsk = ({ path }: OpenFolder, name: string, cause: unknown): StartupError => {
  const limited = atLimit(cause, `DATA_DIR ${path} cannot be locked`);
  if (limited !== null) return limited;
  const code = errorCode(cause);
  return new StartupError(
    `DATA_DIR ${path} has a lock that cannot be asked (${code}); run this as the user who made ${join(path, name)}, ` +
      'or remove that file when no email-verify process uses the folder',
    { cause },
  );
};

/**
 * Asks every other claim on the folder, and removes the dead ones.
 * @returns true if this process holds the folder; false if the claim was withdrawn, and another one may be tried.
 * @throws StartupError if another process holds the folder.
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
    // Names are never reused, so no live claim is removed. If removal fails, the next start tries again.
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
 * Locks a folder for this process until it exits.
 *
 * Every process that wants the folder first puts a listening Unix socket into it, and then looks for other sockets, so that
 * two processes cannot miss each other. When a process ends for any reason, the kernel closes its socket and refuses
 * connections: a killed process is detected at once, and a busy or stopped one is never taken for dead (a lease would
 * expire). This works across containers on one volume, because the path belongs to the file system and not to a network
 * namespace. It does not work across machines on a network file system.
 * @param path an existing folder.
 * @throws StartupError if another process holds it, or it cannot be locked.
 */
export const lockFolder = async (path: string): Promise<Release> => {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw cannotLock({ path }, error);
  });
  try {
    return await lock({ path, handle });
  } finally {
    await handle.close();
  }
};
