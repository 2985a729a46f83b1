import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { StartupError } from '../config/startup-error.js';
import { decide, unknownPolicyWords, type ValidationResult } from '../protocol/index.js';
import { errorCode } from '../util/errors.js';
import { explain, PARTS } from '../verifier/explain.js';
import type { Effect } from '../verifier/score.js';
import type { Verifier } from '../verifier/types.js';
import { PROGRAM, type Options, type Values } from './arguments.js';
import { plain, type Paint } from './colour.js';

/** Maximum number of checks in flight. */
const MAX_IN_FLIGHT = 20;

/** A separator of columns, outside the quotes of an address. */
const COLUMNS = /^[^"]*[,;\t]|"[,;\t]/;

/** The options of `email-verify-server check`. */
export const CHECK_OPTIONS = {
  json: { type: 'boolean', help: 'prints a line of JSON for each address' },
  explain: {
    type: 'boolean',
    help: 'answers to the address, the domain and the mailbox, each with its confidence; in JSON as explanation',
  },
  block: {
    type: 'string',
    value: 'WORDS',
    help: 'verdicts that end with exit code 2: statuses, qualities and codes, separated by commas (invalid)',
  },
} as const satisfies Options;

/** The colours of statuses on a terminal. */
const COLOURS = { valid: 'green', invalid: 'red', risky: 'yellow', unknown: 'grey' } as const;

/** Checks addresses, and yields the results in their order. */
async function* verifyInOrder(
  verifier: Verifier,
  emails: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<ValidationResult> {
  const pending: Promise<ValidationResult>[] = [];
  for await (const email of emails) {
    pending.push(verifier.verify(email));
    const first = pending.length >= MAX_IN_FLIGHT ? pending.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of pending) yield await result;
}

const effectText = (effect: Effect): string => {
  if (typeof effect === 'string') return effect;
  return effect === 0 ? '' : `-${(effect / 100).toFixed(2)}`;
};

/** Text from outside, without characters that control a terminal. */
const printable = (text: string): string =>
  text.replace(/\p{C}/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Lines of three columns, indented. */
const alignRows = (rows: readonly (readonly [string, string, string])[]): string[] => {
  const [first = 0, second = 0] = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([one, two, three]) => `  ${one.padEnd(first)}  ${two.padEnd(second)}  ${three}`.trimEnd());
};

/** A result as a small table: the verdict, what it says, the three answers if wanted, and a line for each code. */
const tableOf = (result: ValidationResult, isExplained: boolean, paint: Paint): string[] => {
  const explanation = explain(result);
  const rows = explanation.score.map(({ code, effect, meaning }) => [effectText(effect), code, meaning] as const);
  const answers = PARTS.map((part) => {
    const { answer, confidence, meaning } = explanation[part];
    return [part, confidence === 'unknown' ? answer : `${answer} (${confidence})`, meaning] as const;
  });
  return [
    `${printable(result.email)}   ${paint(COLOURS[result.status], result.status)}   ${result.quality}   ${result.score.toFixed(2)}`,
    `  ${explanation.summary}`,
    ...(isExplained ? alignRows(answers) : []),
    ...alignRows(result.did_you_mean === null ? rows : [...rows, ['', 'did_you_mean', result.did_you_mean]]),
  ];
};

const jsonOf = (result: ValidationResult, isExplained: boolean): string =>
  JSON.stringify(isExplained ? { ...result, explanation: explain(result) } : result);

const readBlock = (text: string): string[] => {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const unknown = unknownPolicyWords(words);
  if (words.length > 0 && unknown.length === 0) return words;
  throw new StartupError(
    `--block must be statuses, qualities and codes, such as invalid,disposable, got ${JSON.stringify(unknown[0] ?? text)}.`,
  );
};

/**
 * `email-verify-server check ADDRESS…`: prints the verdict on each address with its reasons.
 * @returns true if no address is blocked.
 * @throws StartupError if an argument is missing or wrong.
 */
export const check = async (
  addresses: readonly string[],
  { json = false, explain: isExplained = false, block = 'invalid' }: Values<typeof CHECK_OPTIONS>,
  verifier: Verifier,
  print: (line: string) => void,
  paint = plain,
): Promise<boolean> => {
  const policy = { block: readBlock(block) };
  if (addresses.length === 0) throw new StartupError(`Give one or more addresses: ${PROGRAM} check anna@example.com`);
  let passed = true;
  for await (const result of verifyInOrder(verifier, addresses)) {
    for (const line of json ? [jsonOf(result, isExplained)] : tableOf(result, isExplained, paint)) print(line);
    passed &&= decide(result, policy) !== 'block';
  }
  return passed;
};

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() !== '') yield line.trim();
  }
}

/** Yields the lines unchanged, and warns once if one looks like a row of a CSV file. */
async function* warnOfColumns(
  lines: AsyncIterable<string>,
  file: string,
  warn: (line: string) => void,
): AsyncGenerator<string> {
  let warned = false;
  for await (const line of lines) {
    if (!warned && COLUMNS.test(line)) {
      warned = true;
      warn(
        `${file === '-' ? 'Standard input' : file} looks like a CSV file, but each whole line is checked as one address. Add -o results.csv to check its column.`,
      );
    }
    yield line;
  }
}

/**
 * `email-verify-server list FILE`: prints a line of JSON for each line of a file, in its order.
 * @param warn receives one warning if the file looks like a CSV file.
 * @throws StartupError if the file cannot be read.
 */
export const checkList = async (
  file: string,
  verifier: Verifier,
  print: (line: string) => void,
  warn: (line: string) => void,
): Promise<void> => {
  try {
    const lines = warnOfColumns(linesOf(file), file, warn);
    for await (const result of verifyInOrder(verifier, lines)) print(JSON.stringify(result));
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR') throw error;
    throw new StartupError(`${file} cannot be read (${code}); give a text file with one address per line.`);
  }
};
