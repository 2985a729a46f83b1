import { rateLimitHeaders, TOKEN_LIFETIME_S, type RateLimit } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import type { CheckedOptions } from './options.js';
import { failure, success, type Result } from './result.js';
import type { CounterLimit, EdgeStore } from './store/types.js';
import type { UpstreamTrouble } from './upstream/types.js';
import type { Grant } from './token.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Longer than a token's lifetime, so that its counter never resets while the token is valid. */
const TOKEN_WINDOW_MS = 2 * TOKEN_LIFETIME_S * 1000;

type Counting = Pick<CheckedOptions, 'store' | 'quotas'>;

/** A counter of the store, and its name in the `RateLimit` headers. */
interface NamedLimit extends CounterLimit {
  name: string;
}

const minute = (key: string, limit: number, name: string): NamedLimit => ({ name, key, limit, windowMs: MINUTE_MS });
const day = (key: string, limit: number, name: string): NamedLimit => ({ name, key, limit, windowMs: DAY_MS });

const span = (windowMs: number): string => (windowMs === DAY_MS ? 'a day' : 'a minute');

/**
 * Counts a request against several limits of a client, in one call of the store. If one refuses, the next are not counted.
 * @returns the states of the limits, and the one that refused, if any.
 */
const take = async (
  store: EdgeStore,
  client: string,
  limits: readonly NamedLimit[],
): Promise<{ states: RateLimit[]; refused: RateLimit | undefined }> => {
  const taken = await store.take(`c:${client}`, limits);
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
    `More than ${refused.quota} ${what} in ${span(refused.windowMs)} from one network. Try again in ${seconds} s.`,
    { ...rateLimitHeaders(states), 'retry-after': String(seconds) },
  );
};

/**
 * Counts the issue of a token, or a receipt check for a backend.
 * @param client the hash of the network that asks.
 * @returns the `RateLimit` headers.
 * @throws Refusal `rate_limited`.
 */
export const takeOne = async (
  { store, quotas }: Counting,
  what: 'tokens' | 'receipts',
  client: string,
): Promise<Record<string, string>> => {
  const prefix = { tokens: 'i', receipts: 'b' }[what];
  const limit = minute(`${prefix}:${client}`, quotas[`${what}PerClientPerMinute`], what);
  const { states, refused } = await take(store, client, [limit]);
  if (refused) throw rateLimited(what, refused, states);
  return rateLimitHeaders(states);
};

/**
 * Counts a check: against its token first, so that a spent token does not use up the quota of its network.
 * @param client the hash of the client's network.
 * @returns the `RateLimit` headers.
 * @throws Refusal `token_spent` or `rate_limited`.
 */
export const takeCheck = async (
  { store, quotas }: Counting,
  { jti, checks }: Grant,
  client: string,
): Promise<Record<string, string>> => {
  const token = { name: 'token', key: `t:${jti}`, limit: checks, windowMs: TOKEN_WINDOW_MS };
  const { states, refused } = await take(store, client, [
    token,
    minute(`c:${client}`, quotas.checksPerClientPerMinute, 'minute'),
    day(`d:${client}`, quotas.checksPerClientPerDay, 'day'),
  ]);
  if (!refused) return rateLimitHeaders(states);
  if (refused.name !== token.name) throw rateLimited('checks', refused, states);
  throw new Refusal(
    'token_spent',
    `The ${checks} checks of this token are used up. Fetch a new token from POST /token.`,
    rateLimitHeaders(states),
  );
};

/** Counts an upstream call, per origin and in total, to limit the cost. */
export const takeCall = async ({ store, quotas }: Counting, origin: string): Promise<Result<null, UpstreamTrouble>> => {
  const taken = await store.take('upstream', [
    { key: `o:${origin}`, limit: quotas.checksPerOriginPerDay, windowMs: DAY_MS },
    { key: 'day', limit: quotas.checksPerDay, windowMs: DAY_MS },
  ]);
  if (taken.at(-1)?.allowed) return success(null);
  const spent = taken.length === 1 ? 'checksPerOriginPerDay' : 'checksPerDay';
  return failure({ code: 'rate_limited', reason: `not asked: the edge's own ${spent} is used up` });
};
