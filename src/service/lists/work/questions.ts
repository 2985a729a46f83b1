/** The questions of a list that wait: stored, put off and removed within the transaction of {@link commit}. */
import { sql } from 'kysely';
import { ms } from '../../shaping/allowances.js';
import type { Inside } from '../../schema.js';
import type { Wait } from '../tables.js';
import type { OpenQuestion, Outcome } from './outcome.js';

/** The wait of a row for which its receiver had no turn, in ms. */
const NO_TURN_MS = 30_000;

/** By how many more or fewer rows wait. */
export type Waiting = Map<Wait, number>;

interface Counted {
  waits_for: Wait;
  count: number;
}

const remove = async ({ db }: Inside, batchId: number, rows: readonly number[]): Promise<Counted[]> => {
  const removed = await sql<Counted>`with removed as (
      delete from batch_probes where batch_id = ${batchId} and row_no = any (${rows}::integer[]) returning waits_for
    ) select waits_for, count(*)::integer as count from removed where waits_for is not null group by 1`.execute(db);
  return removed.rows;
};

const putOff = async ({ db, now }: Inside, batchId: number, rows: readonly number[]): Promise<void> => {
  await sql`update batch_probes set attempts = attempts + 1, due_at = ${now} + ${ms(NO_TURN_MS)}
    where batch_id = ${batchId} and row_no = any (${rows}::integer[])`.execute(db);
};

const insert = async ({ db, now }: Inside, batchId: number, questions: readonly OpenQuestion[]): Promise<Counted[]> => {
  const rows = JSON.stringify(
    questions.map(({ row, question, waitsFor, waitMs, repeats }) => ({
      row_no: row,
      receiver: 'receiver' in question ? question.receiver : '',
      question,
      wait: waitMs,
      waits_for: waitsFor,
      repeats,
    })),
  );
  const { rows: inserted } = await sql<Counted>`with inserted as (
      insert into batch_probes (batch_id, row_no, receiver, question, due_at, waits_for, repeats)
      select ${batchId}::bigint, row_no, receiver, question, ${now} + wait * interval '1 millisecond', waits_for, repeats
      from json_to_recordset(${rows}::json) as open
        (row_no integer, receiver text, question json, wait double precision, waits_for text, repeats integer)
      on conflict (batch_id, row_no) do nothing returning waits_for
    ) select waits_for, count(*)::integer as count from inserted where waits_for is not null group by 1`.execute(db);
  return inserted;
};

/**
 * Stores questions.
 * @param outcomes of the work on questions that were stored before: what they have found, or ask again, is removed.
 */
export const storeQuestions = async (
  inside: Inside,
  batchId: number,
  outcomes: readonly Outcome[],
  questions: readonly OpenQuestion[],
): Promise<Waiting> => {
  const waiting: Waiting = new Map();
  const add = (counted: readonly Counted[], sign: 1 | -1): void => {
    for (const { waits_for, count } of counted) waiting.set(waits_for, (waiting.get(waits_for) ?? 0) + sign * count);
  };
  const settled = outcomes.flatMap((outcome) => [...outcome.findings, ...outcome.questions].map(({ row }) => row));
  const notAsked = outcomes.flatMap((outcome) => outcome.notAsked);
  if (settled.length > 0) add(await remove(inside, batchId, settled), -1);
  if (notAsked.length > 0) await putOff(inside, batchId, notAsked);
  if (questions.length > 0) add(await insert(inside, batchId, questions), 1);
  return waiting;
};
