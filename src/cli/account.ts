import { Readable } from 'node:stream';
import { problemResponse, type Problem } from '../protocol/index.js';
import { StartupError } from '../config/startup-error.js';
import type { Service } from '../service/index.js';
import { atStart } from '../service/store/unavailable.js';
import { readText } from '../util/read-body.js';
import {
  isAccountOptions,
  parseAccountOptions,
  type AccountOptions,
  type ParsedAccountOptions,
} from './account-options.js';
import { askControl } from './control-socket.js';
import { openForCommand } from './open-service.js';
import type { ServeSettings } from './serve-settings.js';

/** The command's name on the control socket. */
export const ACCOUNT = 'account';
/** The bounds of the messages between the two processes, in bytes and ms. A statement of the store may take 30 s. */
const MAX_OPTIONS_BYTES = 16_384;
const MAX_ANSWER_BYTES = 1_048_576;
const OPTIONS_TIMEOUT_MS = 5000;
const ANSWER_TIMEOUT_MS = 120_000;

type Print = (line: string) => void;

/**
 * The answer of the process that holds the store: the lines to print, and the error that ended the command, or null.
 */
interface Answer {
  lines: string[];
  error: string | null;
}

/** Creates the new key. A key that the start for this command has created is used, unless another kind is wanted. */
const makeKey = async (
  { keys }: Service,
  accountId: number,
  { newKey, revokeOld }: ParsedAccountOptions,
  firstKey: string | null,
): Promise<string | null> => {
  const isPlain = newKey === null || (newKey.mode === 'live' && newKey.name === undefined);
  if (firstKey !== null && isPlain) return firstKey;
  if (newKey === null) return null;
  return (await keys[revokeOld ? 'replace' : 'add'](accountId, newKey)).key;
};

const rotateKey = async ({ keys }: Service, accountId: number, shown: string): Promise<string> => {
  const found = (await keys.list(accountId)).filter(({ prefix, expiresAt }) => prefix === shown && expiresAt === null);
  const [key] = found;
  if (key === undefined || found.length > 1)
    throw new StartupError(
      `--rotate must be the start of one API key, as --keys shows it, got ${JSON.stringify(shown)}`,
    );
  return (await keys.rotate(accountId, key.id)).key;
};

const printKeys = async ({ keys }: Service, accountId: number, print: Print): Promise<void> => {
  for (const { prefix, mode, name, lastUsedAt, expiresAt } of await keys.list(accountId)) {
    const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used';
    print(`${prefix}…  ${mode}  ${name}  ${used}${expiresAt ? `  works until ${expiresAt.toISOString()}` : ''}`);
  }
};

const printAccounts = async ({ accounts }: Service, before: number | null, print: Print): Promise<void> => {
  const listed = await accounts.list(before ?? undefined);
  for (const { id, email, plan, credits, createdAt } of listed) {
    const { free, bought, reserved } = credits;
    const owner = email ?? 'no user';
    print(`${id}  ${owner}  ${plan}  free ${free}  bought ${bought}  reserved ${reserved}  ${createdAt.toISOString()}`);
  }
  const last = listed.at(-1);
  if (last !== undefined && (await accounts.list(last.id)).length > 0) print(`Older ones: --list --before ${last.id}`);
};

/** The id of the account that an option names; the first without. @throws RangeError. */
export const idOf = async ({ accounts, firstAccount }: Service, account: number | string | null): Promise<number> =>
  account === null ? firstAccount : typeof account === 'number' ? account : accounts.find(account);

/** Turns a refused option or a failing store into one line. */
export const asLine = (error: unknown): unknown =>
  error instanceof RangeError ? new StartupError(`${error.message}.`, { cause: error }) : atStart(error);

/**
 * Executes the command, in the process that holds the store.
 * @param firstKey the key of the first account, if opening the service for this command has created it.
 * @throws StartupError for an invalid option, or a store that fails.
 */
const carryOut = async (
  service: Service,
  options: AccountOptions,
  print: Print,
  firstKey: string | null = null,
): Promise<void> => {
  const parsed = parseAccountOptions(options);
  const { accounts, users } = service;
  const { count, expiresAt, source, plan, rotate } = parsed;
  try {
    const id = await idOf(service, parsed.account);
    // First, since an unknown account is an error, and nothing may be changed then.
    await accounts.read(id);
    const key = await makeKey(service, id, parsed, id === service.firstAccount ? firstKey : null);
    if (key !== null) print(`The API key: ${key}   (shown this once; keep it)`);
    if (rotate !== null)
      print(`The API key: ${await rotateKey(service, id, rotate)}   (the old one works for 24 hours)`);
    if (count !== null) await accounts.addCredits(id, count, { source, ...(expiresAt !== null && { expiresAt }) });
    if (plan !== null) await accounts.setPlan(id, plan);
    if (parsed.operatorLink) print(`The operator's link: ${await users.operatorLink()}   (works once, for a day)`);
    if (parsed.invite) print(`The invitation: ${(await users.invite()).link}   (works once, for a week)`);
    if (parsed.keys) await printKeys(service, id, print);
    if (parsed.list) await printAccounts(service, parsed.before, print);
    else print(JSON.stringify(await accounts.read(id)));
  } catch (error) {
    throw asLine(error);
  }
};

/** Answers the command `account` of another process; see control-socket.ts. */
export const answerAccount = async (
  service: Service,
  request: Request,
  onError: (error: unknown) => void,
): Promise<Response> => {
  const limits = { maxBytes: MAX_OPTIONS_BYTES, timeoutMs: OPTIONS_TIMEOUT_MS };
  const options = await readText(request, limits)
    .then((text): unknown => JSON.parse(text))
    .catch(() => null);
  if (!isAccountOptions(options))
    return problemResponse('bad_request', 'It knows no such options: restart it with this version.');
  const lines: string[] = [];
  const answer = (error: string | null): Response => Response.json({ lines, error } satisfies Answer);
  try {
    await carryOut(service, options, (line) => lines.push(line));
    return answer(null);
  } catch (error) {
    if (error instanceof StartupError) return answer(error.message);
    onError(error);
    return answer('The running service failed; its log says why.');
  }
};

const isAnswer = (value: unknown): value is Answer => {
  const { lines, error } = (value ?? {}) as Partial<Answer>;
  return (
    Array.isArray(lines) &&
    lines.every((line) => typeof line === 'string') &&
    (error === null || typeof error === 'string')
  );
};

/**
 * Lets a running service execute the command.
 * @returns false if no service holds the data folder.
 */
const askRunning = async (dataDir: string, options: AccountOptions, print: Print): Promise<boolean> => {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  let answer: unknown;
  try {
    const response = await askControl(dataDir, ACCOUNT, { body: JSON.stringify(options), signal });
    if (response === null) return false;
    const read = new Response(Readable.toWeb(response) as ReadableStream);
    answer = JSON.parse(await readText(read, { maxBytes: MAX_ANSWER_BYTES, signal }));
  } catch (cause) {
    throw new StartupError(
      'the running service broke off its answer, or gave none in two minutes; look at --keys and at the credits before you repeat the command',
      { cause },
    );
  }
  if (!isAnswer(answer)) {
    const { detail } = (answer ?? {}) as Partial<Problem>;
    throw new StartupError(`the running service refused the command. ${detail ?? ''}`);
  }
  for (const line of answer.lines) print(line);
  if (answer.error !== null) throw new StartupError(answer.error);
  return true;
};

/**
 * `email-verify-server account`: adds credits to an account, sets its plan, creates or rotates an API key, shows the
 * account, or lists all; creates links for the operator and for invited people. If a service runs on the embedded
 * store, that service executes the command.
 * @throws StartupError for an invalid option, or a store that fails.
 */
export const account = async (options: AccountOptions, settings: ServeSettings, print: Print): Promise<void> => {
  parseAccountOptions(options);
  if (settings.databaseUrl === null && (await askRunning(settings.dataDir, options, print))) return;
  const service = await openForCommand(settings);
  await carryOut(service, options, print, service.firstKey).finally(() => service.close());
};
