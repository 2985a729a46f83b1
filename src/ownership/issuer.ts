import { compactVerify, importJWK, type JWK } from 'jose';
import { isKeySet } from '../receipt/remote-jwks.js';
import { nodeBuiltin } from '../util/node-builtin.js';
import { httpUrl } from '../util/url.js';
import { fetchDocument } from './documents.js';
import type { OwnershipExpectation, ResolveTxt } from './expectation.js';
import { Refused } from './fault.js';
import type { OwnershipToken } from './token.js';

/** Minimum interval between two fetches of keys, in milliseconds: any token with an unknown key id causes one. */
const ASK_AGAIN_MS = 30_000;
/** The keys that a token without a key id is tried with. */
const MAX_TRIED = 10;

/** The limits of the questions to others. */
export interface Asking {
  expected: OwnershipExpectation;
  resolveTxt: ResolveTxt;
  signal: AbortSignal;
  nowMs: number;
}

/**
 * The part of `node:dns/promises` that is used here. Declared by hand, so that the published types need no
 * `@types/node`.
 */
interface NodeDns {
  resolveTxt: ResolveTxt;
}

/** The resolver that is given, or that of Node. @throws TypeError without both. */
export const resolverOf = ({ resolveTxt }: OwnershipExpectation): ResolveTxt => {
  const node = nodeBuiltin('node:dns/promises') as NodeDns | undefined;
  const resolve = resolveTxt ?? node?.resolveTxt;
  if (!resolve) throw new TypeError('verifyOwnership: resolveTxt: this runtime has no node:dns, so pass a function');
  return resolve;
};

/** The codes of `node:dns` for a name that does not exist, and for one without such a record. */
const ABSENT: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Checks that the domain of an address names this issuer, by exactly one record `iss=<host>`.
 * @throws Refused with `delegation` or `delegation_unavailable`.
 */
export const checkDelegation = async (domain: string, issuer: string, { resolveTxt }: Asking): Promise<void> => {
  let records: readonly (readonly string[])[];
  try {
    records = await resolveTxt(`_email-verification.${domain}`);
  } catch (error) {
    throw new Refused(ABSENT.includes((error as { code?: unknown }).code) ? 'delegation' : 'delegation_unavailable');
  }
  const [record, ...more] = records.map((parts) => parts.join(''));
  if (more.length > 0 || record !== `iss=${issuer}`) throw new Refused('delegation');
};

/** Reads where an issuer has its keys. @throws Refused with `metadata` or `algorithm`. */
const readMetadata = (value: unknown, issuer: string, alg: string, keyHosts: readonly string[]): string => {
  const metadata = (value ?? {}) as Record<string, unknown>;
  const url = httpUrl(metadata['jwks_uri']);
  const isAllowed =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    [issuer, ...keyHosts].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  if (!isAllowed) throw new Refused('metadata');
  const algorithms = metadata['signing_alg_values_supported'] ?? ['EdDSA'];
  if (!Array.isArray(algorithms)) throw new Refused('metadata');
  // RFC 9864 has the name Ed25519 for what is EdDSA in older metadata.
  const named = alg === 'Ed25519' ? [alg, 'EdDSA'] : [alg];
  if (!named.some((name) => algorithms.includes(name))) throw new Refused('algorithm');
  return url.href;
};

/** The keys that may have signed a token: the one that it names, or those that fit. */
const candidates = (value: unknown, { alg, kid }: OwnershipToken['evt']): readonly JWK[] => {
  if (!isKeySet(value)) throw new Refused('keys_unavailable');
  const fitting = value.keys.filter(
    (key) => (key.use ?? 'sig') === 'sig' && (key.alg === undefined || key.alg === alg || alg === 'Ed25519'),
  );
  return kid === undefined ? fitting.slice(0, MAX_TRIED) : fitting.filter((key) => key.kid === kid).slice(0, 1);
};

/** True if a key has signed a text by an algorithm. */
export const isSignedBy = async (text: string, key: JWK, alg: string): Promise<boolean> => {
  try {
    // Other members (key_ops, ext) could make the import fail.
    const { kty, crv, x, y, n, e } = key;
    const parts = Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, part]) => part !== undefined));
    await compactVerify(text, await importJWK(parts, alg), { algorithms: [alg] });
    return true;
  } catch {
    return false;
  }
};

/**
 * Checks the signature of an issuer, whose metadata and keys are fetched from it.
 * @throws Refused with `metadata`, `algorithm`, `keys_unavailable`, `key` or `signature`.
 */
export const checkSignature = async (
  issuer: string,
  { evt }: OwnershipToken,
  { expected, signal, nowMs }: Asking,
): Promise<void> => {
  const { fetch = globalThis.fetch, keyHosts = [] } = expected;
  const document = async (url: string, maxAgeMs?: number): ReturnType<typeof fetchDocument> =>
    fetchDocument(url, fetch, signal, nowMs, maxAgeMs).catch(() => {
      throw new Refused('keys_unavailable');
    });
  const metadata = await document(`https://${issuer}/.well-known/email-verification`);
  const jwksUrl = readMetadata(metadata.value, issuer, evt.alg, keyHosts);
  let keys = candidates((await document(jwksUrl)).value, evt);
  if (keys.length === 0) keys = candidates((await document(jwksUrl, ASK_AGAIN_MS)).value, evt);
  if (keys.length === 0) throw new Refused('key');
  for (const key of keys) if (await isSignedBy(evt.text, key, evt.alg)) return;
  throw new Refused('signature');
};
