/** The work on a chunk of rows: syntax, lists and DNS. */
import { sql } from 'kysely';
import { createTimeSlice } from '../../../util/time-slice.js';
import { emailIn } from '../file/email-cell.js';
import type { Store } from '../../store/tables.js';
import { emptyOutcome, failedFinding, findingOf, type Outcome } from './outcome.js';
import { MAX_ATTEMPTS, type WorkParts } from './parts.js';
import type { Chunk } from './queue.js';

/** The time limit of an address, in ms: a chunk takes no longer, whatever the DNS does, and others get their turn. */
const LOOKUP_MS = 20_000;

/** Addresses of a chunk that are looked up at once. */
const IN_FLIGHT = 125;

/** The time that known domains keep the thread, in ms. The store's answers and requests wait as long. */
const SLICE_MS = 4;

/** Reads the rows of a chunk that need a result: no duplicates, none that has one or waits for its mail server. */
const openRows = async (
  { db }: Store,
  { batch_id, first_row, last_row, email_column }: Chunk,
): Promise<{ row: number; email: string }[]> => {
  const { rows } = await sql<{ row_no: number; cells: string }>`
    select row_no, cells from batch_rows as one
    where batch_id = ${batch_id} and row_no between ${first_row} and ${last_row} and duplicate_of is null
      and not exists (select from batch_results as known where known.batch_id = one.batch_id and known.row_no = one.row_no)
      and not exists (select from batch_probes as asked where asked.batch_id = one.batch_id and asked.row_no = one.row_no)
    order by row_no`.execute(db);
  return rows.map(({ row_no, cells }) => ({
    row: row_no,
    email: emailIn(JSON.parse(cells) as string[], email_column),
  }));
};

/**
 * Looks the rows of a chunk up.
 * @param signal ends the work early: the outcome is what was found out until then.
 */
export const lookUpChunk = async (
  { store, verifier }: WorkParts,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<Outcome> => {
  const rows = await openRows(store, chunk);
  const outcome = emptyOutcome();
  const { findings, questions } = outcome;
  if (chunk.attempts > MAX_ATTEMPTS)
    return { ...outcome, findings: rows.map(({ row }) => failedFinding(row)), isDone: true };
  const emails = rows.map(({ email }) => email);
  const slice = createTimeSlice(SLICE_MS);
  try {
    for await (const found of verifier.lookUpMany(emails, { inFlight: IN_FLIGHT, timeoutMs: LOOKUP_MS, signal })) {
      const row = rows[found.index]?.row;
      if (row === undefined) continue;
      if ('result' in found) findings.push(findingOf(row, found.result));
      else questions.push({ row, question: found.question, at: null });
      if (slice.isOver()) await slice.rest();
    }
    return { ...outcome, isDone: true };
  } catch (error) {
    return signal.aborted ? outcome : { ...outcome, error };
  }
};
