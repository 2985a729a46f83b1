import { DEFAULT_QUOTAS, type Quotas } from '../options.js';
import { challengeFromSettings } from '../challenge/settings.js';
import type { Challenge } from '../challenge/types.js';
import { parseReceiptKeys, type ReceiptKeys } from '../receipt/own-keys.js';
import {
  listOf,
  readHttpUrl,
  readSetting,
  readWhole,
  readWord,
  textOf,
  WrongSetting,
  type Environment,
} from './environment.js';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where a server listens, and who stands before it. */
export interface Listening {
  /** The TCP port; 0 takes a free one. */
  port: number;
  /** The address of this machine to listen on; null: all of them. */
  host: string | null;
  /** How many reverse proxies stand before the server. */
  trustedProxies: number;
}

/** A service that the edge asks. */
export interface UpstreamSetting {
  url: string;
  key: string;
  /** Calls a second; null: as many as a standard plan has. */
  ratePerSecond: number | null;
}

/** The settings of an edge that runs alone. */
export interface EdgeSettings {
  /** The pages that may ask. */
  origins: string[];
  secret: string;
  /** The one before it, while its tokens are still about. */
  previousSecret: string | null;
  /** Null: derived from the secret. */
  receiptKeys: ReceiptKeys | null;
  /** Null: the edge asks DNS by itself. */
  upstream: UpstreamSetting | null;
  /** The server that it asks over HTTPS where it cannot ask otherwise; null: a public one. */
  dohUrl: string | null;
  /** The address by which browsers reach the edge, without a slash at its end. */
  publicUrl: string | null;
  /** The path under which the routes stand. */
  basePath: string;
  quotas: Partial<Quotas>;
  /** What a page has to answer before it is given a token. */
  challenge: Challenge | null;
  logLevel: LogLevel;
}

const MIN_SECRET_CHARACTERS = 32;

export const readListening = (environment: Environment): Listening => ({
  port: readWhole(environment, 'PORT', 0, 65_535) ?? 8080,
  host: textOf(environment, 'HOST'),
  trustedProxies: readWhole(environment, 'TRUSTED_PROXIES', 0, 10) ?? 0,
});

export const readLogLevel = (environment: Environment): LogLevel =>
  readWord(environment, 'LOG_LEVEL', LOG_LEVELS) ?? 'info';

export const readSecret = (environment: Environment, name = 'SECRET'): string | null =>
  readSetting(environment, name, (text) => {
    if (text.length >= MIN_SECRET_CHARACTERS) return text;
    throw new WrongSetting(
      `${name} has ${text.length} characters, but it takes ${MIN_SECRET_CHARACTERS} or more random ones.`,
    );
  });

const origin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.origin === text && /^https?:$/.test(url.protocol)) return text;
  throw new WrongSetting(
    `ALLOWED_ORIGINS has '${text}', which is no origin; write scheme, host and port only, such as https://shop.example.`,
  );
};

export const readOrigins = (environment: Environment): string[] | null =>
  readSetting(environment, 'ALLOWED_ORIGINS', (text) => listOf(text).map(origin));

export const readUpstream = (environment: Environment): UpstreamSetting | null => {
  const url = readHttpUrl(environment, 'UPSTREAM_URL');
  const key = textOf(environment, 'UPSTREAM_KEY');
  const ratePerSecond = readWhole(environment, 'UPSTREAM_RATE', 1, 10_000);
  if (url !== null && key !== null) return { url, key, ratePerSecond };
  if (url === null && key === null) return null;
  const [missing, given] = url === null ? ['UPSTREAM_URL', 'UPSTREAM_KEY'] : ['UPSTREAM_KEY', 'UPSTREAM_URL'];
  throw new WrongSetting(`${given} is set but ${missing} is not; set both, or neither.`);
};

/** A DNS server's URL may have a query, and is not quoted: some hold an account's name. */
const readDohUrl = (environment: Environment): string | null =>
  readSetting(environment, 'DOH_URL', (text) => {
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
    throw new WrongSetting('DOH_URL is no URL of a DNS server; write one like https://cloudflare-dns.com/dns-query.');
  });

/** The keys that sign receipts; null: derived from the secret. */
export const readReceiptKeySetting = (environment: Environment): ReceiptKeys | null =>
  readSetting(environment, 'RECEIPT_KEY', (text) => {
    const keys = parseReceiptKeys(text);
    if (!keys.ok) throw new WrongSetting(`RECEIPT_KEY: ${keys.reason}.`);
    return keys.value;
  });

/** What a page has to answer before it is given a token. */
export const readChallenge = (environment: Environment): Challenge | null => {
  try {
    return challengeFromSettings((name) => textOf(environment, name) ?? undefined) ?? null;
  } catch (error) {
    throw error instanceof TypeError ? new WrongSetting(error.message) : error;
  }
};

/** A quota's name as a setting: `checksPerDay` is `CHECKS_PER_DAY`. */
const settingOf = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

const readQuotas = (environment: Environment): Partial<Quotas> =>
  Object.fromEntries(
    Object.keys(DEFAULT_QUOTAS).flatMap((name) => {
      const quota = readWhole(environment, settingOf(name), 1, Number.MAX_SAFE_INTEGER);
      return quota === null ? [] : [[name, quota]];
    }),
  );

const readBasePath = (environment: Environment): string =>
  readSetting(environment, 'BASE_PATH', (text) => {
    if (/^(\/[\w.~-]+)*$/.test(text)) return text;
    throw new WrongSetting(`BASE_PATH is '${text}', but it takes a path without a slash at its end, such as /verify.`);
  }) ?? '';

/**
 * Reads the settings of an edge that runs alone.
 * @throws WrongSetting with one line that names the setting and says what would be right.
 */
export const readEdgeSettings = (environment: Environment): EdgeSettings => {
  const origins = readOrigins(environment);
  const secret = readSecret(environment);
  if (origins === null || secret === null) {
    const missing = [origins === null && 'ALLOWED_ORIGINS', secret === null && 'SECRET'].filter(Boolean);
    throw new WrongSetting(
      `Not set: ${missing.join(', ')}. ALLOWED_ORIGINS are your pages' origins, SECRET is ${MIN_SECRET_CHARACTERS} random characters or more.`,
    );
  }
  return {
    origins,
    secret,
    previousSecret: readSecret(environment, 'PREVIOUS_SECRET'),
    receiptKeys: readReceiptKeySetting(environment),
    challenge: readChallenge(environment),
    upstream: readUpstream(environment),
    dohUrl: readDohUrl(environment),
    publicUrl: readHttpUrl(environment, 'PUBLIC_URL'),
    basePath: readBasePath(environment),
    quotas: readQuotas(environment),
    logLevel: readLogLevel(environment),
  };
};
