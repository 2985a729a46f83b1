import {
  formName,
  OUTCOME_DAYS,
  OUTCOMES,
  WAIT_BOUNDS,
  WAITS,
  type FormOutcomes,
  type OutcomeCounts,
  type OutcomeReport,
  type Wait,
} from '../protocol/index.js';
import type { Counts, EdgeStore } from '../receipt/store/types.js';
import { DAY_MS } from './quota.js';

/** Maximum number of forms of an origin and day, of both groups together; further ones are counted as one. */
const MAX_FORMS = 40;
/** The row of further forms. */
const OTHER = ':other';

/** The prefixes of rows: of the hold-out group, and of all others. */
const HELD_OUT = 'h:';
const HELPED = 'a:';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const tableOf = (origin: string, day: string): string => `outcomes:${day}:${origin}`;
const counterOf = (wait: Wait, bound: number): string => `${wait}_${bound}`;

/** The numbers that a report adds to its row. */
const countsOf = ({ counts, waits }: OutcomeReport): Counts => {
  const added: Record<string, number> = { ...counts };
  for (const wait of WAITS) {
    const ms = waits[wait];
    const bound = ms === undefined ? undefined : WAIT_BOUNDS.find((one) => ms <= one);
    if (bound !== undefined) added[counterOf(wait, bound)] = 1;
  }
  return added;
};

/**
 * Adds a report to the counters of its origin, form and day.
 * @returns false if the store cannot count.
 */
export const countOutcomes = async (
  store: EdgeStore,
  origin: string,
  report: OutcomeReport,
  nowMs: number,
): Promise<boolean> => {
  if (!store.addCounts) return false;
  const group = report.held_out ? HELD_OUT : HELPED;
  await store.addCounts(tableOf(origin, dayOf(nowMs)), group + report.form, countsOf(report), {
    maxRows: MAX_FORMS,
    otherRow: group + OTHER,
    ttlMs: (OUTCOME_DAYS + 1) * DAY_MS,
  });
  return true;
};

const readRow = (origin: string, day: string, row: string, counted: Counts): FormOutcomes => {
  const counts: OutcomeCounts = {};
  for (const outcome of OUTCOMES) if (counted[outcome]) counts[outcome] = counted[outcome];
  const waitsOf = (wait: Wait): number[] => WAIT_BOUNDS.map((bound) => counted[counterOf(wait, bound)] ?? 0);
  return {
    origin,
    day,
    form: formName(row.slice(HELD_OUT.length)),
    held_out: row.startsWith(HELD_OUT),
    counts,
    waits: { verdict_ms: waitsOf('verdict_ms'), held_ms: waitsOf('held_ms') },
  };
};

/**
 * Reads the outcomes of forms from the store of an edge.
 * @param days today and the days before, in UTC: 1 to 90.
 * @returns a row for each origin, day, form and group, the newest day first; null if the store cannot count.
 * @example
 * const rows = await readOutcomes(store, ['https://shop.example'], { days: 30 });
 */
export const readOutcomes = async (
  store: EdgeStore,
  origins: Iterable<string>,
  { days = 30, now = Date.now }: { days?: number; now?: () => number } = {},
): Promise<FormOutcomes[] | null> => {
  if (!store.readCounts) return null;
  const rows: FormOutcomes[] = [];
  const today = now();
  for (let ago = 0; ago < Math.min(days, OUTCOME_DAYS); ago++) {
    const day = dayOf(today - ago * DAY_MS);
    for (const origin of origins) {
      const table = await store.readCounts(tableOf(origin, day));
      for (const [row, counted] of table) rows.push(readRow(origin, day, row, counted));
    }
  }
  return rows;
};
