import { keptSecret } from '../config/secret-file.js';
import type { ReceiptPrivateKey } from '../edge/index.js';
import { deriveFromSecret, receiptKeyFromSecret } from '../receipt/key-from-secret.js';
import type { ServeSettings } from './serve-settings.js';

/** The secrets of an installation, all derived from one secret, which is all that its processes must share. */
export interface Secrets {
  /** For the keyed hashes of the service. */
  service: string;
  /** For the random names that mail servers are asked for. */
  probes: string;
  /** For the tokens of the edge. */
  edge: Uint8Array;
  /** The key that signs receipts. */
  receiptKey: ReceiptPrivateKey;
  /** The API key that the edge of this program uses for its service. */
  ownKey: string;
}

const textFromSecret = async (secret: string, purpose: string): Promise<string> =>
  Buffer.from(await deriveFromSecret(secret, purpose)).toString('base64url');

export const deriveSecrets = async (secret: string): Promise<Secrets> => ({
  service: await textFromSecret(secret, 'service'),
  probes: await textFromSecret(secret, 'probes'),
  edge: await deriveFromSecret(secret, 'edge'),
  receiptKey: await receiptKeyFromSecret(secret),
  ownKey: `evk_${await textFromSecret(secret, 'own key')}`,
});

/**
 * The secrets of this installation: from the setting SECRET, or from the data folder.
 * @throws StartupError if the folder cannot be used.
 */
export const secretsOf = async ({ secret, dataDir }: ServeSettings): Promise<Secrets> =>
  deriveSecrets(secret ?? (await keptSecret(dataDir)));
