/** The work on the questions of a list to one receiver: some of them at a time, as many as it bears. */
import type { ProbeQuestion } from '../../../verifier/types.js';
import { emptyOutcome, failedFinding, findingOf, type Outcome } from './outcome.js';
import { MAX_ATTEMPTS, type WorkParts } from './parts.js';
import type { Chunk } from './queue.js';

/** Questions that are read for one claim, at most. */
const MAX_QUESTIONS = 500;
/** Questions under way at once. */
const IN_FLIGHT = 200;
/** The time limit of a question, in ms: a server may take half of it for its greeting before the next one is asked. */
const QUESTION_MS = 120_000;
/** Number of times that a row may have no turn in time, before `smtp_not_checked` is its result. */
const MAX_NOT_ASKED = 10;
/** The longest wait for turns of a receiver, in ms. */
const MAX_WAIT_MS = 60_000;

interface OpenRow {
  row: number;
  question: ProbeQuestion;
  attempts: number;
}

const dueRows = async ({ store: { db, now } }: WorkParts, chunk: Chunk, count: number): Promise<OpenRow[]> => {
  const rows = await db
    .selectFrom('batch_probes')
    .select(['row_no as row', 'question', 'attempts'])
    .where('batch_id', '=', chunk.batch_id)
    .where('receiver', '=', chunk.receiver)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(count)
    .execute();
  return rows;
};

/** Returns the questions for one claim of a receiver, and the time until it has turns for as many again, in ms: at most `MAX_WAIT_MS`. */
const quotaOf = (perSecond: number, sliceMs: number): { count: number; refillMs: number } => {
  // Without SMTP, nobody is asked.
  if (perSecond === 0) return { count: MAX_QUESTIONS, refillMs: 0 };
  const count = Math.min(MAX_QUESTIONS, Math.max(1, Math.floor((perSecond * sliceMs) / 1000)));
  return { count, refillMs: Math.min(MAX_WAIT_MS, (count / perSecond) * 1000) };
};

/**
 * Asks due questions of a chunk.
 * @param sliceMs how long questions are begun. The claim ends when the last of them has its answer.
 * @param signal ends the work early: the outcome is what was found out until then.
 */
export const probeChunk = async (
  parts: WorkParts,
  chunk: Chunk,
  sliceMs: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  const perSecond = await parts.verifier.receiverRate(chunk.receiver ?? '');
  const { count, refillMs } = quotaOf(perSecond, sliceMs);
  const rows = await dueRows(parts, chunk, count);
  const outcome = emptyOutcome();
  const { findings, questions, notAsked } = outcome;
  if (chunk.attempts > MAX_ATTEMPTS) return { ...outcome, findings: rows.map(({ row }) => failedFinding(row)) };
  const started = performance.now();
  const elapsedMs = (): number => performance.now() - started;
  function* begun(): Generator<ProbeQuestion> {
    for (const { question } of rows) {
      if (elapsedMs() > sliceMs) return;
      yield question;
    }
  }
  try {
    for await (const answer of parts.verifier.askMany(begun(), {
      inFlight: IN_FLIGHT,
      timeoutMs: QUESTION_MS,
      signal,
    })) {
      const asked = rows[answer.index];
      if (asked === undefined) continue;
      const { row, attempts } = asked;
      if ('askAgainAt' in answer) questions.push({ row, question: answer.question, at: answer.askAgainAt });
      else if (perSecond > 0 && answer.result.sub_status.includes('smtp_not_checked') && attempts < MAX_NOT_ASKED)
        notAsked.push(row);
      else findings.push(findingOf(row, answer.result));
    }
    return { ...outcome, waitMs: Math.max(0, refillMs - elapsedMs()) };
  } catch (error) {
    return signal.aborted ? outcome : { ...outcome, error };
  }
};
