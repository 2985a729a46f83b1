/** The outcomes of an account's verdicts: shares with 95 % intervals, by verdict, code, score and week. */
import { sql } from 'kysely';
import { STATUSES, SUB_STATUSES, type Status, type SubStatus } from '../../protocol/index.js';
import { wilson, type Share } from '../../util/newcombe.js';
import { allOf, ENOUGH, hasDeliveries, sumOf, type Cases } from '../mail-outcomes/accuracy/cases.js';
import type { Store } from '../schema.js';

/** A share in per cent, with one decimal, and its 95 % interval. */
export interface Percent {
  percent: number;
  low: number;
  high: number;
}

const inPercent = (share: number): number => Math.round(1000 * share) / 10;

/** Null: the outcomes are too few. */
const percentOf = ({ of, all }: Share): Percent | null => {
  if (all < ENOUGH) return null;
  const { low, high } = wilson({ of, all });
  return { percent: inPercent(of / all), low: inPercent(low), high: inPercent(high) };
};

/** Outcomes, with the share that bounced. */
interface Bounced extends Cases {
  bounce_percent: Percent | null;
}

/** The verdicts of an account, compared with the outcomes. */
export interface Accuracy {
  /** Null: verdicts are not remembered. */
  remembers_since: Date | null;
  /** Why no share is shown; null: some may be. */
  missing: 'deliveries' | null;
  all: Cases;
  statuses: (Bounced & { status: Status })[];
  /** The codes with outcomes, the most frequent first. */
  codes: (Bounced & { code: SubStatus })[];
  /** The ten tenths of the scale of scores. */
  scores: (Cases & { from: number; delivered_percent: Percent | null })[];
  /** The weeks, oldest first, by their Mondays (`2026-01-26`). */
  weeks: { week: string; statuses: (Bounced & { status: Status })[] }[];
}

interface Row extends Cases {
  week: string;
  kind: 'status' | 'code' | 'score';
  value: string;
}

/** The sums of the weeks from the one `back` weeks ago on, with all those weeks. */
const readWeeks = async (
  { db, now }: Store,
  accountId: number,
  back: number,
): Promise<{ rows: Row[]; weeks: string[] }> => {
  const monday = sql`date_trunc('week', ${now} at time zone 'UTC')::date`;
  const { rows: weeks } = await sql<{ week: string }>`
    select to_char(${monday} - 7 * ago, 'YYYY-MM-DD') as week from generate_series(${back}::integer, 0, -1) as ago`.execute(
    db,
  );
  const { rows } = await sql<Row>`
    select to_char(week, 'YYYY-MM-DD') as week, kind, value, delivered, bounced from accuracy_weeks
    where account_id = ${accountId} and week >= ${monday} - 7 * ${back}::integer`.execute(db);
  return { rows, weeks: weeks.map(({ week }) => week) };
};

/** Reads how right the verdicts of an account in the latest weeks were, this week's among them. */
export const readAccuracy = async (store: Store, accountId: number, weekCount: number): Promise<Accuracy> => {
  const accounts = store.db.selectFrom('accuracy_accounts').select('remembers_since');
  const account = await accounts.where('account_id', '=', accountId).executeTakeFirst();
  const { rows, weeks } = await readWeeks(store, accountId, weekCount - 1);
  const sum = (kind: Row['kind'], value: string, among: readonly Row[] = rows): Cases =>
    sumOf(among.filter((row) => row.kind === kind && row.value === value));
  const all = sumOf(rows.filter(({ kind }) => kind === 'status'));
  const isWhole = hasDeliveries(all);
  const shareOf = (cases: Cases, part: keyof Cases): Percent | null =>
    isWhole ? percentOf({ of: cases[part], all: allOf(cases) }) : null;
  const bounced = (cases: Cases): Bounced => ({ ...cases, bounce_percent: shareOf(cases, 'bounced') });
  const statusesOf = (among: readonly Row[]) =>
    STATUSES.map((status) => ({ status, ...bounced(sum('status', status, among)) }));
  const codes = SUB_STATUSES.map((code) => ({ code, ...bounced(sum('code', code)) }));
  return {
    remembers_since: account?.remembers_since ?? null,
    missing: isWhole ? null : 'deliveries',
    all,
    statuses: statusesOf(rows),
    codes: codes.filter((cases) => allOf(cases) > 0).sort((one, other) => allOf(other) - allOf(one)),
    scores: Array.from({ length: 10 }, (_, tenth) => {
      const cases = sum('score', String(tenth));
      return { from: tenth / 10, ...cases, delivered_percent: shareOf(cases, 'delivered') };
    }),
    weeks: weeks.map((week) => ({ week, statuses: statusesOf(rows.filter((row) => row.week === week)) })),
  };
};
