import { rateLimitHeaders, TOKEN_LIFETIME_S, type RateLimit } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import type { Client } from './client-network.js';
import type { CheckedOptions } from './options.js';
import type { CounterLimit, EdgeStore } from './store/types.js';
import type { Grant } from './token.js';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Longer than a token's lifetime, so that its counter never resets while the token is valid. */
const TOKEN_WINDOW_MS = 2 * TOKEN_LIFETIME_S * 1000;

/** Tokens per client network and minute that are issued without a checked answer, while a challenge cannot be checked. */
const UNCHECKED_PER_MINUTE = 5;

/** The checks of one person in a day, with typos and a household around. */
export const PERSON = 5;

/** How much of a quota is used. */
export interface Usage {
  /** From 0 to 1. */
  share: number;
  /** Milliseconds until the quota's window ends. */
  resetMs: number;
}

type Counting = Pick<CheckedOptions, 'store' | 'quotas'>;

/** A counter of the store, and its name in the `RateLimit` headers. */
interface NamedLimit extends CounterLimit {
  name: string;
}

/** Ends the names of the limits of a /48. */
const ALL = '-48';
/** All networks of an IPv6 /48 together have so many times the quota of one. */
const NETWORKS = 4;

/**
 * The limits of a client for one window: of its IPv6 /48, then of its network. An IPv4 address is one network.
 * @param kind distinguishes the counters of a client.
 */
const limitsOf = (
  { hash, subscriber }: Client,
  kind: string,
  { name, limit, windowMs }: Omit<NamedLimit, 'key'>,
): NamedLimit[] => {
  const own = { name, key: `${kind}:${hash}`, limit, windowMs };
  if (subscriber === hash) return [own];
  return [{ name: `${name}${ALL}`, key: `${kind}:${subscriber}`, limit: limit * NETWORKS, windowMs }, own];
};

const span = (windowMs: number): string => (windowMs === DAY_MS ? 'a day' : 'a minute');

/**
 * Counts a request against several limits of a client, in one call of the store. If one refuses, the next are not counted.
 * @returns the states of the limits, and the one that refused, if any.
 */
const take = async (
  store: EdgeStore,
  { subscriber }: Client,
  limits: readonly NamedLimit[],
): Promise<{ states: RateLimit[]; refused: RateLimit | undefined }> => {
  const taken = await store.take(`c:${subscriber}`, limits);
  const states = taken.map(({ remaining, resetMs }, i): RateLimit => {
    const { name = '', limit = 0, windowMs = 0 } = limits[i] ?? {};
    return { name, quota: limit, windowMs, remaining, resetMs };
  });
  return { states, refused: taken.at(-1)?.allowed === false ? states.at(-1) : undefined };
};

const rateLimited = (what: string, refused: RateLimit, states: readonly RateLimit[]): Refusal => {
  const seconds = Math.max(1, Math.ceil(refused.resetMs / 1000));
  return new Refusal(
    'rate_limited',
    `More than ${refused.quota} ${what} in ${span(refused.windowMs)} from one ${refused.name.endsWith(ALL) ? 'IPv6 /48' : 'network'}. Try again in ${seconds} s.`,
    { ...rateLimitHeaders(states), 'retry-after': String(seconds) },
  );
};

/**
 * Counts the issue of a token, also of one without a checked answer to the challenge, or a receipt check for a backend.
 * @returns the `RateLimit` headers.
 * @throws Refusal `rate_limited`.
 */
export const takeOne = async (
  { store, quotas }: Counting,
  what: 'tokens' | 'unchecked' | 'receipts',
  client: Client,
): Promise<Record<string, string>> => {
  const prefix = { tokens: 'i', unchecked: 'u', receipts: 'b' }[what];
  const limit = what === 'unchecked' ? UNCHECKED_PER_MINUTE : quotas[`${what}PerClientPerMinute`];
  const limits = limitsOf(client, prefix, { name: what, limit, windowMs: MINUTE_MS });
  const { states, refused } = await take(store, client, limits);
  if (refused) throw rateLimited(what === 'unchecked' ? 'tokens without a checked answer' : what, refused, states);
  return rateLimitHeaders(states);
};

/** The limit of which the largest share is used. */
const mostUsed = (states: readonly RateLimit[]): Usage =>
  states
    .map(({ quota, remaining, resetMs }) => ({ share: (quota - remaining) / quota, resetMs }))
    .reduce((most, one) => (one.share > most.share ? one : most));

/**
 * Counts a check: against its token first, so that a spent token does not use up the quota of its network.
 * @returns the `RateLimit` headers, how many checks all networks of the client have made in these 24 hours, and the quota of the client of
 * which most is used.
 * @throws Refusal `token_spent` or `rate_limited`.
 */
export const takeCheck = async (
  { store, quotas }: Counting,
  { jti, checks }: Grant,
  client: Client,
): Promise<{ headers: Record<string, string>; checks: number; usage: Usage }> => {
  const token = { name: 'token', key: `t:${jti}`, limit: checks, windowMs: TOKEN_WINDOW_MS };
  const { states, refused } = await take(store, client, [
    token,
    ...limitsOf(client, 'c', { name: 'minute', limit: quotas.checksPerClientPerMinute, windowMs: MINUTE_MS }),
    ...limitsOf(client, 'd', { name: 'day', limit: quotas.checksPerClientPerDay, windowMs: DAY_MS }),
  ]);
  if (!refused) {
    const made = states.filter(({ windowMs }) => windowMs === DAY_MS).map(({ quota, remaining }) => quota - remaining);
    return { headers: rateLimitHeaders(states), checks: Math.max(...made), usage: mostUsed(states.slice(1)) };
  }
  if (refused.name !== token.name) throw rateLimited('checks', refused, states);
  throw new Refusal(
    'token_spent',
    `The ${checks} checks of this token are used up. Fetch a new token from POST /token.`,
    rateLimitHeaders(states),
  );
};
