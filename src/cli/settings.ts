import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { challengeFromSettings, type Challenge } from '../edge/index.js';
import { parseReceiptKeys, type ReceiptKeys } from '../edge/receipt/own-keys.js';
import { UsageError } from './usage-error.js';

/** The settings of `email-verify serve`, read from the environment. */
export interface Settings {
  /** The TCP port to listen on; 0 takes a free one. */
  port: number;
  /** The address by which browsers reach the server, without a slash at its end; null: `http://localhost:PORT`. */
  publicUrl: string | null;
  databaseUrl: string | null;
  /** The Redis where the edge keeps its counters and verdicts; null: in its own memory. */
  redisUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** Null: made at the first start and kept in `dataDir`. */
  secret: string | null;
  /** The keys of the receipts, of which the first signs; null: one that is derived from the secret. */
  receiptKeys: ReceiptKeys | null;
  /** The origins of the pages that may ask the edge; null: the server's own. */
  allowedOrigins: string[] | null;
  /** Another service that the edge asks in place of this one. */
  upstream: { url: string; key: string } | null;
  /** What a page has to answer before the edge gives it a token. */
  challenge: Challenge | undefined;
  /** `host:port` each; null: the system's. */
  dnsServers: string[] | null;
  /** How many reverse proxies stand before the server. */
  trustedProxies: number;
  logLevel: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const MIN_SECRET_CHARACTERS = 32;

const whole = (name: string, text: string, most: number): number => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new UsageError(`${name} is '${text}', but it takes a whole number from 0 to ${most}.`);
};

const httpUrl = (name: string, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
  if (plain && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new UsageError(`${name} is not an http or https address; write one like https://verify.example.`);
};

const list = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const origin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.origin === text && /^https?:$/.test(url.protocol)) return text;
  throw new UsageError(
    `ALLOWED_ORIGINS has '${text}', which is no origin; write scheme, host and port only, such as https://shop.example.`,
  );
};

const dnsServer = (text: string): string => {
  const [, v6, host, port] = /^(?:\[([\da-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  if (isIP(v6 ?? host ?? '') && Number(port) > 0 && Number(port) < 65536) return text;
  throw new UsageError(
    `DNS_SERVERS has '${text}', but it takes IP address and port, such as 9.9.9.9:53 or [2620:fe::fe]:53, separated by commas.`,
  );
};

const databaseUrl = (text: string): string => {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  // The address itself may hold a password.
  throw new UsageError(
    'DATABASE_URL is not the address of a PostgreSQL; write postgres://user:password@host:5432/name.',
  );
};

const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

const redisUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && /^(\/\d*)?$/.test(url.pathname) && !/[?#]/.test(text);
  const right = plain && url.hostname !== '' && isEncoded(url.username) && isEncoded(url.password);
  if (right && /^rediss?:$/.test(url.protocol)) return text;
  // The address itself may hold a password.
  throw new UsageError(
    'REDIS_URL is not the address of a Redis; write redis://user:password@host:6379/0, or rediss:// for TLS.',
  );
};

const challenge = (environment: Environment): Challenge | undefined => {
  try {
    return challengeFromSettings((name) => environment[name]);
  } catch (error) {
    throw new UsageError((error as TypeError).message);
  }
};

const receiptKeys = (text: string): ReceiptKeys => {
  const keys = parseReceiptKeys(text);
  if (typeof keys === 'string') throw new UsageError(`RECEIPT_KEY: ${keys}.`);
  return keys;
};

/**
 * Reads and checks the settings.
 * @throws UsageError with one line that names the setting and says what would be right.
 */
export const readSettings = (environment: Environment): Settings => {
  const value = (name: string): string | null => {
    const text = environment[name]?.trim() ?? '';
    return text === '' ? null : text;
  };
  const read = <T>(name: string, parse: (text: string) => T): T | null => {
    const text = value(name);
    return text === null ? null : parse(text);
  };
  const secret = value('SECRET');
  if (secret !== null && secret.length < MIN_SECRET_CHARACTERS) {
    throw new UsageError(
      `SECRET has ${secret.length} characters, but it takes ${MIN_SECRET_CHARACTERS} or more random ones.`,
    );
  }
  const upstreamUrl = read('UPSTREAM_URL', (text) => httpUrl('UPSTREAM_URL', text));
  const upstreamKey = value('UPSTREAM_KEY');
  if ((upstreamUrl === null) !== (upstreamKey === null)) {
    const [missing, given] = upstreamUrl === null ? ['UPSTREAM_URL', 'UPSTREAM_KEY'] : ['UPSTREAM_KEY', 'UPSTREAM_URL'];
    throw new UsageError(`${given} is set but ${missing} is not; set both, or neither.`);
  }
  const logLevel = value('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new UsageError(`LOG_LEVEL is '${logLevel}', but it takes one of ${LOG_LEVELS.join(', ')}.`);
  }
  const probe = value('SMTP_PROBE') ?? 'off';
  if (probe !== 'off') {
    throw new UsageError(`SMTP_PROBE is '${probe}', but mailboxes are not probed yet: it takes off, or nothing.`);
  }
  return {
    port: read('PORT', (text) => whole('PORT', text, 65_535)) ?? 8080,
    publicUrl: read('PUBLIC_URL', (text) => httpUrl('PUBLIC_URL', text)),
    databaseUrl: read('DATABASE_URL', databaseUrl),
    redisUrl: read('REDIS_URL', redisUrl),
    dataDir: resolve(value('DATA_DIR') ?? 'data'),
    secret,
    receiptKeys: read('RECEIPT_KEY', receiptKeys),
    allowedOrigins: read('ALLOWED_ORIGINS', (text) => list(text).map(origin)),
    upstream: upstreamUrl !== null && upstreamKey !== null ? { url: upstreamUrl, key: upstreamKey } : null,
    challenge: challenge(environment),
    dnsServers: read('DNS_SERVERS', (text) => list(text).map(dnsServer)),
    trustedProxies: read('TRUSTED_PROXIES', (text) => whole('TRUSTED_PROXIES', text, 10)) ?? 0,
    logLevel,
  };
};
