import { readChallenge, readUpstream, type ChallengeSetting, type UpstreamSetting } from '../../config/groups.js';
import { wholeNumber } from '../../config/parsers.js';
import { readSetting, readVariable, SETTINGS, type Environment, type LogLevel } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import { DEFAULT_QUOTAS, type Quotas } from '../options.js';
import { parseReceiptKeys, type ReceiptKeys } from '../receipt/own-keys.js';

/** The settings of an edge that runs alone. */
export interface EdgeSettings {
  /** The origins of the pages that may ask. */
  origins: string[];
  secret: string;
  /** The secret before it, while tokens made with that are still in use. */
  previousSecret: string | null;
  /** Null: derived from the secret. */
  receiptKeys: ReceiptKeys | null;
  /** Null: the edge asks DNS by itself. */
  upstream: UpstreamSetting | null;
  /** The DNS server asked over HTTPS by a runtime without sockets; null: a public one. */
  dohUrl: string | null;
  /** The URL by which browsers reach the edge, without a slash at its end. */
  publicUrl: string | null;
  /** The path under which the routes stand. */
  basePath: string;
  quotas: Partial<Quotas>;
  /** The challenge that a page passes before it is given a token. */
  challenge: ChallengeSetting | null;
  logLevel: LogLevel;
}

/** Reads the keys that sign receipts; null: derived from the secret. */
export const readReceiptKeySetting = (environment: Environment): ReceiptKeys | null => {
  const text = readSetting(environment, 'RECEIPT_KEY');
  if (text === null) return null;
  const keys = parseReceiptKeys(text);
  if (!keys.ok) throw new StartupError(`RECEIPT_KEY: ${keys.reason}.`);
  return keys.value;
};

/** A quota's name as a variable: `checksPerDay` is `CHECKS_PER_DAY`. */
const variableOf = (quota: string): string => quota.replace(/[A-Z]/g, '_$&').toUpperCase();

const readQuotas = (environment: Environment): Partial<Quotas> =>
  Object.fromEntries(
    Object.keys(DEFAULT_QUOTAS).flatMap((name) => {
      const quota = readVariable(environment, variableOf(name), wholeNumber(1, Number.MAX_SAFE_INTEGER));
      return quota === null ? [] : [[name, quota]];
    }),
  );

/**
 * Reads the settings of an edge that runs alone.
 * @throws StartupError with one line that names the setting and says what would be right.
 */
export const readEdgeSettings = (environment: Environment): EdgeSettings => {
  const origins = readSetting(environment, 'ALLOWED_ORIGINS');
  const secret = readSetting(environment, 'SECRET');
  if (origins === null || secret === null) {
    const missing = [origins === null && 'ALLOWED_ORIGINS', secret === null && 'SECRET'].filter(Boolean);
    throw new StartupError(
      `Not set: ${missing.join(', ')}. ALLOWED_ORIGINS are your pages' origins, SECRET is ${SETTINGS.SECRET.parser.expected}.`,
    );
  }
  return {
    origins,
    secret,
    previousSecret: readSetting(environment, 'PREVIOUS_SECRET'),
    receiptKeys: readReceiptKeySetting(environment),
    challenge: readChallenge(environment),
    upstream: readUpstream(environment),
    dohUrl: readSetting(environment, 'DOH_URL'),
    publicUrl: readSetting(environment, 'PUBLIC_URL'),
    basePath: readSetting(environment, 'BASE_PATH'),
    quotas: readQuotas(environment),
    logLevel: readSetting(environment, 'LOG_LEVEL'),
  };
};
