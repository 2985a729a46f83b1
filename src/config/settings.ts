import {
  baseUrl,
  dohUrl,
  flag,
  hostName,
  ipAddresses,
  ipServers,
  listenHost,
  mailAddress,
  oneOf,
  origins,
  orOff,
  path,
  postgresUrl,
  readText,
  redisUrl,
  secret,
  secretText,
  smtpUrl,
  socksUrl,
  text,
  webhookSecrets,
  wholeNumber,
  type Parser,
} from './parsers.js';
import { StartupError } from './startup-error.js';

/** The environment variables of a process, or of a Worker. */
export type Environment = Readonly<Record<string, unknown>>;

interface Setting {
  parser: Parser<unknown>;
  /** The default. Null if the program finds or generates a value, or needs none. */
  default: unknown;
  /** A line of help. */
  meaning: string;
}

const secretParser = secret(32);
const challengeParser = oneOf('adaptive', 'off', 'altcha', 'turnstile', 'hcaptcha', 'recaptcha');

/** Every setting by its name, except the edge's quotas, which are named after the options of `createEdge`. */
export const SETTINGS = {
  PORT: { parser: wholeNumber(0, 65_535), default: 8080, meaning: 'TCP port to listen on; 0 takes a free one' },
  HOST: { parser: listenHost, default: null, meaning: 'address of this machine to listen on (all)' },
  TRUSTED_PROXIES: { parser: wholeNumber(0, 10), default: 0, meaning: 'reverse proxies of yours before the server' },
  PUBLIC_URL: { parser: baseUrl, default: null, meaning: 'URL by which browsers reach the server or the edge' },
  BASE_PATH: { parser: path, default: '', meaning: 'path under which the routes of the edge stand' },
  DATABASE_URL: { parser: postgresUrl, default: null, meaning: 'PostgreSQL to use in place of one in DATA_DIR' },
  WORKER: {
    parser: oneOf('on', 'off'),
    default: 'on',
    meaning: 'off: uploaded lists are left to email-verify-server work, on the same DATABASE_URL',
  },
  REDIS_URL: { parser: redisUrl, default: null, meaning: 'Redis for counters and verdicts that edges share' },
  DATA_DIR: { parser: text, default: 'data', meaning: 'folder for the database and the secret' },
  BACKUP_DIR: { parser: text, default: null, meaning: 'folder for a daily backup of the database in DATA_DIR' },
  CHECK_RETENTION_DAYS: {
    parser: orOff(wholeNumber(1, 36_500)),
    default: 90,
    meaning: 'days for which checks are kept, without addresses; off: for good',
  },
  OUTCOME_RETENTION_DAYS: {
    parser: wholeNumber(1, 3650),
    default: 90,
    meaning: 'days for which the service keeps the counts of forms',
  },
  DOMAIN_OUTCOMES: {
    parser: oneOf('off', 'on'),
    default: 'off',
    meaning: 'on: explanations tell what became of mail of several accounts to a domain',
  },
  LISTS_URL: {
    parser: baseUrl,
    default: null,
    meaning: 'signed lists of disposable and free domains, read once a day (those of the release)',
  },
  LIST_RETENTION_DAYS: {
    parser: wholeNumber(1, 3650),
    default: 30,
    meaning: 'days for which lists and their results are kept, at most',
  },
  LIST_MAX_ROWS: { parser: wholeNumber(1, 10_000_000), default: 1_000_000, meaning: 'rows of a list' },
  UPLOAD_MAX_MB: { parser: wholeNumber(1, 100), default: 25, meaning: 'MB of a list in a data URI' },
  UPLOAD_STREAM_MAX_MB: { parser: wholeNumber(1, 10_000), default: 250, meaning: 'MB of a list that is streamed' },
  SECRET: {
    parser: secretParser,
    default: null,
    meaning: `${secretParser.expected}; serve makes one, and keeps it in DATA_DIR`,
  },
  PREVIOUS_SECRET: { parser: secretParser, default: null, meaning: 'SECRET before it was changed' },
  RECEIPT_KEY: { parser: secretText, default: null, meaning: 'signs receipts: JSON by email-verify-server keys' },
  ALLOWED_ORIGINS: { parser: origins, default: null, meaning: 'origins of your pages, separated by commas' },
  UPSTREAM: {
    parser: oneOf('service', 'ses', 'reacher'),
    default: 'service',
    meaning: 'interface of the service that the edge asks: this one, Amazon SES, or Reacher',
  },
  UPSTREAM_URL: { parser: baseUrl, default: null, meaning: 'verification service that the edge asks' },
  UPSTREAM_KEY: { parser: secretText, default: null, meaning: 'API key of your account there' },
  UPSTREAM_RATE: { parser: wholeNumber(1, 10_000), default: 5, meaning: 'calls a second to that service' },
  OUTCOMES_FEED: {
    parser: oneOf('on', 'off'),
    default: 'on',
    meaning: 'off: that service is not told the outcomes of forms, which are counters',
  },
  AWS_REGION: { parser: text, default: null, meaning: 'for UPSTREAM=ses: region, such as eu-central-1' },
  AWS_ACCESS_KEY_ID: { parser: secretText, default: null, meaning: 'key that may call ses:GetEmailAddressInsights' },
  AWS_SECRET_ACCESS_KEY: { parser: secretText, default: null, meaning: 'secret of that key' },
  AWS_SESSION_TOKEN: { parser: secretText, default: null, meaning: 'session token, if that key is a temporary one' },
  CHALLENGE: {
    parser: challengeParser,
    default: 'adaptive',
    meaning: `challenge before a token: ${challengeParser.expected}`,
  },
  CHALLENGE_SITE_KEY: { parser: text, default: null, meaning: 'site key at the provider of the challenge' },
  CHALLENGE_SECRET: { parser: secretText, default: null, meaning: 'secret key there' },
  DNS_SERVERS: { parser: ipServers, default: null, meaning: "DNS servers, such as 9.9.9.9:53 (the system's)" },
  DOH_URL: { parser: dohUrl, default: null, meaning: 'DNS server asked over HTTPS on Workers, Deno and Bun' },
  PRIVATE_NETWORKS: {
    parser: oneOf('off', 'on'),
    default: 'off',
    meaning: 'on: mail servers at private addresses count, for a closed network',
  },
  SMTP_PROBE: { parser: oneOf('off', 'on'), default: 'off', meaning: 'on: mail servers are asked for the mailbox' },
  SMTP_PORT: { parser: wholeNumber(1, 65_535), default: 25, meaning: 'TCP port of mail servers' },
  SMTP_HELO: { parser: hostName, default: null, meaning: "name of this machine for them (the system's)" },
  SMTP_FROM: { parser: mailAddress, default: '', meaning: 'address for MAIL FROM; empty for the null one' },
  SMTP_SOURCE_ADDRESSES: {
    parser: ipAddresses,
    default: null,
    meaning: "addresses of this machine to connect from, in turn (the system's choice)",
  },
  SMTP_PROXY: { parser: socksUrl, default: null, meaning: 'SOCKS5 proxy for connections to mail servers' },
  REGISTRATION: {
    parser: oneOf('open', 'invite', 'closed'),
    default: 'closed',
    meaning: 'who may register: everybody (open), people with a code of the operator (invite), nobody',
  },
  SMTP_URL: { parser: smtpUrl, default: null, meaning: 'SMTP server for mails to users (their links are logged)' },
  MAIL_FROM: { parser: mailAddress, default: null, meaning: 'sender of these mails' },
  PAYMENT_WEBHOOK_SECRET: {
    parser: webhookSecrets,
    default: null,
    meaning: 'secrets of signed messages that add bought credits',
  },
  CALLBACK_PRIVATE_HOSTS: {
    parser: oneOf('off', 'on'),
    default: 'off',
    meaning: 'on: callbacks of lists may go to private addresses, and by http',
  },
  METRICS_PORT: { parser: wholeNumber(0, 65_535), default: null, meaning: 'TCP port for Prometheus' },
  METRICS_HOST: { parser: listenHost, default: '127.0.0.1', meaning: 'address of that port' },
  TEST_MODE: {
    parser: flag,
    default: null,
    meaning: '1, for tests: the local part of an address names its verdict; not with NODE_ENV=production',
  },
  LOG_LEVEL: {
    parser: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    meaning: 'least severe level that is logged',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
/** The value of a setting. */
export type SettingValue<N extends SettingName> = (typeof SETTINGS)[N] extends {
  parser: Parser<infer T>;
  default: infer D;
}
  ? T | Extract<D, null>
  : never;
export type LogLevel = SettingValue<'LOG_LEVEL'>;

/** The text of a setting, trimmed; null when it is unset or empty. On Workers a variable may also be a number. */
const textOf = (environment: Environment, name: string): string | null => {
  const value = environment[name] ?? '';
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new StartupError(`${name} must be text, got ${typeof value}.`);
  }
  return String(value).trim() || null;
};

/**
 * Reads a variable that is not in {@link SETTINGS}.
 * @returns null when it is unset or empty.
 * @throws StartupError with one line that names it and says what would be right.
 */
export const readVariable = <T>(environment: Environment, name: string, parser: Parser<T>): T | null => {
  const given = textOf(environment, name);
  return given === null ? null : readText(name, given, parser);
};

/**
 * Reads a setting.
 * @returns its default when it is unset or empty.
 * @throws StartupError with one line that names it and says what would be right.
 */
export const readSetting = <N extends SettingName>(environment: Environment, name: N): SettingValue<N> => {
  const { parser, default: otherwise }: Setting = SETTINGS[name];
  // The compiler does not connect a name with the type of its row's parser.
  return (readVariable(environment, name, parser) ?? otherwise) as SettingValue<N>;
};
