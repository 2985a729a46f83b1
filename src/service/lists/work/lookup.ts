/** The work on a chunk of rows: syntax, lists and DNS. */
import { sql } from 'kysely';
import { turns } from '../../../util/turns.js';
import { emailIn } from '../file/email-cell.js';
import type { Store } from '../../store/tables.js';
import { emptyOutcome, failedFinding, findingOf, type Outcome } from './outcome.js';
import { MAX_ATTEMPTS, type WorkParts } from './parts.js';
import type { Chunk } from './queue.js';

/** The time limit of an address, in ms: a chunk takes no longer, whatever the DNS does, and others get their turn. */
const LOOKUP_MS = 20_000;

/** Addresses of a chunk that are looked up at once. */
const IN_FLIGHT = 125;

/** Bytes of cells that one query reads; a single row may have more. */
const BYTES = 1_048_576;

interface OpenRow {
  row: number;
  email: string;
}

/** Reads the rows of a chunk that need a result: no duplicates, none that has one or waits for its mail server. */
const openRows = async ({ db }: Store, { batch_id, first_row, last_row, email_column }: Chunk): Promise<OpenRow[]> => {
  const open: OpenRow[] = [];
  for (let from = first_row ?? 1, last = last_row ?? 0; from <= last;) {
    const { rows } = await sql<{ row_no: number; cells: string | null }>`
      select row_no, case when duplicate_of is null
          and not exists (select from batch_results as known where known.batch_id = ${batch_id} and known.row_no = part.row_no)
          and not exists (select from batch_probes as asked where asked.batch_id = ${batch_id} and asked.row_no = part.row_no)
        then cells end as cells
      from (
        select *, sum(octet_length(cells)) over (order by row_no) - octet_length(cells) as bytes
        from batch_rows where batch_id = ${batch_id} and row_no >= ${from} and row_no <= ${last}
      ) as part
      where bytes < ${sql.lit(BYTES)} order by row_no`.execute(db);
    for (const { row_no, cells } of rows) {
      if (cells !== null) open.push({ row: row_no, email: emailIn(JSON.parse(cells) as string[], email_column) });
      if (turns.isOver()) await turns.rest();
    }
    from = (rows.at(-1)?.row_no ?? last) + 1;
  }
  return open;
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
  try {
    for await (const found of verifier.lookUpMany(emails, { inFlight: IN_FLIGHT, timeoutMs: LOOKUP_MS, signal })) {
      const row = rows[found.index]?.row;
      if (row === undefined) continue;
      if ('result' in found) findings.push(findingOf(row, found.result));
      else questions.push({ row, question: found.question, at: null });
      if (turns.isOver()) await turns.rest();
    }
    return { ...outcome, isDone: true };
  } catch (error) {
    return signal.aborted ? outcome : { ...outcome, error };
  }
};
