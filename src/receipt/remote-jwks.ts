import { readText } from '../util/read-body.js';
import { BoundedMap } from '../util/bounded-map.js';
import { timeout, withTimeout } from '../util/timeout.js';
import { failure, success, type Result } from '../util/success-or-failure.js';

/** A public key of a JWK set (RFC 7517), with the members that are used here. */
export interface PublicJwk {
  kty?: string;
  crv?: string;
  x?: string;
  y?: string;
  kid?: string;
  alg?: string;
  use?: string;
}

/** A JWK set (RFC 7517, section 5), as the edge serves it at `/.well-known/jwks.json`. */
export interface KeySet {
  keys: readonly PublicJwk[];
}

interface Fetched {
  keys: readonly PublicJwk[];
  /** The times of the last successful fetch and of the last attempt, in milliseconds since 1970. */
  cameAt: number;
  askedAt: number;
}

const REMEMBERED_MS = 600_000;
/** Minimum interval between two fetches: any receipt with an unknown key id causes one. */
const ASK_AGAIN_MS = 30_000;
const TIMEOUT_MS = 3000;
const MAX_BYTES = 65_536;
/** Maximum number of cached URLs: a backend trusts one edge or a few. */
const MAX_URLS = 100;

const remembered = new BoundedMap<string, Fetched>({ maxSize: MAX_URLS });
/** The fetches in flight, with their starts by `performance.now()`. */
const underWay = new Map<string, { startedAt: number; fetched: Promise<Fetched> }>();

/** True for a JWK set. Each key is validated when it is used. */
export const isKeySet = (value: unknown): value is KeySet =>
  typeof value === 'object' &&
  value !== null &&
  'keys' in value &&
  Array.isArray(value.keys) &&
  value.keys.every((key) => typeof key === 'object' && key !== null);

const fetchKeys = (url: string): Promise<readonly PublicJwk[] | null> =>
  withTimeout(TIMEOUT_MS, async (signal) => {
    const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'manual', signal });
    if (!response.ok) return null;
    const value: unknown = JSON.parse(await readText(response, { maxBytes: MAX_BYTES, signal }));
    return isKeySet(value) ? value.keys : null;
    // Any failure counts as no keys; the next attempt is in 30 s.
  }).catch(() => null);

/** The cached keys stay valid after a failed fetch. */
const without = (before: Fetched | undefined, nowMs: number): Fetched => ({
  keys: before?.keys ?? [],
  cameAt: before?.cameAt ?? 0,
  askedAt: nowMs,
});

/**
 * Fetches the keys again, or waits for a fetch in flight. On Workers, the fetch of an aborted request never ends:
 * others wait for it no longer than the timeout, and later ones start a new one.
 */
const renew = (url: string, before: Fetched | undefined, nowMs: number): Promise<Fetched> => {
  const running = underWay.get(url);
  const leftMs = running ? running.startedAt + TIMEOUT_MS - performance.now() : 0;
  if (running && leftMs > 0) return timeout(leftMs, running.fetched).catch(() => without(before, nowMs));
  const fetched = fetchKeys(url).then((keys) => {
    const renewed = keys ? { keys, cameAt: nowMs, askedAt: nowMs } : without(before, nowMs);
    remembered.set(url, renewed);
    if (underWay.get(url) === own) underWay.delete(url);
    return renewed;
  });
  const own = { startedAt: performance.now(), fetched };
  underWay.set(url, own);
  return fetched;
};

const resultOf = <R>(key: PublicJwk | undefined, otherwise: R): Result<PublicJwk, R> =>
  key ? success(key) : failure(otherwise);

const withId = (keys: readonly PublicJwk[], kid: string): PublicJwk | undefined => keys.find((key) => key.kid === kid);

/**
 * Finds a key by its id, in a set or at a URL. A fetched set is cached for ten minutes, and fetched again if a key is
 * missing, at most every 30 s. Never rejects.
 * (jose's `createRemoteJWKSet` uses its own clock, fetches at each call while a URL fails, and drops the cached keys.)
 * @returns the key; `key` if the set has no key of this id; `keys_unavailable` if no set could be fetched.
 */
export const findKey = async (
  jwks: KeySet | string,
  kid: string,
  nowMs: number,
): Promise<Result<PublicJwk, 'key' | 'keys_unavailable'>> => {
  if (typeof jwks !== 'string') return resultOf(withId(jwks.keys, kid), 'key');
  let fetched = remembered.get(jwks);
  // The clock may have been set back.
  const since = (atMs: number): number => Math.abs(nowMs - atMs);
  const mayAsk = !fetched || since(fetched.askedAt) >= ASK_AGAIN_MS;
  const fresh =
    fetched !== undefined && since(fetched.cameAt) < REMEMBERED_MS && withId(fetched.keys, kid) !== undefined;
  if (!fetched || (!fresh && mayAsk)) fetched = await renew(jwks, fetched, nowMs);
  return resultOf(withId(fetched.keys, kid), fetched.cameAt === 0 ? 'keys_unavailable' : 'key');
};
