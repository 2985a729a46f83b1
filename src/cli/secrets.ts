import { hkdfSync } from 'node:crypto';
import { keptSecret } from '../config/secret-file.js';
import type { ReceiptPrivateKey } from '../edge/index.js';
import { receiptKeyFromSecret } from '../edge/receipt/derived.js';
import type { ServeSettings } from './serve-settings.js';

/** The secrets of an installation, all derived from one, so that processes share them by sharing that one. */
export interface Secrets {
  /** For the keyed hashes of the service. */
  service: string;
  /** For the tokens of the edge. */
  edge: Uint8Array;
  /** The key that signs receipts. */
  receiptKey: ReceiptPrivateKey;
  /** The API key that the edge of this program uses for its service. */
  ownKey: string;
}

/** HKDF (RFC 5869) with a label for each purpose: no derived secret reveals another. */
const derive = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'email-verify', purpose, 32));

export const deriveSecrets = async (secret: string): Promise<Secrets> => ({
  service: Buffer.from(derive(secret, 'service')).toString('base64url'),
  edge: derive(secret, 'edge'),
  receiptKey: await receiptKeyFromSecret(secret),
  ownKey: `evk_${Buffer.from(derive(secret, 'own key')).toString('base64url')}`,
});

/** The secrets of this installation: from the setting SECRET, or from the data folder. */
export const secretsOf = async ({ secret, dataDir }: ServeSettings): Promise<Secrets> =>
  deriveSecrets(secret ?? (await keptSecret(dataDir)));
