import { readText } from '../../util/read-body.js';
import { BoundedMap } from '../../util/bounded-map.js';
import { withTimeout } from '../../util/timeout.js';
import { failure, success, type Result } from '../result.js';

/** A public key as a JWKS holds it (RFC 7517); only what is read here is named. */
export interface PublicJwk {
  kty?: string;
  crv?: string;
  x?: string;
  y?: string;
  kid?: string;
  alg?: string;
  use?: string;
}

/** A set of public keys (RFC 7517, section 5), as the edge answers it at `/.well-known/jwks.json`. */
export interface KeySet {
  keys: readonly PublicJwk[];
}

interface Fetched {
  keys: readonly PublicJwk[];
  /** When the keys came, and when they were last asked for, in milliseconds since 1970. */
  cameAt: number;
  askedAt: number;
}

const REMEMBERED_MS = 600_000;
/** A receipt may name any key id it likes: it makes this process ask no more often than that. */
const ASK_AGAIN_MS = 30_000;
const TIMEOUT_MS = 3000;
const MAX_BYTES = 65_536;
/** A backend trusts one edge or a few. */
const MAX_URLS = 100;

const remembered = new BoundedMap<string, Fetched>({ maxSize: MAX_URLS });
const underWay = new Map<string, Promise<Fetched>>();

/** Whether a value is a set of keys; of what kind each of them is shows when it is needed. */
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
    // Whatever failed: there are no keys, and they are asked for again in half a minute.
  }).catch(() => null);

/** Asks again; keys that came before stay good when no new ones come. */
const renew = (url: string, before: Fetched | undefined, nowMs: number): Promise<Fetched> => {
  const running = underWay.get(url);
  if (running) return running;
  const renewed = fetchKeys(url)
    .then((keys) => {
      const fetched = keys
        ? { keys, cameAt: nowMs, askedAt: nowMs }
        : { keys: before?.keys ?? [], cameAt: before?.cameAt ?? 0, askedAt: nowMs };
      remembered.set(url, fetched);
      return fetched;
    })
    .finally(() => underWay.delete(url));
  underWay.set(url, renewed);
  return renewed;
};

const resultOf = <R>(key: PublicJwk | undefined, otherwise: R): Result<PublicJwk, R> =>
  key ? success(key) : failure(otherwise);

const withId = (keys: readonly PublicJwk[], kid: string): PublicJwk | undefined => keys.find((key) => key.kid === kid);

/**
 * Finds a key by its id, in a set or at a URL. What a URL gives is remembered for ten minutes, and asked for again when a key
 * is missing, at most every half minute. Never rejects.
 * (jose's `createRemoteJWKSet` has a clock of its own, asks at each call while a URL fails, and forgets the keys that it had.)
 * @returns the key; `key` when the set has none of this id; `keys_unavailable` when no set could be had.
 */
export const findKey = async (
  jwks: KeySet | string,
  kid: string,
  nowMs: number,
): Promise<Result<PublicJwk, 'key' | 'keys_unavailable'>> => {
  if (typeof jwks !== 'string') return resultOf(withId(jwks.keys, kid), 'key');
  let fetched = remembered.get(jwks);
  const mayAsk = !fetched || nowMs - fetched.askedAt >= ASK_AGAIN_MS;
  const fresh =
    fetched !== undefined && nowMs - fetched.cameAt < REMEMBERED_MS && withId(fetched.keys, kid) !== undefined;
  if (!fetched || (!fresh && mayAsk)) fetched = await renew(jwks, fetched, nowMs);
  return resultOf(withId(fetched.keys, kid), fetched.cameAt === 0 ? 'keys_unavailable' : 'key');
};
