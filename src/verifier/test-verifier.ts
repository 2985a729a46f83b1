import { parseAddress } from '../address/parse.js';
import { timestamp, type SubStatus, type ValidationResult } from '../protocol/index.js';
import { abortable } from '../util/timeout.js';
import { assess } from './score.js';
import type { BulkVerifier, VerifyOptions } from './types.js';

/** The local parts that determine a verdict, and its codes. Any other local part is `valid`. */
export const TEST_VERDICTS = {
  valid: [],
  invalid: ['mailbox_not_found'],
  risky: ['mailbox_full'],
  unknown: ['smtp_unavailable'],
  disposable: ['disposable'],
  catch_all: ['catch_all'],
  role_account: ['role_account'],
  typo: ['possible_typo'],
  slow: ['smtp_timeout'],
  error: ['upstream_error'],
  limited: ['rate_limited'],
} as const satisfies Record<string, readonly SubStatus[]>;

type TestName = keyof typeof TEST_VERDICTS;

const isTestName = (name: string): name is TestName => Object.hasOwn(TEST_VERDICTS, name);

/**
 * The verdict's name in the local part of an address, up to a `+`; `valid` for any other local part, and null for text
 * that is not an address.
 */
export const testNameOf = (email: string): TestName | null => {
  const parsed = parseAddress(email.trim());
  if (!parsed.ok) return null;
  const name = parsed.local.toLowerCase().split('+')[0] ?? '';
  return isTestName(name) ? name : 'valid';
};

/** The fixed result for the local part of an address, at any domain. */
export const testResult = (email: string): ValidationResult => {
  const parsed = parseAddress(email.trim());
  const domain = parsed.ok ? parsed.ascii.slice(parsed.ascii.lastIndexOf('@') + 1) : '';
  const name = testNameOf(email);
  return {
    email,
    checked_at: timestamp(new Date()),
    account: parsed.ok ? parsed.local : '',
    domain,
    mx_record: parsed.ok ? `mx.${domain}` : '',
    did_you_mean: name === 'typo' ? `valid@${domain}` : null,
    ...assess(name === null ? ['syntax_error'] : TEST_VERDICTS[name]),
  };
};

/**
 * Waits for `ms` milliseconds.
 * @throws the signal's reason if it is aborted.
 */
export const waitFor = (ms: number, signal?: AbortSignal): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return (signal ? abortable(over, signal) : over).finally(() => {
    clearTimeout(timer);
  });
};

/** Duration of a check of `slow@` without a time limit, in milliseconds. */
const SLOW_MS = 4000;

/**
 * Creates a verifier for tests: the local part of an address determines its verdict, at any domain. It uses no network.
 * `slow@` takes as long as the check may take; in lists it takes no time.
 */
export const createTestVerifier = (): BulkVerifier => {
  async function* lookUpMany(emails: Iterable<string> | AsyncIterable<string>, signal?: AbortSignal) {
    let index = 0;
    for await (const email of emails) {
      signal?.throwIfAborted();
      yield { index: index++, result: testResult(email) };
    }
  }
  return {
    verify: async (email, { timeoutMs = SLOW_MS, signal }: VerifyOptions = {}) => {
      if (testNameOf(email) === 'slow') await waitFor(timeoutMs, signal);
      return testResult(email);
    },
    lookUpMany: (emails, { signal } = {}) => lookUpMany(emails, signal),
    verifyMany: async function* (emails, { signal } = {}) {
      for await (const { result } of lookUpMany(emails, signal)) yield result;
    },
    // `lookUpMany` yields only results, never a question.
    askMany: async function* (questions) {
      let index = 0;
      for await (const { email } of questions) yield { index: index++, result: testResult(email) };
    },
    receiverRate: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  };
};
