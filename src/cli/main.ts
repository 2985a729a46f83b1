#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSetting, SETTINGS } from '../config/settings.js';
import { StartupError } from '../config/startup-error.js';
import { endOnSignal } from '../edge/runtime/served.js';
import { errorCode } from '../util/errors.js';
import { account } from './account.js';
import { ACCOUNT_OPTIONS } from './account-options.js';
import { backup } from './backup.js';
import { check, checkList } from './check.js';
import { doctor } from './doctor/doctor.js';
import { serveEdgeAlone } from './edge.js';
import { keys } from './keys.js';
import { readListCommand, type ListCommand } from './list/options.js';
import { runList } from './list/run-list.js';
import { openVerifier } from './open-service.js';
import { restore } from './restore.js';
import { serve } from './serve.js';
import { readServeSettings } from './serve-settings.js';
import type { Assets } from './static.js';
import { work } from './work.js';
import type { Verifier } from '../verifier/index.js';

const HELP = `email-verify: checks e-mail addresses, on the command line and for sign-up forms.

  email-verify serve                      serves the playground, the edge and the service
  email-verify edge                       serves only the edge, behind a reverse proxy
  email-verify work                       works on uploaded lists, beside email-verify serve: needs its DATABASE_URL
  email-verify check [--json] [--block WORDS] ADDRESS…
                                          checks addresses and prints the verdict on each with its reasons, or a line of
                                          JSON; exits with 2 if one of them has a verdict of --block (invalid)
  email-verify list FILE -o OUT [--remove-duplicates] [--remove-same-mailbox] [--header | --no-header]
                    [--column NAME|N] [--json] [--service URL]
                                          checks a CSV file, or a text file with an address a line (-: standard input),
                                          and writes it to OUT (-: standard output) with the results in further columns,
                                          or with --json as JSON; leaves out repeated addresses, or all but one of those
                                          that reach the same person; --column names the one with the addresses, or its
                                          number, if it is not found. Stopped, by Ctrl-C too, the same command goes on
                                          where it was. With --service, a service checks the list: the API key is in
                                          EMAIL_VERIFY_KEY
  email-verify list FILE                  checks each line of a file (-: standard input) and prints a line of JSON for it
  email-verify account [--account ID|ADDRESS] [--credits N [--expires DATE] [--grant]] [--plan standard|enterprise]
                       [--keys] [--new-key [--name NAME] [--test] [--revoke-old]] [--rotate KEY]
                                          shows an account, the first one unless named by its id or the address of its
                                          user; adds bought or granted credits, changes its plan, lists its API keys,
                                          creates another one, revokes the older ones, replaces the one that starts with
                                          KEY, which works on for 24 hours; also while the service runs
  email-verify account --list [--before ID]
                                          lists the newest fifty accounts, or those older than account ID
  email-verify account --operator-link    prints a link, for one use within a day, that makes its opener the operator, or
                                          gives the operator another address and password
  email-verify account --invite           prints a link with which one person may register within a week
  email-verify keys [--alg EdDSA|ES256] [--previous FILE]
                                          prints a new signing key for receipts, a value of RECEIPT_KEY; with the
                                          current RECEIPT_KEY in FILE (-: standard input), a list of both
  email-verify backup FILE                writes a backup of the database in DATA_DIR, also while the service runs
  email-verify restore FILE               restores it into a new DATA_DIR, or into the empty PostgreSQL of DATABASE_URL
  email-verify doctor                     examines DNS, port 25, the clock and the data folder, and says what to do

Settings are environment variables (see README.md and docs/edge.md):

${Object.entries(SETTINGS)
  .map(
    ([name, { meaning, default: value }]) =>
      `  ${name.padEnd(20)}${meaning}${value === null || value === '' ? '' : ` (${value})`}`,
  )
  .join('\n')}
  CHECKS_PER_DAY      and the other quotas of the edge`;

/** The exit codes: the command failed; an address is blocked; stopped by Ctrl-C, as shells have it. */
const FAILED = 1;
const BLOCKED = 2;
const INTERRUPTED = 130;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

// A reader such as head closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const builtFolder = (name: string): string => join(import.meta.dirname, '..', name);
/** The built files of the playground, the script tag, the manual and the dashboard. */
const ASSETS: Assets[] = [
  { folder: builtFolder('demo'), path: '/' },
  { folder: builtFolder('cdn'), path: '/' },
  // Not in the npm package: there the playground's own page says where the manual is.
  ...(existsSync(builtFolder('site/docs')) ? [{ folder: builtFolder('site/docs'), path: '/docs/' }] : []),
  { folder: builtFolder('dashboard'), path: '/dashboard/', isPrivate: true },
];

const runServer = async (): Promise<void> => {
  const settings = readServeSettings(process.env);
  const running = await serve(settings, ASSETS);
  // Installed before the first line is printed: its reader may press Ctrl-C at once.
  endOnSignal(() => running.close());
  const { url, firstKey, operatorLink } = running;
  print(`email-verify serves at ${url}/`);
  print(`  the page       ${url}/`);
  print(`  the dashboard  ${url}/dashboard/`);
  print(`  the edge       ${url}/verify/`);
  print(`  the service    ${url}/api/validate?apikey=…&email=…`);
  if (firstKey !== null) print(`  the API key    ${firstKey}   (shown this once; keep it)`);
  if (operatorLink !== null) print(`  the operator   ${operatorLink}   (works once, for a day)`);
  print('Press Ctrl-C to stop.');
};

const runEdge = async (): Promise<void> => {
  const { url, close } = await serveEdgeAlone(process.env);
  endOnSignal(close);
  print(`The edge serves at ${url}/`);
};

const runWorker = async (): Promise<void> => {
  const { close } = await work(readServeSettings(process.env));
  endOnSignal(close);
  print('email-verify works on lists. Press Ctrl-C to stop.');
};

const withVerifier = async <T>(use: (verifier: Verifier) => Promise<T>): Promise<T> => {
  const verifier = openVerifier(readServeSettings(process.env));
  try {
    return await use(verifier);
  } finally {
    await verifier.close();
  }
};

const checkFile = async (command: ListCommand): Promise<void> => {
  const { input, output } = command;
  if (output === null) {
    await withVerifier((verifier) => checkList(input, verifier, print));
    return;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(INTERRUPTED);
      stop.abort();
    });
  const { stdin, stdout, stderr } = process;
  const { signal } = stop;
  try {
    await runList(
      { ...command, output },
      {
        ...{ stdin, stdout, stderr, signal },
        key: process.env['EMAIL_VERIFY_KEY'],
        openVerifier: () => {
          const settings = readServeSettings(process.env);
          const { listLimits, smtp } = settings;
          return { verifier: openVerifier(settings), maxRows: listLimits.maxRows, asksMailServers: smtp.probe };
        },
      },
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exit(INTERRUPTED);
  }
};

const run = async ([command, ...args]: string[]): Promise<void> => {
  switch (command) {
    case 'serve':
      return runServer();
    case 'edge':
      return runEdge();
    case 'work':
      return runWorker();
    case 'check': {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { json: { type: 'boolean' }, block: { type: 'string' } },
      });
      const passed = await withVerifier((verifier) => check(positionals, values, verifier, print));
      if (!passed) process.exitCode = BLOCKED;
      return;
    }
    case 'list':
      return checkFile(readListCommand(args));
    case 'backup':
      return backup(args, readServeSettings(process.env), print);
    case 'restore':
      return restore(args, readServeSettings(process.env), print);
    case 'doctor':
      if (!(await doctor({ ...readServeSettings(process.env), dohUrl: readSetting(process.env, 'DOH_URL') }, print)))
        process.exitCode = FAILED;
      return;
    case 'account': {
      const { values } = parseArgs({ args, options: ACCOUNT_OPTIONS });
      return account(values, readServeSettings(process.env), print);
    }
    case 'keys': {
      const { values } = parseArgs({ args, options: { alg: { type: 'string' }, previous: { type: 'string' } } });
      return keys(values, print, say);
    }
    case undefined:
    case 'help':
    case '--help':
      print(HELP);
      return;
    default:
      throw new StartupError(
        `Unknown command '${command}'; use serve, edge, work, check, list, account, keys, backup, restore, doctor or help.`,
      );
  }
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUserError =
    error instanceof Error &&
    (error instanceof StartupError || errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true);
  say(isUserError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(FAILED);
}
