import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createVerifier } from '../verifier/index.js';
import type { Settings } from './settings.js';
import { UsageError } from './usage-error.js';

/** How many addresses are under way at once. */
const AT_ONCE = 20;

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() !== '') yield line.trim();
  }
}

/**
 * `email-verify check ADDRESS…` and `email-verify list FILE`: a line of JSON for each address, in the order given.
 * @throws UsageError when nothing is given, or the file cannot be read.
 */
export const check = async (
  command: 'check' | 'list',
  args: string[],
  settings: Settings,
  print: (line: string) => void,
): Promise<void> => {
  const [first] = args;
  if (first === undefined || (command === 'list' && args.length > 1)) {
    throw new UsageError(
      command === 'check'
        ? 'Give one address or more: email-verify check anna@example.com'
        : 'Give one file: email-verify list addresses.txt',
    );
  }
  const verifier = createVerifier(settings.dnsServers ? { dnsServers: settings.dnsServers } : {});
  const pending: Promise<string>[] = [];
  try {
    for await (const email of command === 'check' ? args : linesOf(first)) {
      pending.push(verifier.verify(email).then((result) => JSON.stringify(result)));
      if (pending.length >= AT_ONCE) print((await pending.shift()) ?? '');
    }
    for (const line of pending) print(await line);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new UsageError(`${first} cannot be read (${code}); give a text file with one address a line.`);
    }
    throw error;
  } finally {
    await verifier.close();
  }
};
