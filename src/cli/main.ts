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

const HELP = `email-verify: checks e-mail addresses, and serves what checks them in a sign-up form.

  email-verify serve                      serves the page, the edge and the service
  email-verify edge                       serves the edge alone: no service, no store (behind a reverse proxy)
  email-verify check ADDRESS…             checks addresses, a line of JSON for each
  email-verify list FILE                  the same for the addresses of a file, one a line (- reads standard input)
  email-verify account [--credits N] [--plan standard|enterprise] [--new-key [--revoke-old]]
                                          shows the first account, adds credits to it, puts it on a plan, makes another
                                          API key, and revokes the older ones
  email-verify keys [--alg EdDSA|ES256] [--previous FILE]
                                          makes a key that signs receipts and prints it, to be set as RECEIPT_KEY; with
                                          the RECEIPT_KEY of now in a file (- reads standard input), a list of both

Settings are environment variables (README.md and docs/edge.md tell more of them):

${Object.entries(SETTINGS)
  .map(
    ([name, { meaning, default: value }]) =>
      `  ${name.padEnd(20)}${meaning}${value === null || value === '' ? '' : ` (${value})`}`,
  )
  .join('\n')}
  CHECKS_PER_DAY      and the edge's other quotas`;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

// A reader that has seen enough, such as head, closes the pipe: that ends the program without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/** The files that the build put beside this one. */
const ASSETS = ['../demo', '../cdn'].map((folder) => join(import.meta.dirname, folder));

const runServer = async (): Promise<void> => {
  const settings = readServeSettings(process.env);
  const running = await serve(settings, ASSETS);
  const { url, firstKey } = running;
  print(`email-verify serves at ${url}/`);
  print(`  the page     ${url}/`);
  print(`  the edge     ${url}/verify/`);
  print(`  the service  ${url}/api/validate?apikey=…&email=…`);
  if (firstKey !== null) print(`  the API key  ${firstKey}   (shown this once; keep it)`);
  print('Ctrl-C ends it.');
  endOnSignal(() => running.close());
};

const runEdge = async (): Promise<void> => {
  const { url, close } = await serveEdgeAlone(process.env);
  print(`The edge serves at ${url}/`);
  endOnSignal(close);
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
      throw new StartupError(
        `There is no command '${command}'; there are serve, edge, check, list, account, keys and help.`,
      );
  }
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  const foreseen =
    error instanceof Error &&
    (error instanceof StartupError || errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true);
  say(foreseen ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
}
