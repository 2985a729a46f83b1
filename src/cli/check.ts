import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { StartupError } from '../config/startup-error.js';
import { errorCode } from '../util/errors.js';
import { openVerifier } from './open-service.js';
import type { ServeSettings } from './serve-settings.js';

/** Maximum number of checks in flight. */
const MAX_IN_FLIGHT = 20;

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() !== '') yield line.trim();
  }
}

/**
 * `email-verify check ADDRESS…` and `email-verify list FILE`: prints a line of JSON for each address, in input order.
 * @throws StartupError if an argument is missing, or the file cannot be read.
 */
export const check = async (
  command: 'check' | 'list',
  args: string[],
  { dnsServers }: ServeSettings,
  print: (line: string) => void,
): Promise<void> => {
  const [first] = args;
  if (first === undefined || (command === 'list' && args.length > 1)) {
    throw new StartupError(
      command === 'check'
        ? 'Give one or more addresses: email-verify check anna@example.com'
        : 'Give one file: email-verify list addresses.txt',
    );
  }
  const verifier = openVerifier(dnsServers);
  const pending: Promise<string>[] = [];
  try {
    for await (const email of command === 'check' ? args : linesOf(first)) {
      pending.push(verifier.verify(email).then((result) => JSON.stringify(result)));
      if (pending.length >= MAX_IN_FLIGHT) print((await pending.shift()) ?? '');
    }
    for (const line of pending) print(await line);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new StartupError(`${first} cannot be read (${code}); give a text file with one address per line.`);
    }
    throw error;
  } finally {
    await verifier.close();
  }
};
