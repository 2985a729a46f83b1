import { resolve } from 'node:path';
import { readChallenge, readListening, readMail, readSmtp, readUpstream } from '../config/groups.js';
import { readSetting, type Environment } from '../config/settings.js';
import { StartupError } from '../config/startup-error.js';
import { readQuotas, readReceiptKeySetting } from '../edge/runtime/edge-settings.js';
import { readResourceSettings } from './edge-resources.js';

const MIB = 1_048_576;

const orNull = <T>(value: T | 'off'): T | null => (value === 'off' ? null : value);

/** The settings of `email-verify serve`. */
export type ServeSettings = ReturnType<typeof readServeSettings>;

/**
 * Reads and validates the settings of `email-verify serve`.
 * @throws StartupError with one line that names the setting and what it expects.
 */
export const readServeSettings = (environment: Environment) => {
  const backupDir = readSetting(environment, 'BACKUP_DIR');
  if (backupDir !== null && readSetting(environment, 'DATABASE_URL') !== null)
    throw new StartupError(
      'BACKUP_DIR is for the database in DATA_DIR; unset it, and back up the PostgreSQL of DATABASE_URL by pg_dump.',
    );
  const worksOnLists = readSetting(environment, 'WORKER') === 'on';
  if (!worksOnLists && readSetting(environment, 'DATABASE_URL') === null)
    throw new StartupError(
      'WORKER=off is for the PostgreSQL of DATABASE_URL, which email-verify work can use too; with DATA_DIR, leave WORKER on.',
    );
  return {
    ...readListening(environment),
    ...readResourceSettings(environment),
    /** The URL of the server for browsers, without a trailing slash; null: that of the address it listens on. */
    publicUrl: readSetting(environment, 'PUBLIC_URL'),
    databaseUrl: readSetting(environment, 'DATABASE_URL'),
    /** True: `serve` itself works on uploaded lists. */
    worksOnLists,
    /** An absolute path. */
    dataDir: resolve(readSetting(environment, 'DATA_DIR')),
    /** An absolute path; null: no daily backup. */
    backupDir: backupDir === null ? null : resolve(backupDir),
    /** Null: for good. */
    checkRetentionDays: orNull(readSetting(environment, 'CHECK_RETENTION_DAYS')),
    /** The bounds of lists. */
    listLimits: {
      maxRows: readSetting(environment, 'LIST_MAX_ROWS'),
      maxBytes: readSetting(environment, 'UPLOAD_MAX_MB') * MIB,
      maxStreamBytes: readSetting(environment, 'UPLOAD_STREAM_MAX_MB') * MIB,
      retentionDays: readSetting(environment, 'LIST_RETENTION_DAYS'),
    },
    /** Null: generated at the first start and stored in `dataDir`. */
    secret: readSetting(environment, 'SECRET'),
    /** Null: derived from the secret. */
    receiptKeys: readReceiptKeySetting(environment),
    /** Allowed origins of pages; null: the server's own. */
    allowedOrigins: readSetting(environment, 'ALLOWED_ORIGINS'),
    /** An external service for the edge; null: the one of this program. */
    upstream: readUpstream(environment),
    challenge: readChallenge(environment),
    quotas: readQuotas(environment),
    /** Null: the system's. */
    dnsServers: readSetting(environment, 'DNS_SERVERS'),
    privateNetworks: readSetting(environment, 'PRIVATE_NETWORKS') === 'on',
    smtp: readSmtp(environment),
    /** Who may register. */
    registration: readSetting(environment, 'REGISTRATION'),
    /** Null: the links of mails to users are logged. */
    mail: readMail(environment),
    /** The secrets of messages that credits were paid for; empty: none are taken. */
    paymentSecrets: readSetting(environment, 'PAYMENT_WEBHOOK_SECRET') ?? [],
    /** True: callbacks of lists may go to hosts of private networks, and by http. */
    allowPrivateCallbacks: readSetting(environment, 'CALLBACK_PRIVATE_HOSTS') === 'on',
    logLevel: readSetting(environment, 'LOG_LEVEL'),
  };
};
