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
  /** The URL of the server for browsers, without a trailing slash; null: that of the address it listens on. */
  publicUrl: string | null;
  databaseUrl: string | null;
  /** An absolute path. */
  dataDir: string;
  /** Null: generated at the first start and stored in `dataDir`. */
  secret: string | null;
  /** The receipt keys, of which the first signs; null: derived from the secret. */
  receiptKeys: ReceiptKeys | null;
  /** Allowed origins of pages; null: the server's own. */
  allowedOrigins: string[] | null;
  /** An external service for the edge; null: the one of this program. */
  upstream: UpstreamSetting | null;
  /** The challenge that a page must pass to get a token. */
  challenge: ChallengeSetting | null;
  /** Null: the system's. */
  dnsServers: string[] | null;
  logLevel: LogLevel;
}

/**
 * Reads and validates the settings of `email-verify serve`.
 * @throws StartupError with one line that names the setting and what it expects.
 */
export const readServeSettings = (environment: Environment): ServeSettings => {
  // Not implemented yet: only rejects values that would have no effect.
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
