/** The work on a chunk of rows, and on look-ups that are repeated: syntax, lists and DNS. */
import { sql } from 'kysely';
import { createTestVerifier } from '../../../verifier/test-verifier.js';
import type { RightOfWay } from '../../../util/right-of-way.js';
import { turns } from '../../../util/turns.js';
import type { Store } from '../../schema.js';
import { readAsJson, valueAt } from '../../store/read-as-json.js';
import { failureOf } from '../failures.js';
import { readStoredEmail, type Stored } from '../stored-row.js';
import { NOTHING_KNOWN, readJudge, type Known } from './judge.js';
import type { ListVerifier } from './list-verifier.js';
import type { Outages } from './outages.js';
import { emptyOutcome, failedFinding, findingOf, type Outcome } from './outcome.js';
import { MAX_ATTEMPTS, type Chunk } from './queue.js';
import { SHORT_STEP } from './short-step.js';

/** The store, and what an address is looked up with. */
export interface LookUpTools extends Known {
  store: Store;
  verifier: Pick<ListVerifier, 'lookUpMany'>;
  /** Lets single checks go first. */
  way: RightOfWay;
  outages: Outages;
  /** The waits before an address is looked up again for which the DNS failed, in ms. */
  repeatMs: readonly number[];
}

/** The time limit of an address, in ms: a chunk takes no longer, whatever the DNS does, and others get their turn. */
const LOOKUP_MS = 20_000;

/** Gives the verdicts that addresses name, for lists of test keys. */
const TEST_VERIFIER = createTestVerifier();

/** Addresses of a chunk that are looked up at once. */
const IN_FLIGHT = 125;

/** Bytes of cells that one query reads; a single row may have more. */
const BYTES = 1_048_576;

/** Look-ups that are repeated for one claim, at most. */
const MAX_REPEATED = 500;

interface OpenRow {
  row: number;
  email: string;
  /** Number of times that it was looked up in vain. */
  repeats: number;
}

/** Reads the rows of a chunk that need a result: no duplicates, none that has one or waits for its mail server. */
const openRows = async (
  { store: { db }, way }: Pick<LookUpTools, 'store' | 'way'>,
  { batch_id, first_row, last_row, email_column }: Chunk,
): Promise<OpenRow[]> => {
  const open: OpenRow[] = [];
  for (let from = first_row ?? 1, last = last_row ?? 0; from <= last;) {
    const upTo = way.isBusy() ? Math.min(last, from + SHORT_STEP - 1) : last;
    const isPart = sql`batch_id = ${batch_id} and row_no >= ${from} and row_no <= ${upTo}`;
    // One scan of the part: a look-up for each row would take as long as all the rest of the query.
    const numbersIn = (table: string) => sql`select row_no from ${sql.table(table)} where ${isPart}`;
    const { rows } = await way.step(() =>
      readAsJson<{ rows: { row_no: number; cells: Stored | null } }>(db, {
        rows: {
          columns: ['row_no', 'cells'],
          json: ['cells'],
          query: sql`
      select row_no, case when duplicate_of is null and row_no not in (${numbersIn('batch_results')}) and row_no not in (${numbersIn('batch_probes')})
        then cells end as cells
      from (
        select *, sum(octet_length(cells)) over (order by row_no) - octet_length(cells) as bytes
        from batch_rows where ${isPart}
      ) as part
      where bytes < ${sql.lit(BYTES)} order by row_no`,
        },
      }),
    );
    for (const [at, row] of rows.row_no.entries()) {
      const cells = valueAt(rows.cells, at);
      if (cells !== null) open.push({ row, email: readStoredEmail(cells, email_column).email, repeats: 0 });
      if (turns.isOver()) await turns.rest();
    }
    from = (rows.row_no.at(-1) ?? upTo) + 1;
  }
  return open;
};

/** Reads the rows of a list whose look-up is to be repeated now. */
const dueRows = async (
  { store: { db, now } }: Pick<LookUpTools, 'store'>,
  { batch_id, receiver }: Chunk,
): Promise<OpenRow[]> => {
  const rows = await db
    .selectFrom('batch_probes')
    .select(['row_no as row', 'question', 'repeats'])
    .where('batch_id', '=', batch_id)
    .where('receiver', '=', receiver)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(MAX_REPEATED)
    .execute();
  return rows.map(({ row, question: { email }, repeats }) => ({ row, email, repeats }));
};

/**
 * Looks the rows of a chunk up. One for which the DNS fails is looked up again later.
 * @param signal ends the work early: the outcome is what was found out until then.
 */
export const lookUpChunk = async (tools: LookUpTools, chunk: Chunk, signal: AbortSignal): Promise<Outcome> => {
  const { verifier, way, outages, repeatMs } = tools;
  const asked = chunk.is_test ? TEST_VERIFIER : verifier;
  const rows = await (chunk.kind === 'repeat' ? dueRows : openRows)(tools, chunk);
  const outcome = emptyOutcome();
  const { findings, questions } = outcome;
  if (chunk.attempts > MAX_ATTEMPTS)
    return { ...outcome, findings: rows.map(({ row }) => failedFinding(row)), isDone: true };
  const emails = rows.map(({ email }) => email);
  try {
    const known = chunk.is_test ? NOTHING_KNOWN : tools;
    const { judge, judgeUnasked } = await readJudge(known, chunk.account_id, emails);
    /** The rows that are looked up, with their positions. */
    const open: (OpenRow & { index: number })[] = [];
    for (const [index, one] of rows.entries()) {
      const denied = judgeUnasked(index);
      if (denied === null) open.push({ row: one.row, email: one.email, repeats: one.repeats, index });
      else findings.push(findingOf(one.row, denied.result, denied.mailbox));
      if (turns.isOver()) await turns.rest();
    }
    const wanted = open.map(({ email }) => email);
    for await (const found of asked.lookUpMany(wanted, { inFlight: IN_FLIGHT, timeoutMs: LOOKUP_MS, signal })) {
      const one = open[found.index];
      if (one === undefined) continue;
      const { row, email, repeats, index } = one;
      if (!chunk.is_test) outages.lookedUp(email, found);
      const waitMs = chunk.is_test || outages.dns.state() === 'given up' ? undefined : repeatMs[repeats];
      if ('question' in found) questions.push({ row, question: found.question, waitsFor: null, waitMs: 0, repeats: 0 });
      else {
        const { result, mailbox } = judge(index, found.result);
        if (waitMs !== undefined && failureOf(result) === 'dns')
          questions.push({ row, question: { email }, waitsFor: 'dns', waitMs, repeats: repeats + 1 });
        else findings.push(findingOf(row, result, mailbox));
      }
      const cleared = way.clear();
      if (cleared) await cleared;
      if (turns.isOver()) await turns.rest();
    }
    return { ...outcome, isDone: true };
  } catch (error) {
    return signal.aborted ? outcome : { ...outcome, error };
  }
};
