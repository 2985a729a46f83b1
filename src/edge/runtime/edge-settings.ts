import { readChallenge, readUpstream } from '../../config/groups.js';
import { wholeNumber } from '../../config/parsers.js';
import { readSetting, readVariable, SETTINGS, type Environment } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import { DEFAULT_QUOTAS, type Quotas } from '../options.js';
import { parseReceiptKeys, type ReceiptKeys } from '../receipt/own-keys.js';

/** The settings of a standalone edge. */
export type EdgeSettings = ReturnType<typeof readEdgeSettings>;

/** Reads the keys that sign receipts; null: derived from the secret. */
export const readReceiptKeySetting = (environment: Environment): ReceiptKeys | null => {
  const text = readSetting(environment, 'RECEIPT_KEY');
  if (text === null) return null;
  const keys = parseReceiptKeys(text);
  if (!keys.ok) throw new StartupError(`RECEIPT_KEY: ${keys.reason}.`);
  return keys.value;
};

/** The environment variable of a quota: `CHECKS_PER_DAY` for `checksPerDay`. */
const variableOf = (quota: string): string => quota.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Reads the quotas of an edge that are set. */
export const readQuotas = (environment: Environment): Partial<Quotas> =>
  Object.fromEntries(
    Object.keys(DEFAULT_QUOTAS).flatMap((name) => {
      const quota = readVariable(environment, variableOf(name), wholeNumber(1, Number.MAX_SAFE_INTEGER));
      return quota === null ? [] : [[name, quota]];
    }),
  );

/**
 * Reads the settings of a standalone edge.
 * @throws StartupError with one line that names the setting and what it expects.
 */
export const readEdgeSettings = (environment: Environment) => {
  const origins = readSetting(environment, 'ALLOWED_ORIGINS');
  const secret = readSetting(environment, 'SECRET');
  if (origins === null || secret === null) {
    const missing = [origins === null && 'ALLOWED_ORIGINS', secret === null && 'SECRET'].filter(Boolean);
    throw new StartupError(
      `Not set: ${missing.join(', ')}. ALLOWED_ORIGINS are your pages' origins, SECRET is ${SETTINGS.SECRET.parser.expected}.`,
    );
  }
  return {
    /** Allowed origins of pages. */
    origins,
    secret,
    /** The previous secret, while its tokens are still valid. */
    previousSecret: readSetting(environment, 'PREVIOUS_SECRET'),
    /** Null: derived from the secret. */
    receiptKeys: readReceiptKeySetting(environment),
    challenge: readChallenge(environment),
    /** Null: the edge queries DNS itself. */
    upstream: readUpstream(environment),
    /** The DNS-over-HTTPS server, for runtimes without sockets; null: a public one. */
    dohUrl: readSetting(environment, 'DOH_URL'),
    /** The URL of the edge for browsers, without a trailing slash. */
    publicUrl: readSetting(environment, 'PUBLIC_URL'),
    basePath: readSetting(environment, 'BASE_PATH'),
    quotas: readQuotas(environment),
    logLevel: readSetting(environment, 'LOG_LEVEL'),
  };
};
