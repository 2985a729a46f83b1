/** The work on the questions of a list to one receiver: some of them at a time, as many as it bears. */
import type { ValidationResult } from '../../../protocol/index.js';
import type { ProbeQuestion } from '../../../verifier/types.js';
import type { BoundedMap } from '../../../util/bounded-map.js';
import { failureOf, waitForServer, wasNotAsked } from '../failures.js';
import type { DueQuestion, ReadDue } from './due-questions.js';
import { readJudge, type Known } from './judge.js';
import type { ListVerifier } from './list-verifier.js';
import type { Outages } from './outages.js';
import { emptyOutcome, failedFinding, findingOf, unreachedResult, type Outcome } from './outcome.js';
import { MAX_ATTEMPTS, type Chunk } from './queue.js';

/** The readers and the verifier for the questions to a receiver. */
export interface ProbeTools extends Known {
  readDue: ReadDue;
  verifier: Pick<ListVerifier, 'askMany' | 'receiverRate'>;
  outages: Outages;
  /** The waits before a question is asked again for which the mail server failed, in ms. */
  repeatMs: readonly number[];
  /** The receivers that have answered a question. */
  answered: BoundedMap<string, true>;
}

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
/** A receiver that has answered no question of a claim after so long counts as one that cannot be reached, in ms. */
const SILENT_MS = 15_000;

/** Returns the number of questions for one claim of a receiver. */
const quotaOf = (perSecond: number, sliceMs: number): number =>
  // Without SMTP, nobody is asked.
  perSecond === 0 ? MAX_QUESTIONS : Math.min(MAX_QUESTIONS, Math.max(1, Math.floor((perSecond * sliceMs) / 1000)));

/** Returns the time until a receiver has turns for as many questions again, in ms: at most `MAX_WAIT_MS`. */
const refillOf = (perSecond: number, questions: number): number =>
  perSecond === 0 ? 0 : Math.min(MAX_WAIT_MS, (questions / perSecond) * 1000);

/** The wait before a question is asked again for which its server failed, in ms; undefined: it is not. */
const waitBefore = (
  { outages, repeatMs, answered }: Pick<ProbeTools, 'outages' | 'repeatMs' | 'answered'>,
  receiver: string,
  result: ValidationResult,
  repeats: number,
): number | undefined => {
  if (outages.smtp.state() === 'given up') return undefined;
  return waitForServer(result, repeats, answered.get(receiver) !== undefined, repeatMs);
};

/**
 * Asks due questions of a chunk. One for which the server fails is asked again later.
 * @param sliceMs how long questions are begun. The claim ends when the last of them has its answer.
 * @param signal ends the work early: the outcome is what was found out until then.
 */
export const probeChunk = async (
  tools: ProbeTools,
  chunk: Chunk,
  sliceMs: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { readDue, verifier, outages, answered } = tools;
  const receiver = chunk.receiver ?? '';
  const perSecond = await verifier.receiverRate(receiver);
  const isGivenUp = outages.smtp.state() === 'given up';
  const rows = await readDue(chunk, isGivenUp ? MAX_QUESTIONS : quotaOf(perSecond, sliceMs));
  const outcome = emptyOutcome();
  const { findings, questions, notAsked } = outcome;
  if (chunk.attempts > MAX_ATTEMPTS) return { ...outcome, findings: rows.map(({ row }) => failedFinding(row)) };
  const emails = rows.map(({ question }) => question.email);
  const { judge } = await readJudge(tools, chunk.account_id, emails);
  if (isGivenUp) {
    const unreached = rows.map(({ row, question }, index) => {
      const { result, mailbox } = judge(index, unreachedResult(question));
      return findingOf(row, result, mailbox);
    });
    return { ...outcome, findings: unreached };
  }
  const started = performance.now();
  const elapsedMs = (): number => performance.now() - started;
  function* begun(): Generator<ProbeQuestion> {
    for (const { question } of rows) {
      if (elapsedMs() > sliceMs) return;
      yield question;
    }
  }
  const silence = setTimeout(() => {
    if (rows.some(({ repeats }) => repeats === 0)) outages.smtp.failed(receiver);
  }, SILENT_MS);
  /** Judged when all answers are there: one of them may show that the server answers. */
  const failed: { open: DueQuestion; result: ValidationResult; mailbox: Buffer | null }[] = [];
  let error: unknown = null;
  try {
    for await (const answer of verifier.askMany(begun(), { inFlight: IN_FLIGHT, timeoutMs: QUESTION_MS, signal })) {
      clearTimeout(silence);
      const open = rows[answer.index];
      if (open === undefined) continue;
      const { row, attempts, repeats } = open;
      outages.asked(receiver, answer, repeats === 0);
      const { result, mailbox } =
        'result' in answer ? judge(answer.index, answer.result) : { result: null, mailbox: null };
      const isLeft = result !== null && perSecond > 0 && wasNotAsked(result);
      if (result !== null && failureOf(result) === 'smtp') failed.push({ open, result, mailbox });
      else if (isLeft && attempts < MAX_NOT_ASKED) notAsked.push(row);
      else {
        if (!('result' in answer && perSecond > 0 && wasNotAsked(answer.result))) answered.set(receiver, true);
        if (result !== null) findings.push(findingOf(row, result, mailbox));
        else if ('question' in answer) {
          const waitMs = answer.askAgainAt.getTime() - Date.now();
          questions.push({ row, question: answer.question, waitsFor: 'greylisted', waitMs, repeats });
        }
      }
    }
  } catch (thrown) {
    if (!signal.aborted) error = thrown;
  } finally {
    clearTimeout(silence);
  }
  for (const { open, result, mailbox } of failed) {
    const { row, question, repeats } = open;
    const waitMs = waitBefore(tools, receiver, result, repeats);
    if (waitMs === undefined) findings.push(findingOf(row, result, mailbox));
    else questions.push({ row, question, waitsFor: 'smtp', waitMs, repeats: repeats + 1 });
  }
  const isWhole = error === null && !signal.aborted;
  const waitMs = isWhole ? Math.max(0, refillOf(perSecond, rows.length) - elapsedMs()) : 0;
  return { ...outcome, error, waitMs };
};
