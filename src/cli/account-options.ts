import { parseAddress } from '../address/parse.js';
import { dateText, oneOf, readText, wholeNumber, type Parser } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import { PLANS } from '../service/index.js';
import type { Options, Values } from './arguments.js';

/** The options of `email-verify-server account`. */
export const ACCOUNT_OPTIONS = {
  account: {
    type: 'string',
    value: 'ID|ADDRESS',
    help: 'the account, by its id or the address of its user (the first)',
  },
  keys: { type: 'boolean', help: 'lists its API keys' },
  'new-key': { type: 'boolean', help: 'makes another API key' },
  name: { type: 'string', value: 'NAME', help: 'with --new-key: its name' },
  test: { type: 'boolean', help: 'with --new-key: a test key' },
  'revoke-old': { type: 'boolean', help: 'with --new-key: revokes the older ones' },
  rotate: { type: 'string', value: 'KEY', help: 'replaces the key that starts with KEY, which works on for 24 hours' },
  credits: { type: 'string', value: 'N', help: 'adds bought credits' },
  expires: { type: 'string', value: 'DATE', help: 'with --credits: when they expire' },
  grant: { type: 'boolean', help: 'with --credits: they are granted, not bought' },
  plan: { type: 'string', value: 'PLAN', help: `changes its plan: ${PLANS.join(' or ')}` },
  list: { type: 'boolean', help: 'lists the newest fifty accounts' },
  before: { type: 'string', value: 'ID', help: 'with --list: those older than account ID' },
  'operator-link': {
    type: 'boolean',
    help: 'prints a link, for one use within a day, that makes its opener the operator, or gives the operator another address and password',
  },
  invite: { type: 'boolean', help: 'prints a link with which one person may register within a week' },
} as const satisfies Options;

/** The values of the options, not yet parsed. */
export type AccountOptions = Values<typeof ACCOUNT_OPTIONS>;

/** True for a value with the shape of options, which another process has sent. */
export const isAccountOptions = (value: unknown): value is AccountOptions =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, given]) =>
      Object.hasOwn(ACCOUNT_OPTIONS, name) && typeof given === ACCOUNT_OPTIONS[name as keyof AccountOptions].type,
  );

/** Refuses an option that has no effect without another one. */
const requireBeside = (option: string, isGiven: boolean, other: string, isOtherGiven: boolean, reason = ''): void => {
  if (isGiven && !isOtherGiven) throw new StartupError(`${option} requires ${other}${reason}.`);
};

const accountId = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** An account's id, or the address of its user. */
export const accountText: Parser<number | string> = {
  expected: 'the id of an account, or the e-mail address of its user',
  parse: (given) => accountId.parse(given) ?? (parseAddress(given.trim()).ok ? given : undefined),
  describe: () => null,
};

const optional = <T>(option: string, given: string | undefined, parser: Parser<T>): T | null =>
  given === undefined ? null : readText(option, given, parser);

/**
 * Parses the options of `email-verify-server account`.
 * @throws StartupError for an invalid one, or one without another that it requires.
 */
export const parseAccountOptions = (options: AccountOptions) => {
  const {
    'new-key': newKey = false,
    'revoke-old': revokeOld = false,
    test = false,
    grant = false,
    list = false,
  } = options;
  const { account, before, credits, expires, name, plan } = options;
  requireBeside('--revoke-old', revokeOld, '--new-key', newKey, ': without it no API key would be left');
  requireBeside('--test', test, '--new-key', newKey);
  requireBeside('--name', name !== undefined, '--new-key', newKey);
  requireBeside('--expires', expires !== undefined, '--credits', credits !== undefined);
  requireBeside('--grant', grant, '--credits', credits !== undefined);
  requireBeside('--before', before !== undefined, '--list', list);
  return {
    /** Null for the first account. */
    account: optional('--account', account, accountText),
    list,
    before: optional('--before', before, accountId),
    count: optional('--credits', credits, wholeNumber(1, 999_999_999)),
    expiresAt: optional('--expires', expires, dateText),
    source: grant ? ('grant' as const) : ('purchase' as const),
    plan: optional('--plan', plan, oneOf(...PLANS)),
    newKey: newKey ? { mode: test ? ('test' as const) : ('live' as const), ...(name !== undefined && { name }) } : null,
    revokeOld,
    rotate: options.rotate ?? null,
    keys: options.keys ?? false,
    operatorLink: options['operator-link'] ?? false,
    invite: options.invite ?? false,
  };
};

export type ParsedAccountOptions = ReturnType<typeof parseAccountOptions>;
