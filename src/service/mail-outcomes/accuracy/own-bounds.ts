/** The bounces of an account's own mail, as bounds that take the place of the general ones. */
import { sql } from 'kysely';
import { BOUNCE_LIMITS, STATUSES } from '../../../protocol/index.js';
import { wilson } from '../../../util/newcombe.js';
import type { Store } from '../../schema.js';
import { BOUNCE_CODES, GENERAL } from '../bounces.js';
import type { Bounds, BoundsOf } from '../tables.js';
import { allOf, ENOUGH, hasDeliveries, sumOf, type Cases } from './cases.js';

/** The weeks whose outcomes count, this one among them: half a year. */
const WEEKS = 26;
/** The width of an interval, in per cent, that is narrow enough whatever is known in general: mail services' first limit. */
const [NARROW] = BOUNCE_LIMITS;

/**
 * The 95 % interval (Wilson) of the share that bounced, in per cent, with one decimal, rounded outwards.
 * @returns undefined if it says no more than the general bounds: of fewer than 50 outcomes, or wider than those and than
 * 2 % while it overlaps them.
 */
export const ownBounds = (cases: Cases, [least, most]: Bounds): Bounds | undefined => {
  const all = allOf(cases);
  if (all < ENOUGH) return undefined;
  const { low, high } = wilson({ of: cases.bounced, all });
  const own = [Math.floor(1000 * Math.max(0, low)) / 10, Math.min(100, Math.ceil(1000 * high) / 10)] as const;
  const isNarrow = own[1] - own[0] <= Math.max(NARROW, most - least);
  const isElsewhere = own[0] > most || own[1] < least;
  return isNarrow || isElsewhere ? own : undefined;
};

interface Row extends Cases {
  kind: 'status' | 'code' | 'plain';
  value: string;
}

const withBounds = <K extends string>(
  keys: readonly K[],
  casesOf: (key: K) => Cases,
  general: (key: K) => Bounds | undefined,
): Partial<Record<K, Bounds>> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const bounds = ownBounds(casesOf(key), general(key) ?? [0, 100]);
      return bounds === undefined ? [] : [[key, bounds]];
    }),
  ) as Partial<Record<K, Bounds>>;

/**
 * Reads the bounds of an account's own mail, by the outcomes of its verdicts of the last half year.
 * @returns null if there are none: too few outcomes, or bounces without deliveries.
 */
export const readOwnBounds = async ({ db, now }: Store, accountId: number): Promise<BoundsOf | null> => {
  const { rows } = await sql<Row>`
    select kind, value, sum(delivered)::integer as delivered, sum(bounced)::integer as bounced from accuracy_weeks
    where account_id = ${accountId} and kind <> 'score'
      and week >= date_trunc('week', ${now} at time zone 'UTC')::date - ${sql.lit(7 * (WEEKS - 1))}
    group by kind, value`.execute(db);
  if (!hasDeliveries(sumOf(rows.filter(({ kind }) => kind === 'status')))) return null;
  const cases = (kind: Row['kind'], value: string): Cases =>
    sumOf(rows.filter((row) => row.kind === kind && row.value === value));
  const codes = withBounds(
    BOUNCE_CODES,
    (code) => cases('code', code),
    (code) => GENERAL.codes[code],
  );
  const statuses = withBounds(
    STATUSES,
    (status) => cases('plain', status),
    (status) => GENERAL.statuses[status],
  );
  return Object.keys(codes).length + Object.keys(statuses).length === 0 ? null : { codes, statuses };
};
