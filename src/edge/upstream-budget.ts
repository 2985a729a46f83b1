import type { CheckedOptions } from './options.js';
import { DAY_MS, PERSON, type Usage } from './quota.js';
import { failure, success, type Result } from '../util/success-or-failure.js';
import type { CounterLimit } from '../receipt/store/types.js';
import type { UpstreamTrouble } from './upstream/types.js';

/**
 * Counts an upstream call for a page's origin.
 * @param checks of the client in these 24 hours.
 */
export type TakeCall = (origin: string, checks: number) => Promise<Result<null, UpstreamTrouble>>;

/** Returns the usage of an origin's quota of calls and of the day's quota, as of this process's previous call. */
export type UsageOf = (origin: string) => Record<'ofOrigin' | 'ofDay', Usage>;

/** A quota of calls in 24 hours. */
interface Budget extends CounterLimit {
  name: 'checksPerDay' | 'checksPerOriginPerDay';
  /** Only busy clients take from it. */
  isHalf: boolean;
}

const usedUp = ({ name, isHalf }: Budget) =>
  failure({
    code: 'rate_limited' as const,
    reason: isHalf
      ? `not asked: busy clients have used up their part of the edge's own ${name}`
      : `not asked: the edge's own ${name} is used up`,
  });

/**
 * Creates the budget of upstream calls, per origin and in total, which bounds the cost. A client with a few checks
 * (`PERSON`) may make any call. Other clients are busy: they share half of the calls, and each may have made as many
 * checks as calls of that half are left (dynamic thresholds, Choudhury and Hahne 1998). "A few" are five while all
 * calls are left, and fewer as they run low. Several networks give a client no advantage: networks that behave alike
 * are limited together. The totals are exact; the shares use the numbers of this process's previous call.
 */
export const createBudget = ({
  store,
  quotas,
  monotonicNow: now,
}: Pick<CheckedOptions, 'store' | 'quotas' | 'monotonicNow'>): { take: TakeCall; usageOf: UsageOf } => {
  /**
   * The calls left in each budget at this process's previous call, by key. There are four budgets, and two more for
   * each further origin.
   */
  const known = new Map<string, { remaining: number; endsAt: number }>();

  const leftOf = ({ key, limit }: Budget): number => {
    const last = known.get(key);
    return last && last.endsAt > now() ? last.remaining : limit;
  };

  const usage = (budget: Budget): Usage => ({
    share: 1 - leftOf(budget) / budget.limit,
    resetMs: Math.max(0, (known.get(budget.key)?.endsAt ?? 0) - now()),
  });

  const budgetsOf = (origin: string): [ofOrigin: Budget, ofDay: Budget] => [
    {
      name: 'checksPerOriginPerDay',
      key: `o:${origin}`,
      limit: quotas.checksPerOriginPerDay,
      windowMs: DAY_MS,
      isHalf: false,
    },
    { name: 'checksPerDay', key: 'day', limit: quotas.checksPerDay, windowMs: DAY_MS, isHalf: false },
  ];
  const halfOf = (budget: Budget): Budget => ({
    ...budget,
    key: `busy:${budget.key}`,
    limit: Math.ceil(budget.limit / 2),
    isHalf: true,
  });

  const take = async (budgets: readonly Budget[]): Promise<Result<null, UpstreamTrouble>> => {
    const taken = await store.take('upstream', budgets);
    for (const [i, { remaining, resetMs }] of taken.entries()) {
      const budget = budgets[i];
      if (budget) known.set(budget.key, { remaining, endsAt: now() + resetMs });
    }
    const last = budgets[taken.length - 1];
    return last && taken.at(-1)?.allowed === false ? usedUp(last) : success(null);
  };

  return {
    async take(origin, checks) {
      const budgets = budgetsOf(origin);
      const left = Math.min(...budgets.map((budget) => leftOf(budget) / budget.limit));
      if (checks <= Math.max(1, Math.ceil(PERSON * left))) return take(budgets);
      const halves = budgets.map(halfOf);
      const short = halves.find((half) => checks > leftOf(half));
      return short ? usedUp(short) : take([...halves, ...budgets]);
    },
    usageOf(origin) {
      const [ofOrigin, ofDay] = budgetsOf(origin);
      return { ofOrigin: usage(ofOrigin), ofDay: usage(ofDay) };
    },
  };
};
