/** The one transaction that stores what the work on chunks of a list found out: results, counters, credits, and what becomes of the chunks. */
import { sql } from 'kysely';
import { STATUSES, type Status } from '../../../protocol/index.js';
import { countChecks } from '../../ledger.js';
import { spendReserved, type Spent } from '../../reservations.js';
import type { Store } from '../../store/tables.js';
import { inTransaction, type Inside } from '../../store/transaction.js';
import { endBatch } from '../end.js';
import { hasEnded } from '../tables.js';
import type { Finding, OpenQuestion, Outcome } from './outcome.js';
import { heldOf, putBack, remove, type Chunk } from './queue.js';
import { queueProbes } from './turns.js';

/** The wait of a row for which its receiver had no turn, in ms. */
const NO_TURN_MS = 30_000;

/** A claimed chunk, and what the work on it found out. */
export interface Work {
  chunk: Chunk;
  outcome: Outcome;
}

interface LockedBatch {
  id: number;
  account_id: number;
  reservation_id: number | null;
}

/** Stores results. @returns those that were not there before. */
const insertFindings = async (
  { db, now }: Inside,
  batch: LockedBatch,
  findings: readonly Finding[],
): Promise<Finding[]> => {
  const rows = JSON.stringify(findings.map(({ row, verdict }) => ({ row_no: row, ...verdict })));
  // Rows are named only if some were there: each costs a third of its insertion.
  const { rows: inserted } = await sql<{ added: number[] | null }>`
    with inserted as (
      insert into batch_results
        (batch_id, row_no, status, quality, score, sub_status, did_you_mean, mx_record, checked_at)
      select ${batch.id}::bigint, row_no, status, quality, score, sub_status, did_you_mean, mx_record, coalesce(checked_at, ${now})
      from json_to_recordset(${rows}::json) as found (row_no integer, status text, quality text, score real,
        sub_status text[], did_you_mean text, mx_record text, checked_at timestamptz)
      on conflict (batch_id, row_no) do nothing returning row_no
    )
    select case when count(*) < ${findings.length}::integer then coalesce(array_agg(row_no), '{}') end as added from inserted`.execute(
    db,
  );
  const all = inserted[0]?.added ?? null;
  if (all === null) return [...findings];
  const added = new Set(all);
  return findings.filter(({ row }) => added.delete(row));
};

/** Returns the source of the credit that paid for each check, or `none`. Credits are assigned in the order in which they were spent. */
export const paidFrom = (findings: readonly Finding[], spent: readonly Spent[]): (Spent['source'] | 'none')[] => {
  const left = spent.map(({ source, amount }) => ({ source, amount }));
  return findings.map(({ isPaid }) => {
    const first = left.find(({ amount }) => amount > 0);
    if (!isPaid || first === undefined) return 'none';
    first.amount -= 1;
    return first.source;
  });
};

/** Pays for results, and counts them in their day. @returns the credits spent. */
const charge = async (inside: Inside, batch: LockedBatch, findings: readonly Finding[]): Promise<number> => {
  const { db, now } = inside;
  const cost = findings.filter(({ isPaid }) => isPaid).length;
  const spent = cost === 0 ? [] : batch.reservation_id && (await spendReserved(inside, batch.reservation_id, cost));
  if (spent === null || spent === 0) throw new Error(`list ${batch.id} has set aside too few credits`);
  const statuses = findings.map(({ verdict: { status } }) => status);
  const checked = sql`select * from unnest(${paidFrom(findings, spent)}::text[], ${statuses}::text[]) as one (paid_from, status)`;
  await countChecks(batch.account_id, now, checked).execute(db);
  return cost;
};

/** Adds results to the counters of their list. @returns true if no row is left without one. */
const count = async (
  { db, now }: Inside,
  batch: LockedBatch,
  findings: readonly Finding[],
  credits: number,
): Promise<boolean> => {
  const counted = (status: Status): number => findings.filter(({ verdict }) => verdict.status === status).length;
  const more = Object.fromEntries(
    STATUSES.map((status) => [status, sql<number>`${sql.ref(status)} + ${counted(status)}::integer`]),
  );
  const { processed, duplicates, total } = await db
    .updateTable('batches')
    .set({
      ...more,
      processed: sql`processed + ${findings.length}::integer`,
      credits: sql`credits + ${credits}::integer`,
      updated_at: now,
    })
    .where('id', '=', batch.id)
    .returning(['processed', 'duplicates', 'total'])
    .executeTakeFirstOrThrow();
  return processed + duplicates >= total;
};

const storeQuestions = async (
  { db, now }: Inside,
  { id }: LockedBatch,
  questions: readonly OpenQuestion[],
): Promise<void> => {
  const rows = JSON.stringify(
    questions.map(({ row, question, at }) => ({ row_no: row, receiver: question.receiver, question, due_at: at })),
  );
  await sql`insert into batch_probes (batch_id, row_no, receiver, question, due_at)
    select ${id}::bigint, row_no, receiver, question, coalesce(due_at, ${now})
    from json_to_recordset(${rows}::json) as open (row_no integer, receiver text, question json, due_at timestamptz)
    on conflict (batch_id, row_no) do update
      set question = excluded.question, due_at = excluded.due_at, attempts = 0`.execute(db);
};

/** Removes answered questions, and lets those wait that had no turn. */
const settleQuestions = async (
  { db, now }: Inside,
  { id }: LockedBatch,
  outcomes: readonly Outcome[],
): Promise<void> => {
  const answered = outcomes.flatMap(({ findings }) => findings.map(({ row }) => row));
  const notAsked = outcomes.flatMap((outcome) => outcome.notAsked);
  if (answered.length > 0)
    await sql`delete from batch_probes where batch_id = ${id} and row_no = any (${answered}::integer[])`.execute(db);
  if (notAsked.length > 0)
    await sql`update batch_probes
      set attempts = attempts + 1, due_at = ${now} + ${sql.lit(NO_TURN_MS)} * interval '1 millisecond'
      where batch_id = ${id} and row_no = any (${notAsked}::integer[])`.execute(db);
};

/** The time until the first question of a list to a receiver is due, in ms; null: there is none. */
const nextQuestion = async ({ db, now }: Inside, { batch_id, receiver }: Chunk): Promise<number | null> => {
  const { rows } = await sql<{ wait: number | null }>`
    select greatest(0, ceil(extract(epoch from min(due_at) - ${now}) * 1000))::double precision as wait
    from batch_probes where batch_id = ${batch_id} and receiver = ${receiver}`.execute(db);
  return rows[0]?.wait ?? null;
};

const settleChunks = async (inside: Inside, works: readonly Work[]): Promise<void> => {
  const done: Chunk[] = [];
  for (const { chunk, outcome } of works) {
    const { findings, questions, isDone, waitMs, error } = outcome;
    const restMs = chunk.kind === 'lookup' ? (isDone ? null : 0) : await nextQuestion(inside, chunk);
    const isVain = error !== null && findings.length + questions.length === 0;
    if (restMs === null) done.push(chunk);
    else await putBack(inside, chunk, Math.max(restMs, waitMs), isVain ? chunk.attempts : 0);
  }
  if (done.length > 0) await remove(inside, done);
};

/**
 * Stores the outcomes of claims of one list, and ends the list if they were the last ones.
 * @param take called once the list is locked: what came until then is stored together.
 * @param onEnd called afterwards, if this has ended the list.
 * @returns for each whether it is stored. False: the claim was lost, since another one stores it, or the list has ended.
 */
export const commit = async (
  store: Store,
  batchId: number,
  take: () => readonly Work[],
  onEnd: () => void = () => undefined,
): Promise<boolean[]> => {
  const { stored, isLast } = await inTransaction(store, async (inside) => {
    // First, in each transaction that changes a list: of two, one waits, and none for the other in a circle.
    const batch = await inside.db
      .selectFrom('batches')
      .select(['id', 'account_id', 'reservation_id', 'status'])
      .where('id', '=', batchId)
      .forUpdate()
      .executeTakeFirst();
    const works = take();
    if (batch === undefined || hasEnded(batch.status)) return { stored: works.map(() => false), isLast: false };
    const leases = await heldOf(
      inside,
      works.map(({ chunk }) => chunk),
    );
    const held = works.filter(({ chunk: { lease } }) => leases.has(lease));
    return {
      stored: works.map(({ chunk: { lease } }) => leases.has(lease)),
      isLast: held.length > 0 && (await storeHeld(inside, batch, held)),
    };
  });
  if (isLast) onEnd();
  return stored;
};

/** Stores the outcomes of claims that are held, of a list that is locked. @returns true if that has ended the list. */
const storeHeld = async (inside: Inside, batch: LockedBatch, held: readonly Work[]): Promise<boolean> => {
  const of = (kind: Chunk['kind']): Outcome[] =>
    held.filter(({ chunk }) => chunk.kind === kind).map(({ outcome }) => outcome);
  const [findings, questions] = [
    held.flatMap(({ outcome }) => outcome.findings),
    held.flatMap(({ outcome }) => outcome.questions),
  ];
  const added = findings.length > 0 ? await insertFindings(inside, batch, findings) : [];
  const credits = added.length > 0 ? await charge(inside, batch, added) : 0;
  const isLast = await count(inside, batch, added, credits);
  await settleQuestions(inside, batch, of('probe'));
  if (questions.length > 0) await storeQuestions(inside, batch, questions);
  if (isLast) {
    await endBatch(inside, batch.id, { status: 'completed' });
    return true;
  }
  const asked = of('lookup').flatMap((outcome) => outcome.questions);
  const receivers = [...new Set(asked.map(({ question }) => question.receiver))];
  if (receivers.length > 0) await queueProbes(inside, batch, receivers);
  await settleChunks(inside, held);
  return false;
};
