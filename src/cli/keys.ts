import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { oneOf, readText } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import { generateReceiptKey } from '../edge/index.js';
import { MAX_KEYS, parseReceiptKeys } from '../receipt/signing-keys.js';
import { RECEIPT_ALGORITHMS, RECEIPT_LIFETIME_S } from '../protocol/index.js';
import { errorReason } from '../util/errors.js';
import { PROGRAM, type Values } from './arguments.js';
import type { KEYS_OPTIONS } from './keys-options.js';

/** The lifetime of a receipt, plus a minute of clock tolerance. */
const MINUTES_TO_KEEP = RECEIPT_LIFETIME_S / 60 + 1;

const readPrevious = async (file: string): Promise<unknown[]> => {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new StartupError(`${file} cannot be read (${errorReason(error)}).`);
  });
  const keys = parseReceiptKeys(content);
  if (!keys.ok) throw new StartupError(`--previous: ${keys.reason}.`);
  // Keeps the private halves: the old key may have to sign until all caches have the new one.
  const given: unknown = JSON.parse(content);
  return [given].flat();
};

const FIRST_KEY = `Set RECEIPT_KEY to the line on standard output, and keep it like a password: anyone who has it can sign receipts.
To rotate it later: ${PROGRAM} keys --previous FILE, where FILE contains the current RECEIPT_KEY.`;

const NEXT_KEY = `The line on standard output is the next RECEIPT_KEY: its first key signs, all are published. Leave the others out after
${MINUTES_TO_KEEP} minutes, when their last receipts have expired. If several processes or a cache serve the keys, first put the old key
before the new one, and swap the two ten minutes later, so that every backend knows the new key before it signs.`;

/**
 * `email-verify-server keys`: generates a key that signs receipts, and prints the new RECEIPT_KEY.
 * @param print receives the new RECEIPT_KEY, one line.
 * @param say receives the instructions, which contain no key.
 * @throws StartupError for an unknown algorithm, or previous keys that cannot be read.
 */
export const keys = async (
  { alg = 'EdDSA', previous }: Values<typeof KEYS_OPTIONS>,
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
  if (kept.length < before.length) say(`The oldest key was left out: a list holds at most ${MAX_KEYS} keys.`);
};
