import { isTwoTypos, typoCost } from '../address/typo-cost.js';
import { QUALITIES, STATUSES, SUB_STATUSES, unknownPolicyWords, type Policy } from '../protocol/index.js';
import { failure, success, type Result } from '../util/success-or-failure.js';
import { httpUrl, isOrigin } from '../util/url.js';
import type { EdgeStore } from './store/types.js';
import { isKeySet, type KeySet } from './remote-jwks.js';

/** The values that a receipt must match. */
export interface ReceiptExpectation {
  /** The address that was submitted with the receipt, as the form sent it; any type. */
  email: unknown;
  /** The origin or origins of your own pages, such as `https://shop.example`. */
  audience: string | readonly string[];
  /** The edge's public keys, or their URL: `…/.well-known/jwks.json`. */
  jwks: KeySet | string;
  /** Verdicts to block or to warn about; by default `invalid` is blocked. */
  policy?: Partial<Policy>;
  /** The edge that must have signed the receipt. Only needed if several edges share the keys. */
  issuer?: string;
  /**
   * Makes receipts single-use: the store that records used ones. Use `memoryStore()`, or a store with an atomic
   * set-if-absent that all processes of the backend share. Pass it where the account is created, not where the form is only
   * validated: a user who has to resubmit the form would send a used receipt.
   */
  once?: Pick<EdgeStore, 'setIfAbsent'>;
  /**
   * In your own tests, true accepts receipts of an edge in test mode (`false`). Never in production: nothing was
   * checked.
   */
  acceptTest?: boolean;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');

/** The word of a verdict that was probably meant: one typo away, or two in a long word. */
const meantBy = (word: string): string | undefined => {
  const typed = word.toLowerCase();
  return [...STATUSES, ...QUALITIES, ...SUB_STATUSES].find(
    (known) => typoCost(typed, known) < 2 || (known.length > 6 && isTwoTypos(typed, known)),
  );
};

/**
 * Validates a policy. Unknown words are accepted, since an upstream may have its own codes, but not misspellings of
 * known ones.
 * @returns the policy, or a reason that says what is expected.
 */
export const readPolicy = (policy: unknown): Result<Partial<Policy>> => {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) {
    return failure('it takes an object with the lists block, warn and allowDomains, or some of them');
  }
  const right = Object.entries(policy).every(
    ([name, value]) => ['block', 'warn', 'allowDomains'].includes(name) && isListOfTexts(value),
  );
  if (!right) return failure('it takes block, warn and allowDomains, each a list of strings, and nothing else');
  const { block = [], warn = [] }: Partial<Policy> = policy;
  for (const word of unknownPolicyWords([...block, ...warn])) {
    const meant = meantBy(word);
    if (meant !== undefined) return failure(`unknown word ${JSON.stringify(word)}: write '${meant}'`);
  }
  return success(policy);
};

/** Every option: the compiler finds a missing one. */
const OPTIONS: Record<keyof ReceiptExpectation, true> = {
  email: true,
  audience: true,
  jwks: true,
  policy: true,
  issuer: true,
  once: true,
  acceptTest: true,
  now: true,
};

const wrong = (option: string, right: string): TypeError => new TypeError(`verifyReceipt: ${option}: ${right}`);

/**
 * Refuses options that do not exist: a misspelt one would be ignored.
 * @param caller the function that takes the options.
 * @throws TypeError that names the option, and those that exist.
 */
export const checkNames = (caller: string, options: object, known: object): void => {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new TypeError(
    `${caller}: unknown option ${JSON.stringify(unknown)}: it takes ${Object.keys(known).join(', ')}`,
  );
};

/**
 * Validates the options, other than `email`, which is user input.
 * @throws TypeError that names the option and what it expects.
 */
export const checkExpectation = (expected: ReceiptExpectation): void => {
  checkNames('verifyReceipt', expected, OPTIONS);
  const { audience, jwks, policy, issuer, once, acceptTest, now } = expected;
  const origins: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  if (origins.length === 0 || !origins.every(isOrigin)) {
    throw wrong('audience', "it takes the origin of your page, such as 'https://shop.example', or a list of them");
  }
  if (typeof jwks === 'string' ? !httpUrl(jwks) : !isKeySet(jwks)) {
    throw wrong(
      'jwks',
      "it takes the URL of the edge's keys, '…/.well-known/jwks.json', or the set itself: {keys: […]}",
    );
  }
  const read = readPolicy(policy ?? {});
  if (policy !== undefined && !read.ok) throw wrong('policy', read.reason);
  if (issuer !== undefined && typeof issuer !== 'string') throw wrong('issuer', "it takes the edge's public URL");
  if (once !== undefined && typeof (once as Partial<EdgeStore> | null)?.setIfAbsent !== 'function') {
    throw wrong('once', 'it takes a store with setIfAbsent(key, ttlMs), such as memoryStore()');
  }
  if (acceptTest !== undefined && typeof acceptTest !== 'boolean') throw wrong('acceptTest', 'it takes true or false');
  if (now !== undefined && typeof now !== 'function') {
    throw wrong('now', 'it takes a function that gives milliseconds since 1970');
  }
};
