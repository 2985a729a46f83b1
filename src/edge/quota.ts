import { rateLimitHeaders, TOKEN_LIFETIME_S, type RateLimit } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import type { Client } from './hashed-client.js';
import type { CheckedOptions } from './options.js';
import type { CounterLimit, EdgeStore } from '../receipt/store/types.js';
import type { Grant } from './token.js';

/** The name of a token's own limit. */
export const TOKEN = 'token';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Longer than a token's lifetime, so that its counter never resets while the token is valid. */
export const TOKEN_WINDOW_MS = 2 * TOKEN_LIFETIME_S * 1000;

/** Tokens per client network and minute that are issued without a checked answer, while a challenge cannot be checked. */
const UNCHECKED_PER_MINUTE = 5;

/** The checks of one person in a day, including typos and a household. */
export const PERSON = 5;

/** The used share of a quota, and the end of its window. */
export interface Usage {
  /** From 0 to 1. */
  share: number;
  /** Milliseconds until the quota's window ends. */
  resetMs: number;
}

export type Counting = Pick<CheckedOptions, 'store' | 'quotas'>;

/** A counter of the store, and its name in the `RateLimit` headers. */
interface NamedLimit extends CounterLimit {
  name: string;
}

/**
 * The quotas that all networks of an IPv6 prefix share, as multiples of one network's quota. The home line of a /56
 * cannot use up the quota of its /48.
 */
const SHARED = [
  { prefix: '48', of: 'subscriber', networks: 4 },
  { prefix: '56', of: 'line', networks: 2 },
] as const;

const prefixOf = ({ name }: RateLimit | NamedLimit): string | undefined => /-(\d\d)$/.exec(name)?.[1];

/**
 * The limits of a client for one window: of its IPv6 /48 and /56, then of its network. An IPv4 address is one network.
 * @param kind distinguishes the counters of a client.
 */
export const limitsOf = (
  client: Client,
  kind: string,
  { name, limit, windowMs }: Omit<NamedLimit, 'key'>,
): NamedLimit[] => {
  const own = { name, key: `${kind}:${client.hash}`, limit, windowMs };
  if (client.subscriber === client.hash) return [own];
  const shared = SHARED.map(({ prefix, of, networks }) => ({
    name: `${name}-${prefix}`,
    key: `${kind}:${client[of]}`,
    limit: limit * networks,
    windowMs,
  }));
  return [...shared, own];
};

/** The part of a limit that a share allows: at least a person's checks. */
const partOf = (limit: number, share: number): number =>
  share === 1 ? limit : Math.min(limit, Math.max(PERSON, Math.ceil(share * limit) - 1));

const span = (windowMs: number): string => (windowMs === DAY_MS ? 'a day' : 'a minute');

/**
 * Counts a request against several limits of a client, in one call of the store. If one limit refuses, none is counted.
 * @param share of each limit, except a token's, that the request may use.
 * @returns the states of the limits, and the one that refused, if any. If the share was the reason, something remains
 * of it.
 */
export const take = async (
  store: EdgeStore,
  { subscriber }: Client,
  limits: readonly NamedLimit[],
  share = 1,
): Promise<{ states: RateLimit[]; refused: RateLimit | undefined }> => {
  const parts = limits.map((one) => (one.name === TOKEN ? one : { ...one, limit: partOf(one.limit, share) }));
  const taken = await store.take(`c:${subscriber}`, parts);
  const states = taken.map(({ remaining, resetMs }, i): RateLimit => {
    const { name = '', limit = 0, windowMs = 0 } = limits[i] ?? {};
    const used = (parts[i]?.limit ?? 0) - remaining;
    return { name, quota: limit, windowMs, remaining: Math.max(0, limit - used), resetMs };
  });
  return { states, refused: taken.at(-1)?.allowed === false ? states.at(-1) : undefined };
};

export const rateLimited = (what: string, refused: RateLimit, states: readonly RateLimit[]): Refusal => {
  const seconds = Math.max(1, Math.ceil(refused.resetMs / 1000));
  return new Refusal(
    'rate_limited',
    `More than ${refused.quota} ${what} in ${span(refused.windowMs)} from one ${prefixOf(refused) ? `IPv6 /${prefixOf(refused)}` : 'network'}. Try again in ${seconds} s.`,
    { ...rateLimitHeaders(states), 'retry-after': String(seconds) },
  );
};

/**
 * Counts the issue of a token, with or without a checked answer to the challenge, or a receipt check for a backend.
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

/** The limit with the largest used share. */
const mostUsed = (states: readonly RateLimit[]): Usage =>
  states
    .map(({ quota, remaining, resetMs }) => ({ share: (quota - remaining) / quota, resetMs }))
    .reduce((most, one) => (one.share > most.share ? one : most));

/**
 * Counts a check, against its token first, so that the client is told if the token is spent. A check that exceeds its
 * share will be refused: it is counted only against its token and its own network, and takes nothing from others of its
 * /48.
 * @param share of the client's quotas that the token may use, beyond a person's checks.
 * @returns the `RateLimit` headers; `checks`, the number of checks of all networks of the client in these 24 hours; and
 * `usage`, that of the client's most used quota.
 * @throws Refusal `token_spent` or `rate_limited`.
 */
export const takeCheck = async (
  { store, quotas }: Counting,
  { jti, checks }: Grant,
  client: Client,
  share: number,
): Promise<{ headers: Record<string, string>; checks: number; usage: Usage }> => {
  const limits = [
    { name: TOKEN, key: `t:${jti}`, limit: checks, windowMs: TOKEN_WINDOW_MS },
    ...limitsOf(client, 'c', { name: 'minute', limit: quotas.checksPerClientPerMinute, windowMs: MINUTE_MS }),
    ...limitsOf(client, 'd', { name: 'day', limit: quotas.checksPerClientPerDay, windowMs: DAY_MS }),
  ];
  const whole = await take(store, client, limits, share);
  const short = whole.refused?.remaining ? whole.refused : undefined;
  const { states, refused } = short
    ? await take(
        store,
        client,
        limits.filter((limit) => !prefixOf(limit)),
      )
    : whole;
  if (!refused) {
    const made = states.filter(({ windowMs }) => windowMs === DAY_MS).map(({ quota, remaining }) => quota - remaining);
    const used = states.slice(1);
    // A check beyond its share counts as more than a person's checks.
    if (short) {
      made.push(PERSON + 1);
      used.push({ ...short, remaining: short.remaining - 1 });
    }
    return { headers: rateLimitHeaders(states), checks: Math.max(...made), usage: mostUsed(used) };
  }
  if (refused.name !== TOKEN) throw rateLimited('checks', refused, states);
  throw new Refusal(
    'token_spent',
    `The ${checks} checks of this token are used up. Fetch a new token from POST /token.`,
    rateLimitHeaders(states),
  );
};
