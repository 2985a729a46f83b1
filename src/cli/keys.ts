import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { oneOf, readText } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import { generateReceiptKey } from '../edge/index.js';
import { MAX_KEYS, parseReceiptKeys } from '../edge/receipt/own-keys.js';
import { RECEIPT_ALGORITHMS, RECEIPT_LIFETIME_S } from '../protocol/index.js';
import { errorReason } from '../util/errors.js';

/** The options of `email-verify keys`, as they were typed. */
export interface KeysOptions {
  alg?: string | undefined;
  /** A file that holds RECEIPT_KEY as it is now; `-` is standard input. */
  previous?: string | undefined;
}

/** The lifetime of a receipt, and a minute by which two clocks may differ. */
const MINUTES_TO_KEEP = RECEIPT_LIFETIME_S / 60 + 1;

const readPrevious = async (file: string): Promise<unknown[]> => {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new StartupError(`${file} cannot be read (${errorReason(error)}).`);
  });
  const keys = parseReceiptKeys(content);
  if (!keys.ok) throw new StartupError(`--previous: ${keys.reason}.`);
  // With their private halves: the old key must be able to sign until the new one is known everywhere.
  const given: unknown = JSON.parse(content);
  return [given].flat();
};

const FIRST_KEY = `Set RECEIPT_KEY to the line on standard output, and keep it as a password is kept: whoever has it can sign receipts.
To change it later: email-verify keys --previous FILE, where FILE holds RECEIPT_KEY as it is then.`;

const NEXT_KEY = `The line on standard output is the next RECEIPT_KEY: its first key signs, all are published. Leave the others out after
${MINUTES_TO_KEEP} minutes, when no receipt of theirs is accepted any more. Where several processes or a cache serve the keys, first put the old
key before the new one, and turn the two round ten minutes later: then no backend ever meets a key that it cannot find.`;

/**
 * `email-verify keys`: makes a key that signs receipts, and prints the new RECEIPT_KEY.
 * @param print takes the one line to keep.
 * @param say takes the advice beside it; no key is in it.
 * @throws StartupError for an unknown algorithm, or previous keys that cannot be read.
 */
export const keys = async (
  { alg = 'EdDSA', previous }: KeysOptions,
  print: (line: string) => void,
  say: (line: string) => void,
): Promise<void> => {
  const algorithm = readText('--alg', alg, oneOf(...RECEIPT_ALGORITHMS));
  const before = previous === undefined ? [] : await readPrevious(previous);
  const key = await generateReceiptKey(algorithm);
  const kept = before.slice(0, MAX_KEYS - 1);
  print(JSON.stringify(before.length > 0 ? [key, ...kept] : key));
  say(`A new ${algorithm} key, ${key.kid}.`);
  say(before.length > 0 ? NEXT_KEY : FIRST_KEY);
  if (kept.length < before.length) say(`The oldest key was left out: a list holds ${MAX_KEYS}.`);
};
