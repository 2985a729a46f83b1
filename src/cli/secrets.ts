import { hkdfSync } from 'node:crypto';
import { keptSecret } from '../config/secret-file.js';
import type { ReceiptPrivateKey } from '../edge/index.js';
import { receiptKeyFromSecret } from '../edge/receipt/derived.js';
import type { ServeSettings } from './serve-settings.js';

/** The secrets of an installation, derived from one, so that processes that share it share all of them. */
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

/** HKDF (RFC 5869) with a label for each purpose: no derived secret tells anything of another. */
const derive = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'email-verify', purpose, 32));

export const deriveSecrets = async (secret: string): Promise<Secrets> => ({
  service: Buffer.from(derive(secret, 'service')).toString('base64url'),
  edge: derive(secret, 'edge'),
  receiptKey: await receiptKeyFromSecret(secret),
  ownKey: `evk_${Buffer.from(derive(secret, 'own key')).toString('base64url')}`,
});

/** The secrets of this installation: from the setting, or from the data folder. */
export const secretsOf = async ({ secret, dataDir }: ServeSettings): Promise<Secrets> =>
  deriveSecrets(secret ?? (await keptSecret(dataDir)));
