import { readOutcomes, type EdgeStore } from '../edge/index.js';
import { OUTCOME_DAYS, type OutcomesAnswer } from '../protocol/index.js';

/** The path of outcomes at the port of the metrics, and the command's name on the control socket. */
export const OUTCOMES = 'outcomes';

/** Answers with the outcomes of an edge's forms, for the query `days`: 30 by default. */
export type AnswerOutcomes = (query: URLSearchParams) => Promise<OutcomesAnswer>;

/** Answers for the edge with this store and these origins. */
export const outcomesOf =
  (store: EdgeStore, origins: Iterable<string>): AnswerOutcomes =>
  async (query) => {
    const given = Math.floor(Number(query.get('days') ?? 30));
    const days = given >= 1 ? Math.min(given, OUTCOME_DAYS) : 30;
    const rows = await readOutcomes(store, origins, { days });
    return { days, counted: rows !== null, rows: rows ?? [] };
  };
