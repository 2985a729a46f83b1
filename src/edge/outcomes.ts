import {
  countersOf,
  dayOf,
  formName,
  MAX_FORMS,
  OTHER_FORM,
  OUTCOME_DAYS,
  outcomesOfCounters,
  type FormOutcomes,
  type OutcomeReport,
} from '../protocol/index.js';
import type { Counts, EdgeStore } from '../receipt/store/types.js';
import type { Client } from './hashed-client.js';
import { DAY_MS } from './quota.js';
import { takeFormName } from './report-quota.js';

/** The prefixes of rows: of the hold-out group, and of all others. */
const HELD_OUT = 'h:';
const HELPED = 'a:';

const tableOf = (origin: string, day: string): string => `outcomes:${day}:${origin}`;

/**
 * Gives a report the name under which its form is counted: its own, or that of further forms once the client's network
 * has opened as many new names today as it may.
 */
export const nameForm = async (
  store: EdgeStore,
  origin: string,
  report: OutcomeReport,
  { client, nowMs }: { client: Client; nowMs: number },
): Promise<OutcomeReport> => {
  if (report.form === OTHER_FORM) return report;
  const opened = { table: tableOf(origin, dayOf(nowMs)), row: (report.held_out ? HELD_OUT : HELPED) + report.form };
  return (await takeFormName({ store }, opened, client)) ? report : { ...report, form: OTHER_FORM };
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
  await store.addCounts(tableOf(origin, dayOf(nowMs)), group + report.form, countersOf(report), {
    maxRows: MAX_FORMS,
    otherRow: group + OTHER_FORM,
    ttlMs: (OUTCOME_DAYS + 1) * DAY_MS,
  });
  return true;
};

const readRow = (origin: string, day: string, row: string, counted: Counts): FormOutcomes => ({
  origin,
  day,
  form: formName(row.slice(HELD_OUT.length)),
  held_out: row.startsWith(HELD_OUT),
  ...outcomesOfCounters(counted),
});

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
