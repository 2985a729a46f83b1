/** Outcomes of forms as named counters: as stores keep them, and as an edge sends them to its service. */
import {
  OUTCOMES,
  WAIT_BOUNDS,
  WAITS,
  type FormOutcomes,
  type OutcomeCounts,
  type OutcomeReport,
  type Wait,
} from './outcomes.js';

/** Numbers by the name of their counter: an outcome, or a wait with its bound, such as `verdict_ms_600`. */
export type OutcomeCounters = Readonly<Record<string, number>>;

const counterOf = (wait: Wait, bound: number): string => `${wait}_${bound}`;

/** The names of all counters. */
export const OUTCOME_COUNTERS: readonly string[] = [
  ...OUTCOMES,
  ...WAITS.flatMap((wait) => WAIT_BOUNDS.map((bound) => counterOf(wait, bound))),
];

/** Maximum number of forms of an origin and day, of both groups together; further ones are counted as one. */
export const MAX_FORMS = 40;
/** The name of further forms. */
export const OTHER_FORM = ':other';

/** The numbers that a report adds to the counters of its form. */
export const countersOf = ({ counts, waits }: Pick<OutcomeReport, 'counts' | 'waits'>): OutcomeCounters => {
  const added: Record<string, number> = { ...counts };
  for (const wait of WAITS) {
    const ms = waits[wait];
    const bound = ms === undefined ? undefined : WAIT_BOUNDS.find((one) => ms <= one);
    if (bound !== undefined) added[counterOf(wait, bound)] = 1;
  }
  return added;
};

/** The counters of outcomes that were counted together. */
export const countersOfOutcomes = ({ counts, waits }: Pick<FormOutcomes, 'counts' | 'waits'>): OutcomeCounters => ({
  ...counts,
  ...Object.fromEntries(
    WAITS.flatMap((wait) => WAIT_BOUNDS.map((bound, i) => [counterOf(wait, bound), waits[wait][i] ?? 0])),
  ),
});

/** The counts and waits that counters stand for. */
export const outcomesOfCounters = (counters: OutcomeCounters): Pick<FormOutcomes, 'counts' | 'waits'> => {
  const counts: OutcomeCounts = {};
  for (const outcome of OUTCOMES) if (counters[outcome]) counts[outcome] = counters[outcome];
  const waitsOf = (wait: Wait): number[] => WAIT_BOUNDS.map((bound) => counters[counterOf(wait, bound)] ?? 0);
  return { counts, waits: { verdict_ms: waitsOf('verdict_ms'), held_ms: waitsOf('held_ms') } };
};

/** The day of a time in UTC, such as `2026-01-31`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Counters of a form on a day, of one of the two groups, since the edge last sent them to its service. */
export interface FormCounters extends Pick<FormOutcomes, 'origin' | 'day' | 'form' | 'held_out'> {
  counters: OutcomeCounters;
}

/** The body of `POST /api/outcomes/forms/add`: an edge tells its service what it has counted. */
export interface OutcomeBatch {
  /** A UUID. A batch with the id of an earlier one is not counted again. */
  id: string;
  rows: FormCounters[];
}

/** Maximum number of rows of a batch. */
export const MAX_BATCH_ROWS = 200;
/** The days for which a service takes counts: today, and as many before. An edge repeats a batch for no longer. */
export const LATE_DAYS = 3;
