import type { Generated } from 'kysely';

/**
 * Counters of the forms of an account's pages, as its edges have sent them: a row for each counter, and nothing about a
 * person.
 */
export interface FormOutcomesTable {
  account_id: number;
  /** UTC. */
  day: Date;
  origin: string;
  form: string;
  /** True: of the hold-out group, for which the element only looks on. */
  held_out: boolean;
  /** One of `OUTCOME_COUNTERS`. */
  counter: string;
  count: number;
}

/** Batches of counts that were taken, for some days: a repeat is not counted again. */
export interface OutcomeBatchesTable {
  account_id: number;
  id: string;
  taken_at: Generated<Date>;
}

export interface FormOutcomeTables {
  form_outcomes: FormOutcomesTable;
  outcome_batches: OutcomeBatchesTable;
}
