#!/usr/bin/env node
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SETTINGS } from '../config/settings.js';
import { StartupError } from '../config/startup-error.js';
import { endOnSignal } from '../edge/runtime/served.js';
import { errorCode } from '../util/errors.js';
import { account } from './account.js';
import { check } from './check.js';
import { serveEdgeAlone } from './edge.js';
import { keys } from './keys.js';
import { serve } from './serve.js';
import { readServeSettings } from './serve-settings.js';

const HELP = `email-verify: checks e-mail addresses, on the command line and for sign-up forms.

  email-verify serve                      serves the playground, the edge and the service
  email-verify edge                       serves only the edge, behind a reverse proxy
  email-verify check ADDRESS…             checks addresses and prints a line of JSON for each
  email-verify list FILE                  checks the addresses in a file, one per line (-: standard input)
  email-verify account [--credits N] [--plan standard|enterprise] [--new-key [--revoke-old]]
                                          shows the first account; adds credits, changes its plan, creates another API
                                          key, revokes the older keys
  email-verify keys [--alg EdDSA|ES256] [--previous FILE]
                                          prints a new signing key for receipts, a value of RECEIPT_KEY; with the
                                          current RECEIPT_KEY in FILE (-: standard input), a list of both

Settings are environment variables (see README.md and docs/edge.md):

${Object.entries(SETTINGS)
  .map(
    ([name, { meaning, default: value }]) =>
      `  ${name.padEnd(20)}${meaning}${value === null || value === '' ? '' : ` (${value})`}`,
  )
  .join('\n')}
  CHECKS_PER_DAY      and the other quotas of the edge`;

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

/** The built files of the playground and the script tag. */
const ASSETS = ['../demo', '../cdn'].map((folder) => join(import.meta.dirname, folder));

const runServer = async (): Promise<void> => {
  const settings = readServeSettings(process.env);
  const running = await serve(settings, ASSETS);
  // Installed before the first line is printed: its reader may press Ctrl-C at once.
  endOnSignal(() => running.close());
  const { url, firstKey } = running;
  print(`email-verify serves at ${url}/`);
  print(`  the page     ${url}/`);
  print(`  the edge     ${url}/verify/`);
  print(`  the service  ${url}/api/validate?apikey=…&email=…`);
  if (firstKey !== null) print(`  the API key  ${firstKey}   (shown this once; keep it)`);
  print('Press Ctrl-C to stop.');
};

const runEdge = async (): Promise<void> => {
  const { url, close } = await serveEdgeAlone(process.env);
  endOnSignal(close);
  print(`The edge serves at ${url}/`);
};

const run = async ([command, ...args]: string[]): Promise<void> => {
  switch (command) {
    case 'serve':
      return runServer();
    case 'edge':
      return runEdge();
    case 'check':
    case 'list':
      return check(command, args, readServeSettings(process.env), print);
    case 'account': {
      const { values } = parseArgs({
        args,
        options: {
          credits: { type: 'string' },
          plan: { type: 'string' },
          'new-key': { type: 'boolean' },
          'revoke-old': { type: 'boolean' },
        },
      });
      const { 'new-key': newKey, 'revoke-old': revokeOld, ...rest } = values;
      return account({ ...rest, newKey, revokeOld }, readServeSettings(process.env), print);
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
      throw new StartupError(`Unknown command '${command}'; use serve, edge, check, list, account, keys or help.`);
  }
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUserError =
    error instanceof Error &&
    (error instanceof StartupError || errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true);
  say(isUserError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
}
