import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { generateReceiptKey } from '../edge/index.js';
import { MAX_KEYS, parseReceiptKeys } from '../edge/receipt/own-keys.js';
import { RECEIPT_ALGORITHMS, RECEIPT_LIFETIME_S } from '../protocol/index.js';
import { UsageError } from './usage-error.js';

/** What `email-verify keys` was told; the words are as they were typed. */
export interface KeysOptions {
  alg?: string | undefined;
  /** A file that holds RECEIPT_KEY as it is now; `-` is standard input. */
  previous?: string | undefined;
}

/** A receipt's life, and the minute by which two clocks may differ. */
const MINUTES_TO_KEEP = RECEIPT_LIFETIME_S / 60 + 1;

const readPrevious = async (file: string): Promise<object[]> => {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read (${(error as Error).message}).`);
  });
  const keys = parseReceiptKeys(content);
  if (!keys.ok) throw new UsageError(`--previous: ${keys.reason}.`);
  // As they are, with their private halves: the old key must be able to sign until the new one is known everywhere.
  return [JSON.parse(content) as object | object[]].flat();
};

const FIRST_KEY = `Set RECEIPT_KEY to the line on standard output, and keep it as a password is kept: whoever has it can sign receipts.
To change it later: email-verify keys --previous FILE, where FILE holds RECEIPT_KEY as it is then.`;

const NEXT_KEY = `The line on standard output is the next RECEIPT_KEY: its first key signs, all are published. Leave the others out after
${MINUTES_TO_KEEP} minutes, when no receipt of theirs is accepted any more. Where several processes or a cache serve the keys, first put the old
key before the new one, and turn the two round ten minutes later: then no backend ever meets a key that it cannot find.`;

/**
 * `email-verify keys`: makes a key that signs receipts, and prints what RECEIPT_KEY is to be.
 * @param print takes the one line to keep.
 * @param say takes the words beside it; no key is in them.
 * @throws UsageError for an algorithm that there is not, or for previous keys that are none.
 */
export const keys = async (
  { alg = 'EdDSA', previous }: KeysOptions,
  print: (line: string) => void,
  say: (line: string) => void,
): Promise<void> => {
  const algorithm = RECEIPT_ALGORITHMS.find((name) => name === alg);
  if (!algorithm) throw new UsageError(`--alg is '${alg}', but it takes ${RECEIPT_ALGORITHMS.join(' or ')}.`);
  const before = previous === undefined ? [] : await readPrevious(previous);
  const key = await generateReceiptKey(algorithm);
  const kept = before.slice(0, MAX_KEYS - 1);
  print(JSON.stringify(before.length > 0 ? [key, ...kept] : key));
  say(`A new ${algorithm} key, ${key.kid}.`);
  say(before.length > 0 ? NEXT_KEY : FIRST_KEY);
  if (kept.length < before.length) say(`The oldest key was left out: a list holds ${MAX_KEYS}.`);
};
