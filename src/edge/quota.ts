import { rateLimitHeaders, TOKEN_LIFETIME_S, type RateLimit } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import type { Settings } from './options.js';
import type { Grant } from './token.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Longer than a token lives, so that its counter never starts anew while it can be used. */
const TOKEN_WINDOW_MS = 2 * TOKEN_LIFETIME_S * 1000;

/** What counting needs. */
export type Counting = Pick<Settings, 'store' | 'quotas'>;

/** A limit, and the counter of the store that it is kept in. */
interface Limit {
  name: string;
  key: string;
  quota: number;
  windowMs: number;
}

interface Counted {
  allowed: boolean;
  limit: RateLimit;
}

const take = async ({ store }: Counting, { name, key, quota, windowMs }: Limit): Promise<Counted> => {
  const { allowed, remaining, resetMs } = await store.take(key, quota, windowMs);
  return { allowed, limit: { name, quota, windowMs, remaining, resetMs } };
};

const span = (windowMs: number): string => (windowMs === DAY_MS ? 'a day' : 'a minute');

/**
 * Counts one request against several limits, one after the other: what one refuses is not counted against the next.
 * @param what is counted, for people.
 * @returns the headers that say how the limits stand.
 * @throws Refusal `rate_limited`, with `Retry-After`.
 */
const takeAll = async (
  counting: Counting,
  what: string,
  limits: readonly Limit[],
  counted: RateLimit[] = [],
): Promise<Record<string, string>> => {
  for (const limit of limits) {
    const { allowed, limit: now } = await take(counting, limit);
    counted.push(now);
    if (!allowed) {
      const seconds = Math.max(1, Math.ceil(now.resetMs / 1000));
      throw new Refusal(
        'rate_limited',
        `More than ${now.quota} ${what} in ${span(now.windowMs)} from one network. Try again in ${seconds} s.`,
        { ...rateLimitHeaders(counted), 'retry-after': String(seconds) },
      );
    }
  }
  return rateLimitHeaders(counted);
};

/**
 * Counts a token that is to be issued.
 * @param client the hash of the client's network.
 * @returns the headers that say how the limit stands.
 * @throws Refusal `rate_limited`.
 */
export const takeToken = (counting: Counting, client: string): Promise<Record<string, string>> =>
  takeAll(counting, 'tokens', [
    { name: 'tokens', key: `i:${client}`, quota: counting.quotas.tokensPerClientPerMinute, windowMs: MINUTE_MS },
  ]);

/**
 * Counts a receipt that a backend has checked.
 * @param client the hash of the backend's network.
 * @returns the headers that say how the limit stands.
 * @throws Refusal `rate_limited`.
 */
export const takeReceipt = (counting: Counting, client: string): Promise<Record<string, string>> =>
  takeAll(counting, 'receipts', [
    { name: 'receipts', key: `b:${client}`, quota: counting.quotas.receiptsPerClientPerMinute, windowMs: MINUTE_MS },
  ]);

/**
 * Counts a check: against its token first, so that a spent token cannot use up what its network's other people have left.
 * @param client the hash of the client's network.
 * @returns the headers that say how the limits stand.
 * @throws Refusal `token_spent` or `rate_limited`.
 */
export const takeCheck = async (
  counting: Counting,
  { jti, checks }: Grant,
  client: string,
): Promise<Record<string, string>> => {
  const { quotas } = counting;
  const token = await take(counting, { name: 'token', key: `t:${jti}`, quota: checks, windowMs: TOKEN_WINDOW_MS });
  if (!token.allowed) {
    throw new Refusal(
      'token_spent',
      `This token paid for ${checks} checks. Fetch a new one from POST /token.`,
      rateLimitHeaders([token.limit]),
    );
  }
  return takeAll(
    counting,
    'checks',
    [
      { name: 'minute', key: `c:${client}`, quota: quotas.checksPerClientPerMinute, windowMs: MINUTE_MS },
      { name: 'day', key: `d:${client}`, quota: quotas.checksPerClientPerDay, windowMs: DAY_MS },
    ],
    [token.limit],
  );
};

/**
 * Counts a call of the upstream: what it costs is bounded for each origin and in all.
 * @returns the option that has nothing left, or null.
 */
export const takeCall = async (
  counting: Counting,
  origin: string,
): Promise<'checksPerOriginPerDay' | 'checksPerDay' | null> => {
  const { store, quotas } = counting;
  const ofOrigin = await store.take(`o:${origin}`, quotas.checksPerOriginPerDay, DAY_MS);
  if (!ofOrigin.allowed) return 'checksPerOriginPerDay';
  const ofAll = await store.take('day', quotas.checksPerDay, DAY_MS);
  return ofAll.allowed ? null : 'checksPerDay';
};
