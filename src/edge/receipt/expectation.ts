import type { Policy } from '../../protocol/index.js';
import { failure, success, type Result } from '../result.js';
import { httpUrl, isOrigin } from '../../util/url.js';
import type { EdgeStore } from '../store/types.js';
import { isKeySet, type KeySet } from './remote-jwks.js';

/** What a receipt must fit. */
export interface ReceiptExpectation {
  /** The address that was submitted with it; whatever the form held, even if it is no text. */
  email: unknown;
  /** The origin, or the origins, of the site's own pages, such as `https://shop.example`. */
  audience: string | readonly string[];
  /** The edge's public keys, or the URL they are at: `…/.well-known/jwks.json`. */
  jwks: KeySet | string;
  /** What is not let through; by default what is `invalid`. */
  policy?: Partial<Policy>;
  /** The edge that must have signed it. Only needed when the keys are shared by several. */
  issuer?: string;
  /**
   * Where it is noted that a receipt was used, so that it serves once: `memoryStore()`, or any store whose set-if-absent is
   * atomic and which all processes of the backend share. Give it where the account is made, not where a form is only looked
   * through: whoever has to send the form again would come with a used receipt.
   */
  once?: Pick<EdgeStore, 'setIfAbsent'>;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');

/**
 * Reads a policy. Words that are not known are taken: an upstream may have codes of its own.
 * @returns the policy; the reason says what would be right.
 */
export const readPolicy = (policy: unknown): Result<Partial<Policy>> => {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) {
    return failure('it takes an object with the lists block, warn and allowDomains, or some of them');
  }
  const right = Object.entries(policy).every(
    ([name, value]) => ['block', 'warn', 'allowDomains'].includes(name) && isListOfTexts(value),
  );
  return right
    ? success(policy)
    : failure('it takes block, warn and allowDomains, each a list of texts, and nothing else');
};

const wrong = (option: string, right: string): TypeError => new TypeError(`verifyReceipt: ${option}: ${right}`);

/**
 * Checks what the backend's author wrote: everything but `email`, which comes from outside.
 * @throws TypeError that names the option and says what would be right.
 */
export const checkExpectation = (expected: ReceiptExpectation): void => {
  const { audience, jwks, policy, issuer, once, now } = expected;
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
  if (now !== undefined && typeof now !== 'function') {
    throw wrong('now', 'it takes a function that gives milliseconds since 1970');
  }
};
