import type { SettingName } from '../config/settings.js';
import { ACCOUNT_OPTIONS } from './account-options.js';
import type { Options } from './arguments.js';
import { BOUNCES_OPTIONS } from './bounces-options.js';
import { CHECK_OPTIONS } from './check.js';
import { KEYS_OPTIONS } from './keys-options.js';
import { LIST_OPTIONS } from './list/options.js';
import { OUTCOMES_OPTIONS } from './outcomes-options.js';

/** A command, for the help. */
export interface Command {
  /** The command's purpose, as one line in the list of commands. */
  summary: string;
  /** Its arguments other than options. */
  takes?: string;
  options?: Options;
  /** Further help. */
  details?: string;
  /** The settings that it reads. */
  settings: readonly SettingName[];
  /** True if it reads the edge's quotas too. */
  quotas?: boolean;
}

const VERIFIER = [
  'DNS_SERVERS',
  'PRIVATE_NETWORKS',
  'SMTP_PROBE',
  'SMTP_PORT',
  'SMTP_HELO',
  'SMTP_FROM',
  'SMTP_SOURCE_ADDRESSES',
  'SMTP_PROXY',
] as const satisfies SettingName[];
const LISTENING = ['PORT', 'HOST', 'TRUSTED_PROXIES', 'PUBLIC_URL'] as const satisfies SettingName[];
const EDGE = [
  'ALLOWED_ORIGINS',
  'SECRET',
  'RECEIPT_KEY',
  'UPSTREAM_URL',
  'UPSTREAM_KEY',
  'UPSTREAM_RATE',
  'UPSTREAM',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'CHALLENGE',
  'CHALLENGE_SITE_KEY',
  'CHALLENGE_SECRET',
  'REDIS_URL',
  'METRICS_PORT',
  'METRICS_HOST',
  'LOG_LEVEL',
] as const satisfies SettingName[];
const TESTS = ['TEST_MODE'] as const satisfies SettingName[];
const STORE = ['DATABASE_URL', 'DATA_DIR'] as const satisfies SettingName[];

const SERVE: readonly SettingName[] = [
  ...LISTENING,
  ...STORE,
  ...EDGE,
  ...VERIFIER,
  ...TESTS,
  'WORKER',
  'BACKUP_DIR',
  'CHECK_RETENTION_DAYS',
  'OUTCOME_RETENTION_DAYS',
  'DOMAIN_OUTCOMES',
  'LIST_RETENTION_DAYS',
  'LIST_MAX_ROWS',
  'LISTS_URL',
  'UPLOAD_MAX_MB',
  'UPLOAD_STREAM_MAX_MB',
  'REGISTRATION',
  'SMTP_URL',
  'MAIL_FROM',
  'PAYMENT_WEBHOOK_SECRET',
  'CALLBACK_PRIVATE_HOSTS',
];

/** All commands by their names, in the order of the help. */
export const COMMANDS = {
  serve: {
    summary: 'serves the playground, the edge and the service',
    details: 'Without settings it serves on port 8080, and keeps its data in the folder data. Ctrl-C stops it.',
    settings: SERVE,
    quotas: true,
  },
  edge: {
    summary: 'serves only the edge, behind a reverse proxy',
    details: 'It needs ALLOWED_ORIGINS, SECRET and PUBLIC_URL. Without UPSTREAM_URL it queries DNS itself.',
    settings: [...LISTENING, ...EDGE, 'OUTCOMES_FEED', 'BASE_PATH', 'PREVIOUS_SECRET', 'DNS_SERVERS', ...TESTS],
    quotas: true,
  },
  work: {
    summary: 'works on uploaded lists, beside serve',
    details: 'It needs DATABASE_URL, that of the service; in as many processes as you want.',
    settings: [
      'DATABASE_URL',
      'SECRET',
      ...VERIFIER,
      ...TESTS,
      'CALLBACK_PRIVATE_HOSTS',
      'LISTS_URL',
      'DATA_DIR',
      'LOG_LEVEL',
    ],
  },
  check: {
    summary: 'checks addresses, and prints the verdict on each with its reasons',
    takes: 'ADDRESS…',
    options: CHECK_OPTIONS,
    settings: [...VERIFIER, ...TESTS],
  },
  list: {
    summary: 'checks a CSV file, or a text file with an address a line',
    takes: 'FILE',
    options: LIST_OPTIONS,
    details:
      'FILE - is standard input. With -o it writes the rows of FILE with the results in further columns; stopped, by Ctrl-C too,\n' +
      'the same command goes on where it was. Without -o it prints a line of JSON for each line of FILE.',
    settings: [...VERIFIER, ...TESTS, 'LIST_MAX_ROWS'],
  },
  account: {
    summary: 'shows and changes an account: its credits, plan and API keys',
    options: ACCOUNT_OPTIONS,
    details: 'Also while the service runs.',
    settings: [...STORE, 'SECRET', 'PUBLIC_URL'],
  },
  bounces: {
    summary: 'reports what became of your mail, from lists and from mails that came back',
    takes: 'FILE…',
    options: BOUNCES_OPTIONS,
    details:
      'FILE is a list with a column of outcomes, a mail (.eml), an mbox file, or a folder of them; - is standard input. Later\n' +
      'verdicts know the outcomes. Also while the service runs.',
    settings: [...STORE, 'SECRET'],
  },
  outcomes: {
    summary: 'prints what became of the forms: sign-ups saved, people sent away, waits',
    options: OUTCOMES_OPTIONS,
    details: 'While the edge runs: it asks the port of its metrics, or the server of DATA_DIR.',
    settings: ['METRICS_PORT', 'METRICS_HOST', 'DATA_DIR'],
  },
  keys: {
    summary: 'prints a new signing key for receipts, a value of RECEIPT_KEY',
    options: KEYS_OPTIONS,
    settings: [],
  },
  backup: {
    summary: 'writes a backup of the database in DATA_DIR',
    takes: 'FILE',
    details: 'Also while the service runs.',
    settings: ['DATA_DIR'],
  },
  restore: {
    summary: 'restores a backup into a new DATA_DIR, or into the empty PostgreSQL of DATABASE_URL',
    takes: 'FILE',
    settings: STORE,
  },
  doctor: {
    summary: 'says what is missing: settings, port, database, DNS, port 25, clock',
    details: 'It changes nothing, and exits with 1 if something does not work.',
    settings: [...SERVE, 'DOH_URL'],
    quotas: true,
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);
