import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceiptPrivateKey } from '../edge/index.js';
import { receiptKeyFromSecret } from '../edge/receipt/derived.js';
import { UsageError } from './usage-error.js';

/** Everything that is kept secret, derived from the one secret, so that processes that share it share all. */
export interface Secrets {
  /** The service's: its keyed hashes. */
  service: string;
  /** The edge's: its tokens. */
  edge: Uint8Array;
  /** The key that signs receipts. */
  receiptKey: ReceiptPrivateKey;
  /** The API key by which this program's edge asks this program's service. */
  ownKey: string;
}

/** HKDF (RFC 5869): each purpose its own bytes, none of which tell anything of another's. */
const derive = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'email-verify', purpose, 32));

export const deriveSecrets = async (secret: string): Promise<Secrets> => ({
  service: Buffer.from(derive(secret, 'service')).toString('base64url'),
  edge: derive(secret, 'edge'),
  receiptKey: await receiptKeyFromSecret(secret),
  ownKey: `evk_${Buffer.from(derive(secret, 'own key')).toString('base64url')}`,
});

/**
 * Written whole and then linked: of two processes that start at once, one wins and both read the same. The draft is always
 * a new file, under a name that nobody can foresee: in a folder that others may write to, it could be a link of theirs.
 */
const makeSecret = async (file: string): Promise<void> => {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
};

/**
 * The secret that is kept in the data folder, made when there is none. Only the user who runs the program may read it.
 * @throws UsageError when the folder or the file cannot be used.
 */
export const keptSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) await makeSecret(file);
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret.length >= 32) return secret;
  } catch (error) {
    throw new UsageError(
      `DATA_DIR ${dataDir} cannot be used (${(error as Error).message}); name a folder that can be written to.`,
    );
  }
  throw new UsageError(
    `${file} holds no secret; restore it, or remove it to have a new one made (all API keys are then void).`,
  );
};
