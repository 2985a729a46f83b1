import { resolve } from 'node:path';
import {
  readChallenge,
  readListening,
  readUpstream,
  type ChallengeSetting,
  type Listening,
  type UpstreamSetting,
} from '../config/groups.js';
import { readSetting, type Environment, type LogLevel } from '../config/settings.js';
import { readReceiptKeySetting } from '../edge/runtime/edge-settings.js';
import type { ReceiptKeys } from '../edge/receipt/own-keys.js';
import { readResourceSettings, type ResourceSettings } from './edge-resources.js';

/** The settings of `email-verify serve`. */
export interface ServeSettings extends Listening, ResourceSettings {
  /** The URL by which browsers reach the server, without a slash at its end; null: that of the address it listens on. */
  publicUrl: string | null;
  databaseUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** Null: made at the first start and kept in `dataDir`. */
  secret: string | null;
  /** The keys of the receipts, of which the first signs; null: one that is derived from the secret. */
  receiptKeys: ReceiptKeys | null;
  /** The origins of the pages that may ask the edge; null: the server's own. */
  allowedOrigins: string[] | null;
  /** Another service that the edge asks in place of this one. */
  upstream: UpstreamSetting | null;
  /** The challenge that a page passes before it is given a token. */
  challenge: ChallengeSetting | null;
  /** Null: the system's. */
  dnsServers: string[] | null;
  logLevel: LogLevel;
}

/**
 * Reads and checks the settings of `email-verify serve`.
 * @throws StartupError with one line that names the setting and says what would be right.
 */
export const readServeSettings = (environment: Environment): ServeSettings => {
  // Nothing depends on it yet; any other value must not look as if it worked.
  readSetting(environment, 'SMTP_PROBE');
  return {
    ...readListening(environment),
    ...readResourceSettings(environment),
    publicUrl: readSetting(environment, 'PUBLIC_URL'),
    databaseUrl: readSetting(environment, 'DATABASE_URL'),
    dataDir: resolve(readSetting(environment, 'DATA_DIR')),
    secret: readSetting(environment, 'SECRET'),
    receiptKeys: readReceiptKeySetting(environment),
    allowedOrigins: readSetting(environment, 'ALLOWED_ORIGINS'),
    upstream: readUpstream(environment),
    challenge: readChallenge(environment),
    dnsServers: readSetting(environment, 'DNS_SERVERS'),
    logLevel: readSetting(environment, 'LOG_LEVEL'),
  };
};
