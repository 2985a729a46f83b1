import type { ReceiptAlgorithm } from '../protocol/index.js';
import { failure, success, type Result } from '../util/success-or-failure.js';
import {
  algorithmOf,
  algorithmOfReceiptKey,
  publicHalf,
  type ReceiptPrivateKey,
  type ReceiptPublicKey,
} from './key.js';

/** The keys of an edge: the first signs, all are published. All but the first may be public keys. */
export type ReceiptKeys = readonly [ReceiptPrivateKey, ...ReceiptPublicKey[]];

/** Two during a rotation, plus room for an interrupted one. */
export const MAX_KEYS = 4;
const MAX_KID_LENGTH = 128;
/** 32 bytes in base64url: a coordinate, a private scalar or a seed. */
const NUMBER = /^[\w-]{43}$/;

const MAKE_ONE = '`npx email-verify-server keys` or generateReceiptKey() makes one';

const isNumber = (value: unknown): value is string => typeof value === 'string' && NUMBER.test(value);

/** The problem with a key, or null. No key material is quoted. */
const problemOf = (key: Record<string, unknown>, signs: boolean): string | null => {
  const { kty, x, y, d, kid } = key;
  if (algorithmOf(key) === null) {
    return `it takes a JWK for signing with Ed25519 (kty OKP) or P-256 (kty EC), and this is another kind; ${MAKE_ONE}`;
  }
  if (!isNumber(x) || (kty === 'EC' && !isNumber(y))) return `its public half is missing or broken; ${MAKE_ONE}`;
  if (signs && d === undefined) return `its private half, d, is missing, and the first key signs; ${MAKE_ONE}`;
  if (d !== undefined && !isNumber(d)) return `its private half, d, is broken; ${MAKE_ONE}`;
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH) {
    return `it takes a kid of 1 to ${MAX_KID_LENGTH} characters; ${MAKE_ONE}`;
  }
  return null;
};

/**
 * Validates one key, or a list of which the first signs.
 * @returns the keys, or the problem and what is expected. No secret is quoted.
 */
export const readReceiptKeys = (given: unknown): Result<ReceiptKeys> => {
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (list.length === 0 || list.length > MAX_KEYS) {
    return failure(`it takes 1 to ${MAX_KEYS} keys, the one that signs first, got ${list.length}`);
  }
  const kids = new Set<unknown>();
  for (const [index, key] of list.entries()) {
    const which = list.length > 1 ? `key ${index + 1} of ${list.length}: ` : '';
    if (typeof key !== 'object' || key === null) {
      return failure(
        `${which}it takes a private JWK for signing with Ed25519 or P-256, or a list of them; ${MAKE_ONE}`,
      );
    }
    const problem = problemOf(key as Record<string, unknown>, index === 0);
    if (problem !== null) return failure(`${which}${problem}`);
    const { kid } = key as ReceiptPublicKey;
    if (kids.has(kid)) return failure(`${which}duplicate kid ${JSON.stringify(kid)}: give each key its own kid`);
    kids.add(kid);
  }
  const [first, ...others] = list as [ReceiptPrivateKey, ...ReceiptPublicKey[]];
  return success([{ ...publicHalf(first), d: first.d }, ...others.map(publicHalf)]);
};

/**
 * Parses the setting RECEIPT_KEY: the JSON of a key, or of a list. The JSON parser's message is dropped, since it would
 * quote the key.
 */
export const parseReceiptKeys = (text: string): Result<ReceiptKeys> => {
  try {
    return readReceiptKeys(JSON.parse(text));
  } catch {
    return failure(`it takes a JWK as JSON, or a JSON list of them; ${MAKE_ONE}`);
  }
};

/** A key as the edge publishes it, with its use and algorithm (RFC 7517). */
export type PublishedKey = ReceiptPublicKey & { use: 'sig'; alg: ReceiptAlgorithm };

/** The JWK set that the edge serves at `/.well-known/jwks.json`. */
export const publishedKeys = (keys: ReceiptKeys): { keys: PublishedKey[] } => ({
  keys: keys.map((key) => ({ ...publicHalf(key), use: 'sig', alg: algorithmOfReceiptKey(key) })),
});
