import { randomBytes } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.js';
import { askClaimant, putClaim, type Claim, type OpenFolder } from './lock-socket.js';

/** Releases a lock. It may be called more than once. */
export type Release = () => Promise<void>;

/** How often a claim is made before the folder is given up: each time another process was quicker and then gave up itself. */
const MOST_TRIES = 20;

const claimName = (): string => `lock.${randomBytes(8).toString('hex')}`;
const CLAIM = /^lock\.[\da-f]{16}(\.new)?$/;

const inUse = ({ path }: OpenFolder, pid: string | null): StartError =>
  new StartError(
    `DATA_DIR ${path} is in use by another email-verify process${pid === null ? '' : ` (pid ${pid})`}; ` +
      'stop it, or give this one its own DATA_DIR or a DATABASE_URL',
  );

const cannotLock = ({ path }: OpenFolder, cause: unknown): StartError => {
  const { code } = cause as NodeJS.ErrnoException;
  const why =
    code === 'ENAMETOOLONG'
      ? 'its path is too long for a Unix socket; name a shorter one'
      : `no Unix socket can be made in it (${code}); name a folder on a local disk, or set DATABASE_URL`;
  return new StartError(`DATA_DIR ${path} cannot be locked: ${why}`, { cause });
};

const cannotAsk = ({ path }: OpenFolder, name: string, cause: unknown): StartError => {
  const { code } = cause as NodeJS.ErrnoException;
  return new StartError(
    `DATA_DIR ${path} has a lock that cannot be asked (${code}); run this as the user who made ${join(path, name)}, ` +
      'or remove that file when no email-verify process uses the folder',
    { cause },
  );
};

/**
 * Looks at every other claim on the folder, the dead ones of which are tidied away.
 * @returns whether the folder is ours; if not, the claim is withdrawn, and it may be tried again.
 * @throws StartError when another process has the folder.
 */
const prevails = async (folder: OpenFolder, own: string, claim: Claim): Promise<boolean> => {
  const names = await readdir(folder.path);
  for (const name of names.filter((one) => CLAIM.test(one) && one !== own).sort()) {
    // Of two that claim at the same moment one has to step back, and not wait for the other: the one with the later name.
    const yields = name < own;
    if (yields) await claim.withdraw();
    const claimant = await askClaimant(folder, name).catch((error: unknown) => {
      throw cannotAsk(folder, name, error);
    });
    if (typeof claimant === 'object') throw inUse(folder, claimant.pid);
    // No name is used twice, so no living claim can be hit. Where it may not be removed, it is dead the next time as well.
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
 * Takes a folder for this process alone, as long as it lives.
 *
 * Every process that wants the folder puts a listening Unix socket of its own into it, and only then looks at the
 * others: of any number, no two can overlook each other. The kernel closes a socket with its process, however that ends,
 * and refuses whoever connects to it from then on: what a killed process leaves is known for dead at once, and a busy or
 * stopped one never is, as it would be by a lease that it has to renew. Containers on one volume see each other, since a
 * path belongs to the file system and not to a network namespace; machines that share one over a network do not.
 * @param path an existing folder, by any of its names.
 * @throws StartError when another process has it, or it cannot be locked.
 */
export const lockFolder = async (path: string): Promise<Release> => {
  const handle = await open(path, 'r');
  try {
    return await lock({ path, handle });
  } finally {
    await handle.close();
  }
};
