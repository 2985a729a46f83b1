import { readChallenge, readTestMode } from '../../config/setting-groups.js';
import { wholeNumber } from '../../config/parsers.js';
import { readAll, readSettings } from '../../config/read-settings.js';
import { readSetting, readVariable, SETTINGS, type Environment } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import { readAnyUpstream } from '../../config/upstream-settings.js';
import { DEFAULT_QUOTAS, type Quotas } from '../options.js';
import { parseReceiptKeys, type ReceiptKeys } from '../../receipt/signing-keys.js';

/** The settings of a standalone edge. */
export type EdgeSettings = ReturnType<typeof readEdgeSettings>;

/** Reads the keys that sign receipts; null if they are derived from the secret. */
export const readReceiptKeySetting = (environment: Environment): ReceiptKeys | null => {
  const text = readSetting(environment, 'RECEIPT_KEY');
  if (text === null) return null;
  const keys = parseReceiptKeys(text);
  if (!keys.ok) throw new StartupError(`RECEIPT_KEY: ${keys.reason}.`);
  return keys.value;
};

/** The environment variable of a quota: `CHECKS_PER_DAY` for `checksPerDay`. */
const variableOf = (quota: string): string => quota.replace(/[A-Z]/g, '_$&').toUpperCase();

const QUOTA_MEANINGS: Record<keyof Quotas, string> = {
  checksPerToken: 'checks with one token',
  checksPerClientPerMinute: 'checks a minute by one client network',
  tokensPerClientPerMinute: 'tokens a minute for one client network',
  checksPerClientPerDay: 'checks by one client network in 24 hours',
  checksPerOriginPerDay: 'upstream calls for one origin in 24 hours',
  receiptsPerClientPerMinute: 'calls of POST /receipt a minute by one client network',
  checksPerDay: 'upstream calls in 24 hours, in all',
};

/** The environment variables of all quotas, each with its default and a line of help. */
export const QUOTA_SETTINGS: readonly (readonly [name: string, value: number, meaning: string])[] = (
  Object.keys(QUOTA_MEANINGS) as (keyof Quotas)[]
).map((quota) => [variableOf(quota), DEFAULT_QUOTAS[quota], QUOTA_MEANINGS[quota]]);

/** Reads the quotas of an edge that are set. */
export const readQuotas = (environment: Environment): Partial<Quotas> => {
  const read = (name: string) => () =>
    readVariable(environment, variableOf(name), wholeNumber(1, Number.MAX_SAFE_INTEGER));
  const quotas = readAll(Object.fromEntries(Object.keys(DEFAULT_QUOTAS).map((name) => [name, read(name)])));
  return Object.fromEntries(Object.entries(quotas).filter(([, quota]) => quota !== null));
};

/** The required settings, and their meaning. */
const REQUIRED = {
  ALLOWED_ORIGINS: "your pages' origins, such as https://shop.example",
  SECRET: `${SETTINGS.SECRET.parser.expected}, such as openssl rand -base64 32 prints`,
  PUBLIC_URL: 'the URL by which browsers reach the edge; it is the issuer of receipts',
} as const;

/** Reads a required setting. */
const required = <N extends keyof typeof REQUIRED>(environment: Environment, name: N) => {
  const value = readSetting(environment, name);
  if (value !== null) return value;
  throw new StartupError(`${name} is not set: ${REQUIRED[name]}.`);
};

/** Reads the previous secret, while its tokens are still valid. */
const readPreviousSecret = (environment: Environment): string | null => {
  const previous = readSetting(environment, 'PREVIOUS_SECRET');
  if (previous === null || previous !== readSetting(environment, 'SECRET')) return previous;
  throw new StartupError('PREVIOUS_SECRET is the same as SECRET: unset it.');
};

/**
 * Reads the settings of a standalone edge.
 * @throws StartupError with a line for each wrong or missing one, which names it and says what would be right.
 */
export const readEdgeSettings = (environment: Environment) => {
  const { single, ...groups } = readAll({
    /** Allowed origins of pages. */
    origins: () => required(environment, 'ALLOWED_ORIGINS'),
    secret: () => required(environment, 'SECRET'),
    previousSecret: () => readPreviousSecret(environment),
    /** Null: derived from the secret. */
    receiptKeys: () => readReceiptKeySetting(environment),
    challenge: () => readChallenge(environment),
    /** Null: the edge queries DNS itself. */
    upstream: () => readAnyUpstream(environment),
    quotas: () => readQuotas(environment),
    testMode: () => readTestMode(environment),
    single: () =>
      readSettings(environment, {
        /** The DNS-over-HTTPS server, for runtimes without sockets; null: a public one. */
        dohUrl: 'DOH_URL',
        /** The URL of the edge for browsers, without a trailing slash. */
        publicUrl: 'PUBLIC_URL',
        basePath: 'BASE_PATH',
        logLevel: 'LOG_LEVEL',
        /** `on`: a service as upstream gets the outcomes of forms. */
        outcomesFeed: 'OUTCOMES_FEED',
      }),
  });
  return { ...groups, ...single };
};

/**
 * Reads the public URL of an edge that cannot derive it from its requests.
 * @throws StartupError if it is not set.
 */
export const readIssuer = (environment: Environment): string => required(environment, 'PUBLIC_URL');
