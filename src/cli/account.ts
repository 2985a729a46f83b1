import { dateText, oneOf, readText, wholeNumber } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import { PLANS, type Service } from '../service/index.js';
import { createLog, openService } from './open-service.js';
import { secretsOf } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';

/** The options of `email-verify account`, not yet parsed. */
export interface AccountOptions {
  credits?: string | undefined;
  expires?: string | undefined;
  grant?: boolean | undefined;
  plan?: string | undefined;
  newKey?: boolean | undefined;
  name?: string | undefined;
  test?: boolean | undefined;
  revokeOld?: boolean | undefined;
  rotate?: string | undefined;
  keys?: boolean | undefined;
  operatorLink?: boolean | undefined;
  invite?: boolean | undefined;
}

/** An option that only means something beside another one. */
const requireBeside = (
  option: string,
  isGiven: boolean,
  other: string,
  isOtherGiven: boolean,
  reason: string,
): void => {
  if (isGiven && !isOtherGiven) throw new StartupError(`${option} requires ${other}${reason}.`);
};

const parse = ({ credits, expires, grant = false, plan, ...keys }: AccountOptions) => {
  const { newKey = false, revokeOld = false, test = false, name } = keys;
  requireBeside('--revoke-old', revokeOld, '--new-key', newKey, ': without it no API key would be left');
  requireBeside('--test', test, '--new-key', newKey, '');
  requireBeside('--name', name !== undefined, '--new-key', newKey, '');
  requireBeside('--expires', expires !== undefined, '--credits', credits !== undefined, '');
  requireBeside('--grant', grant, '--credits', credits !== undefined, '');
  return {
    count: credits === undefined ? null : readText('--credits', credits, wholeNumber(1, 999_999_999)),
    expiresAt: expires === undefined ? null : readText('--expires', expires, dateText),
    source: grant ? ('grant' as const) : ('purchase' as const),
    plan: plan === undefined ? null : readText('--plan', plan, oneOf(...PLANS)),
    newKey: newKey ? { mode: test ? ('test' as const) : ('live' as const), ...(name !== undefined && { name }) } : null,
    revokeOld,
  };
};

type Parsed = ReturnType<typeof parse>;

/** Makes the new key; a new account comes with one, which is the new one unless it is to be another kind. */
const makeKey = async (service: Service, { newKey, revokeOld }: Parsed): Promise<string | null> => {
  const { firstKey, firstAccount, keys } = service;
  const isPlain = newKey === null || (newKey.mode === 'live' && newKey.name === undefined);
  if (firstKey !== null && isPlain) return firstKey;
  if (newKey === null) return null;
  return (await keys[revokeOld ? 'replace' : 'add'](firstAccount, newKey)).key;
};

const rotateKey = async ({ firstAccount, keys }: Service, shown: string): Promise<string> => {
  const found = (await keys.list(firstAccount)).filter(
    ({ prefix, expiresAt }) => prefix === shown && expiresAt === null,
  );
  const [key] = found;
  if (key === undefined || found.length > 1)
    throw new StartupError(
      `--rotate must be the start of one API key, as --keys shows it, got ${JSON.stringify(shown)}`,
    );
  return (await keys.rotate(firstAccount, key.id)).key;
};

const printKeys = async ({ firstAccount, keys }: Service, print: (line: string) => void): Promise<void> => {
  for (const { prefix, mode, name, lastUsedAt, expiresAt } of await keys.list(firstAccount)) {
    const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used';
    print(`${prefix}…  ${mode}  ${name}  ${used}${expiresAt ? `  works until ${expiresAt.toISOString()}` : ''}`);
  }
};

/** Turns a refused option into one line. */
const asOptionError = (error: unknown): unknown =>
  error instanceof RangeError ? new StartupError(`${error.message}.`, { cause: error }) : error;

/**
 * `email-verify account`: adds credits to the first account, sets its plan, makes or rotates an API key, and shows the
 * account; makes links for the operator and for people who are invited.
 * @throws StartupError for an invalid option, or if a running server has locked the store.
 */
export const account = async (
  options: AccountOptions,
  settings: ServeSettings,
  print: (line: string) => void,
): Promise<void> => {
  const parsed = parse(options);
  const { count, expiresAt, source, plan } = parsed;
  const secrets = await secretsOf(settings);
  const service = await openService(settings, secrets, createLog('warn'));
  const { accounts, firstAccount, users } = service;
  try {
    const key = await makeKey(service, parsed);
    if (key !== null) print(`The API key: ${key}   (shown this once; keep it)`);
    if (options.rotate !== undefined)
      print(`The API key: ${await rotateKey(service, options.rotate)}   (the old one works for 24 hours)`);
    if (count !== null)
      await accounts.addCredits(firstAccount, count, { source, ...(expiresAt !== null && { expiresAt }) });
    if (plan !== null) await accounts.setPlan(firstAccount, plan);
    if (options.operatorLink) print(`The operator's link: ${await users.operatorLink()}   (works once, for a day)`);
    if (options.invite) print(`The invitation: ${(await users.invite()).link}   (works once, for a week)`);
    if (options.keys) await printKeys(service, print);
    const answer = await service.fetch(
      new Request('http://localhost/api/account', { headers: { 'x-api-key': secrets.ownKey } }),
    );
    print(await answer.text());
  } catch (error) {
    throw asOptionError(error);
  } finally {
    await service.close();
  }
};
