import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ListFileError } from '../address/list-file/list-file-error.js';
import { readText, type Parser } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import { outcomeIn } from '../service/bounce-files/outcome-columns.js';
import { NoOutcomes } from '../service/bounce-files/read-bounce-file.js';
import { sayCounts } from '../service/bounce-files/say-counts.js';
import {
  storeBounceFile,
  sumOfFiles,
  type CountedFile,
  type StoreReports,
} from '../service/bounce-files/store-bounce-file.js';
import type { MailReport, Reported, Service } from '../service/index.js';
import type { MailOutcome } from '../service/mail-outcomes/mail-outcomes.js';
import { errorCode } from '../util/errors.js';
import { accountText } from './account-options.js';
import { PROGRAM, type Values } from './arguments.js';
import { BOUNCES, BOUNCES_ANSWER, storeReports, type BouncesMessage } from './bounces-answer.js';
import type { BOUNCES_OPTIONS } from './bounces-options.js';
import { askControl } from './control-socket.js';
import { openForCommand } from './open-service.js';
import type { ServeSettings } from './serve-settings.js';

/** Standard input, as an argument. */
const STANDARD = '-';
/** Folders within folders that are looked into: a Maildir has one. */
const MAX_DEPTH = 4;
/** The time that storing a thousand reports may take, in ms. */
const TIMEOUT_MS = 120_000;

const outcomeText: Parser<MailOutcome> = {
  expected: 'bounced, soft_bounce, delivered or complaint',
  parse: (given) => outcomeIn(given) ?? undefined,
};

/** The files of an argument: all of a folder, in the order of their names. Hidden ones are left out. */
async function* filesOf(path: string, depth = 0): AsyncGenerator<string, void, undefined> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new StartupError(`${path} cannot be read (${errorCode(cause)}).`, { cause });
  });
  if (!found.isDirectory()) return yield path;
  if (depth > MAX_DEPTH) return;
  for (const name of (await readdir(path)).sort())
    if (!name.startsWith('.')) yield* filesOf(join(path, name), depth + 1);
}

/** Lets a running service store reports. @returns null if no service holds the data folder. */
const askRunning = async (dataDir: string, message: BouncesMessage): Promise<Reported | null> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await askControl(dataDir, BOUNCES, { body: JSON.stringify(message), signal });
  if (response === null) return null;
  const answer = BOUNCES_ANSWER.safeParse(await json(response));
  if (!answer.success) throw new StartupError('the running service does not know this command: restart it.');
  if ('error' in answer.data) throw new StartupError(answer.data.error);
  return answer.data;
};

/** Opens the way to the store: a running service, or one that is opened for this command. */
const openSend = async (
  settings: ServeSettings,
  account: number | string | null,
): Promise<{ send: StoreReports; close: () => Promise<void> }> => {
  const message = (reports: readonly MailReport[]): BouncesMessage => ({ account, reports: [...reports] });
  const { dataDir } = settings;
  if (settings.databaseUrl === null && (await askRunning(dataDir, message([]))) !== null) {
    const send: StoreReports = async (reports) => {
      const stored = await askRunning(dataDir, message(reports));
      if (stored === null) throw new StartupError('the service has ended; repeat the command.');
      return stored;
    };
    return { send, close: () => Promise.resolve() };
  }
  const service: Service = await openForCommand(settings);
  return { send: (reports) => storeReports(service, account, reports), close: service.close };
};

/**
 * `email-verify-server bounces`: reports what became of mail, from files.
 * @throws StartupError for a wrong option, a file that cannot be read, or a store that fails.
 */
export const bounces = async (
  paths: readonly string[],
  { outcome: given, account }: Values<typeof BOUNCES_OPTIONS>,
  settings: ServeSettings,
  { stdin, print }: { stdin: AsyncIterable<Uint8Array>; print: (line: string) => void },
): Promise<void> => {
  if (paths.length === 0) throw new StartupError(`bounces needs a file: ${PROGRAM} bounces bounced.csv`);
  const outcome = given === undefined ? undefined : readText('--outcome', given, outcomeText);
  const owner = account === undefined ? null : readText('--account', account, accountText);
  const { send, close } = await openSend(settings, owner);
  const files: CountedFile[] = [];
  const readOne = async (name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    try {
      files.push(await storeBounceFile(bytes, { outcome }, send));
    } catch (error) {
      if (error instanceof NoOutcomes)
        throw new StartupError(`${name}: ${error.message} For all bounced: --outcome bounced.`);
      throw error instanceof ListFileError ? new StartupError(`${name}: ${error.message}`, { cause: error }) : error;
    }
  };
  try {
    for (const path of paths)
      if (path === STANDARD) await readOne('standard input', stdin);
      else for await (const file of filesOf(path)) await readOne(file, createReadStream(file));
  } finally {
    await close();
  }
  const counted = sumOfFiles(files);
  const read = files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`;
  print(counted === null ? 'There are no files.' : `${read}: ${sayCounts(counted)}`);
};
