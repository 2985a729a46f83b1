import { resolve } from 'node:path';
import { readChallenge, readListening, readMail, readSmtp, readTestMode } from '../config/setting-groups.js';
import { readAll, readSettings } from '../config/read-settings.js';
import type { Environment } from '../config/settings.js';
import { StartupError } from '../config/startup-error.js';
import { readAnyUpstream } from '../config/upstream-settings.js';
import { readQuotas, readReceiptKeySetting } from '../edge/runtime/edge-settings.js';
import { readResourceSettings } from './resource-settings.js';

const MIB = 1_048_576;

const orNull = <T>(value: T | 'off'): T | null => (value === 'off' ? null : value);

/** The settings of `email-verify-server serve`. */
export type ServeSettings = ReturnType<typeof readServeSettings>;

const isSet = (value: string | null): boolean => value !== null;

/** Reads the settings of the store, and of the worker on lists. */
const readStore = (environment: Environment) => {
  const { backupDir, worker, databaseUrl, dataDir } = readSettings(environment, {
    backupDir: 'BACKUP_DIR',
    worker: 'WORKER',
    databaseUrl: 'DATABASE_URL',
    dataDir: 'DATA_DIR',
  });
  const refuseIf = (isWrong: boolean, line: string) => () => {
    if (isWrong) throw new StartupError(line);
  };
  readAll({
    backups: refuseIf(
      isSet(backupDir) && isSet(databaseUrl),
      'BACKUP_DIR is for the database in DATA_DIR; unset it, and back up the PostgreSQL of DATABASE_URL by pg_dump.',
    ),
    worker: refuseIf(
      worker === 'off' && !isSet(databaseUrl),
      'WORKER=off is for the PostgreSQL of DATABASE_URL, which email-verify-server work can use too; with DATA_DIR, leave WORKER on.',
    ),
  });
  return {
    databaseUrl,
    /** True: `serve` itself works on uploaded lists. */
    worksOnLists: worker === 'on',
    /** An absolute path. */
    dataDir: resolve(dataDir),
    /** An absolute path; null without a daily backup. */
    backupDir: backupDir === null ? null : resolve(backupDir),
  };
};

/** Reads the bounds of lists. */
const readListLimits = (environment: Environment) => {
  const { maxRows, maxMb, maxStreamMb, retentionDays } = readSettings(environment, {
    maxRows: 'LIST_MAX_ROWS',
    maxMb: 'UPLOAD_MAX_MB',
    maxStreamMb: 'UPLOAD_STREAM_MAX_MB',
    retentionDays: 'LIST_RETENTION_DAYS',
  });
  return { maxRows, maxBytes: maxMb * MIB, maxStreamBytes: maxStreamMb * MIB, retentionDays };
};

/** Reads the settings that stand alone. */
const readSingle = (environment: Environment) => {
  const { checkRetentionDays, domainOutcomes, privateNetworks, paymentSecrets, privateCallbacks, ...others } =
    readSettings(environment, {
      /** The URL of the server for browsers, without a trailing slash; null for that of the address it listens on. */
      publicUrl: 'PUBLIC_URL',
      checkRetentionDays: 'CHECK_RETENTION_DAYS',
      outcomeRetentionDays: 'OUTCOME_RETENTION_DAYS',
      domainOutcomes: 'DOMAIN_OUTCOMES',
      /** Null if it is generated at the first start and stored in `dataDir`. */
      secret: 'SECRET',
      /** Allowed origins of pages beside the server's own, or null. */
      allowedOrigins: 'ALLOWED_ORIGINS',
      /** Null for the system's. */
      dnsServers: 'DNS_SERVERS',
      /** Null: the lists of domains are those of the release. */
      listsUrl: 'LISTS_URL',
      privateNetworks: 'PRIVATE_NETWORKS',
      /**
       * The people who may register: everybody (`open`), people with a code of the operator (`invite`), nobody
       * (`closed`, the default).
       */
      registration: 'REGISTRATION',
      paymentSecrets: 'PAYMENT_WEBHOOK_SECRET',
      privateCallbacks: 'CALLBACK_PRIVATE_HOSTS',
      logLevel: 'LOG_LEVEL',
    });
  return {
    ...others,
    /** Null if checks are kept for good. */
    checkRetentionDays: orNull(checkRetentionDays),
    /** True if outcomes of mail are counted by domain, across accounts. */
    domainOutcomes: domainOutcomes === 'on',
    privateNetworks: privateNetworks === 'on',
    /** The secrets of messages about paid credits; empty if none are accepted. */
    paymentSecrets: paymentSecrets ?? [],
    /** True if callbacks of lists may go to hosts of private networks, and by http. */
    allowPrivateCallbacks: privateCallbacks === 'on',
  };
};

/**
 * Reads and validates the settings of `email-verify-server serve`.
 * @throws StartupError with a line for each wrong one, which names it and says what would be right.
 */
export const readServeSettings = (environment: Environment) => {
  const { single, listening, resources, store, ...groups } = readAll({
    listening: () => readListening(environment),
    resources: () => readResourceSettings(environment),
    store: () => readStore(environment),
    single: () => readSingle(environment),
    listLimits: () => readListLimits(environment),
    /** Null if they are derived from the secret. */
    receiptKeys: () => readReceiptKeySetting(environment),
    /** An external service for the edge; null: the one of this program. */
    upstream: () => readAnyUpstream(environment),
    challenge: () => readChallenge(environment),
    quotas: () => readQuotas(environment),
    testMode: () => readTestMode(environment),
    smtp: () => readSmtp(environment),
    /** Null if the links of mails to users are logged. */
    mail: () => readMail(environment),
  });
  return { ...listening, ...resources, ...store, ...single, ...groups };
};
