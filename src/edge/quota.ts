import { TOKEN_LIFETIME_S, type TokenClaims } from '../protocol/index.js';
import type { Settings } from './options.js';
import { Refusal } from '../protocol/refusal.js';

const MINUTE_MS = 60_000;

/** Longer than a token lives, so that its counter never starts anew while it can be used. */
const TOKEN_WINDOW_MS = 2 * TOKEN_LIFETIME_S * 1000;

type Counting = Pick<Settings, 'store' | 'quotas'>;

const takeFromMinute = async ({ store }: Counting, key: string, limit: number, what: string): Promise<void> => {
  const { allowed, resetMs } = await store.take(key, limit, MINUTE_MS);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  throw new Refusal(
    'rate_limited',
    `More than ${limit} ${what} in a minute from one network. Try again in ${seconds} s.`,
    {
      'retry-after': String(seconds),
    },
  );
};

/**
 * Counts a token that is to be issued.
 * @throws Refusal `rate_limited`.
 */
export const takeToken = (counting: Counting, client: string): Promise<void> =>
  takeFromMinute(counting, `i:${client}`, counting.quotas.tokensPerClientPerMinute, 'tokens');

/**
 * Counts a check: against its token first, so that a spent token cannot use up what its network's other people have left.
 * @throws Refusal `token_spent` or `rate_limited`.
 */
export const takeCheck = async (
  counting: Counting,
  { jti, checks }: Pick<TokenClaims, 'jti' | 'checks'>,
  client: string,
): Promise<void> => {
  const { allowed } = await counting.store.take(`t:${jti}`, checks, TOKEN_WINDOW_MS);
  if (!allowed)
    throw new Refusal('token_spent', `This token paid for ${checks} checks. Fetch a new one from POST /token.`);
  await takeFromMinute(counting, `c:${client}`, counting.quotas.checksPerClientPerMinute, 'checks');
};
