#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTestMode, TEST_MODE_WARNING } from '../config/setting-groups.js';
import { readAll } from '../config/read-settings.js';
import { readSetting, type Environment } from '../config/settings.js';
import { StartupError } from '../config/startup-error.js';
import { atLimit } from '../config/system-limit.js';
import { runUntilSignal, type Program } from '../edge/runtime/until-signal.js';
import { ACCOUNT_OPTIONS } from './account-options.js';
import { didYouMean, PROGRAM, readArguments } from './arguments.js';
import { BOUNCES_OPTIONS } from './bounces-options.js';
import { check, CHECK_OPTIONS, checkList } from './check.js';
import { paintFor } from './colour.js';
import { COMMANDS, isCommand, type CommandName } from './commands.js';
import { commandHelp, generalHelp } from './help.js';
import { KEYS_OPTIONS } from './keys-options.js';
import { readListCommand, type ListCommand } from './list/options.js';
import { flushStandardStreams, printErrorLine, printLine } from './log.js';
import { OUTCOMES_OPTIONS } from './outcomes-options.js';
import { readServeSettings, type ServeSettings } from './serve-settings.js';
import type { Assets } from './static-files.js';
import { DOCS_HEADERS } from '../util/page-headers.js';
import type { Verifier } from '../verifier/index.js';

/** The exit codes: the command failed; an address is blocked; too many may bounce; stopped by Ctrl-C, as in shells. */
const FAILED = 1;
const BLOCKED = 2;
const MAY_BOUNCE = 3;
const INTERRUPTED = 130;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

// A reader such as head closes the pipe early, which is not an error. A server continues, even if the disk of its
// output is full.
let isServer = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isServer) return;
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/** Starts a server, which ends on a signal. Its output does not wait for a reader. */
const start = <T extends Program>(open: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  isServer = true;
  return runUntilSignal(open, flushStandardStreams);
};

const builtFolder = (name: string): string => join(import.meta.dirname, '..', name);
/** The built files of the playground, the script tag, the manual and the dashboard. */
const ASSETS: Assets[] = [
  { folder: builtFolder('demo'), path: '/' },
  { folder: builtFolder('cdn'), path: '/' },
  // Built by `npm run docs`, and not in the npm package: the playground's own page says where the documentation is.
  ...(existsSync(builtFolder('site/docs'))
    ? [{ folder: builtFolder('site/docs'), path: '/docs/', pageHeaders: DOCS_HEADERS }]
    : []),
  { folder: builtFolder('dashboard'), path: '/dashboard/', isPrivate: true },
];

const runServer = async (): Promise<void> => {
  const settings = readServeSettings(process.env);
  const { url, firstKey, operatorLink } = await start(async (signal) => {
    const { serve } = await import('./serve.js');
    return serve(settings, ASSETS, signal);
  });
  printLine(`email-verify serves at ${url}/`);
  if (settings.testMode) printErrorLine(TEST_MODE_WARNING);
  printLine(`  the page       ${url}/`);
  printLine(`  the dashboard  ${url}/dashboard/`);
  printLine(`  the edge       ${url}/verify/`);
  printLine(`  the service    ${url}/api/validate?apikey=…&email=…`);
  if (firstKey !== null) printLine(`  the API key    ${firstKey}   (shown this once; keep it)`);
  if (operatorLink !== null) printLine(`  the operator   ${operatorLink}   (works once, for a day)`);
  printLine('Press Ctrl-C to stop.');
};

const runEdge = async (): Promise<void> => {
  const { url } = await start(async () => {
    const { serveEdgeAlone } = await import('./edge.js');
    return serveEdgeAlone(process.env);
  });
  printLine(`The edge serves at ${url}/`);
  if (readTestMode(process.env)) printErrorLine(TEST_MODE_WARNING);
};

const runWorker = async (): Promise<void> => {
  await start(async () => {
    const { work } = await import('./work.js');
    return work(readServeSettings(process.env));
  });
  printLine('email-verify works on lists. Press Ctrl-C to stop.');
};

const withVerifier = async <T>(use: (verifier: Verifier) => Promise<T>): Promise<T> => {
  const settings = readServeSettings(process.env);
  const { openVerifier } = await import('./open-verifier.js');
  const verifier = openVerifier(settings);
  try {
    return await use(verifier);
  } finally {
    await verifier.close();
  }
};

const checkFile = async (command: ListCommand): Promise<void> => {
  const { input, output } = command;
  if (output === null) {
    await withVerifier((verifier) => checkList(input, verifier, print, say));
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
  const [{ runList }, { openVerifier }] = await Promise.all([
    import('./list/run-list.js'),
    import('./open-verifier.js'),
  ]);
  try {
    const isWithin = await runList(
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
    if (!isWithin) process.exitCode = MAY_BOUNCE;
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exit(INTERRUPTED);
  }
};

const readSettings = (): ServeSettings => readServeSettings(process.env);

const readDoctorSettings = (environment: Environment): ServeSettings & { dohUrl: string | null } => {
  const { served, dohUrl } = readAll({
    served: () => readServeSettings(environment),
    dohUrl: () => readSetting(environment, 'DOH_URL'),
  });
  return { ...served, dohUrl };
};

/** For standard output. */
const paint = paintFor(process.stdout);

/**
 * The commands, each with its arguments. The libraries of the service, the edge and the verifier take a second, so they
 * are loaded only for commands that need them.
 */
const RUN: Record<CommandName, (args: string[]) => Promise<void>> = {
  serve: (args) => {
    readArguments('serve', args, {});
    return runServer();
  },
  edge: (args) => {
    readArguments('edge', args, {});
    return runEdge();
  },
  work: (args) => {
    readArguments('work', args, {});
    return runWorker();
  },
  check: async (args) => {
    const { values, positionals } = readArguments('check', args, CHECK_OPTIONS, true);
    const passed = await withVerifier((verifier) => check(positionals, values, verifier, print, paint));
    if (!passed) process.exitCode = BLOCKED;
  },
  list: (args) => checkFile(readListCommand(args)),
  account: async (args) => {
    const { values } = readArguments('account', args, ACCOUNT_OPTIONS);
    const { account } = await import('./account.js');
    await account(values, readSettings(), print);
  },
  keys: async (args) => {
    const { values } = readArguments('keys', args, KEYS_OPTIONS);
    const { keys } = await import('./keys.js');
    await keys(values, print, say);
  },
  bounces: async (args) => {
    const { values, positionals } = readArguments('bounces', args, BOUNCES_OPTIONS, true);
    const { bounces } = await import('./bounces.js');
    await bounces(positionals, values, readSettings(), { stdin: process.stdin, print });
  },
  outcomes: async (args) => {
    const { values } = readArguments('outcomes', args, OUTCOMES_OPTIONS);
    const { outcomes } = await import('./outcomes.js');
    await outcomes(values, process.env, print);
  },
  backup: async (args) => {
    const { backup } = await import('./backup.js');
    await backup(args, readSettings(), print);
  },
  restore: async (args) => {
    const { restore } = await import('./restore.js');
    await restore(args, readSettings(), print);
  },
  doctor: async (args) => {
    readArguments('doctor', args, {});
    const { doctor } = await import('./doctor/doctor.js');
    if (!(await doctor(process.env, readDoctorSettings, print, paint))) process.exitCode = FAILED;
  },
};

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

const printVersion = async (): Promise<void> => {
  const manifest = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  print((JSON.parse(manifest) as { version: string }).version);
};

const unknown = (command: string): StartupError =>
  new StartupError(
    command.startsWith('-')
      ? `There is no option ${command} without a command. ${PROGRAM} --help lists the commands.`
      : `There is no command ${JSON.stringify(command)}. ${didYouMean(command, Object.keys(COMMANDS), `${PROGRAM} `, '')}`,
  );

const run = async ([command = 'serve', ...args]: string[]): Promise<void> => {
  if (command === '--version' || command === '-v') return printVersion();
  if (command === 'help' || isHelp(command)) {
    const [about] = args;
    if (about !== undefined && !isCommand(about)) throw unknown(about);
    print(about === undefined ? generalHelp(paint) : commandHelp(about, paint));
    return;
  }
  if (!isCommand(command)) throw unknown(command);
  // Arguments behind `--` are not options.
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  if (options.some(isHelp)) print(commandHelp(command, paint));
  else await RUN[command](args);
};

const fail = async (thrown: unknown): Promise<void> => {
  const error = atLimit(thrown, 'email-verify cannot go on') ?? thrown;
  printErrorLine(error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error));
  await flushStandardStreams();
  process.exit(FAILED);
};

// Node's own code throws there when it gets no memory.
const onUncaught = (thrown: unknown): void => void fail(thrown);
process.once('uncaughtException', onUncaught);
try {
  await run(process.argv.slice(2));
} catch (error) {
  await fail(error);
}
process.removeListener('uncaughtException', onUncaught);
