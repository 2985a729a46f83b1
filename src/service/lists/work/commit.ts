/**
 * The one transaction that stores what the work on chunks of a list found out: results, counters, credits, and what
 * becomes of the chunks.
 */
import { sql } from 'kysely';
import { STATUSES, type Status } from '../../../protocol/index.js';
import { countChecks } from '../../credits/ledger.js';
import { spendReserved, type Spent } from '../../credits/reservations.js';
import { rememberVerdicts } from '../../mail-outcomes/accuracy/verdict-memory.js';
import type { BoundsOf } from '../../mail-outcomes/tables.js';
import type { Inside, Store } from '../../schema.js';
import { inTransaction } from '../../store/transaction.js';
import { addToBlocks } from '../blocks.js';
import { addBounce, noBounces, type BounceSums } from '../../mail-outcomes/bounces.js';
import { endList } from '../end.js';
import { hasEnded } from '../tables.js';
import type { Finding, Outcome } from './outcome.js';
import { storeQuestions, type Waiting } from './questions.js';
import { heldOf, putBack, remove, type Chunk, type Rest } from './queue.js';
import { queueProbes, queueRepeats } from './turns.js';

/** A claimed chunk, and what the work on it found out. */
export interface Work {
  chunk: Chunk;
  outcome: Outcome;
  /** More of it follows: the claim goes on. */
  isPart?: boolean;
}

interface LockedList {
  id: number;
  account_id: number;
  reservation_id: number | null;
  duplicates: number;
  is_test: boolean;
  bounce_bounds: BoundsOf | null;
}

/** Stores results. @returns those that were not there before. */
const insertFindings = async (
  { db, now }: Inside,
  list: LockedList,
  findings: readonly Finding[],
): Promise<Finding[]> => {
  const rows = JSON.stringify(findings.map(({ row, verdict }) => ({ row_no: row, ...verdict })));
  // Rows are named only if some were there: each costs a third of its insertion.
  const { rows: inserted } = await sql<{ added: number[] | null }>`
    with inserted as (
      insert into batch_results
        (batch_id, row_no, status, quality, score, sub_status, did_you_mean, mx_record, checked_at)
      select ${list.id}::bigint, row_no, status, quality, score, sub_status, did_you_mean, mx_record, coalesce(checked_at, ${now})
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

/**
 * Returns the source of the credit that paid for each check, or `none`. Credits are assigned in the order in which they
 * were spent.
 */
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
const charge = async (inside: Inside, list: LockedList, findings: readonly Finding[]): Promise<number> => {
  if (list.is_test) return 0;
  const { db, now } = inside;
  const cost = findings.filter(({ isPaid }) => isPaid).length;
  const spent = cost === 0 ? [] : list.reservation_id && (await spendReserved(inside, list.reservation_id, cost));
  if (spent === null || spent === 0) throw new Error(`list ${list.id} has set aside too few credits`);
  const statuses = findings.map(({ verdict: { status } }) => status);
  const checked = sql`select * from unnest(${paidFrom(findings, spent)}::text[], ${statuses}::text[]) as one (paid_from, status)`;
  await countChecks(list.account_id, now, checked).execute(db);
  return cost;
};

const bouncesOf = ({ bounce_bounds: own }: LockedList, findings: readonly Finding[]): BounceSums => {
  const sums = noBounces();
  for (const { verdict } of findings) addBounce(sums, verdict, own);
  return sums;
};

/** Adds results to the counters of their list. @returns true if no row is left without one. */
const count = async (
  inside: Inside,
  list: LockedList,
  findings: readonly Finding[],
  credits: number,
  waiting: Waiting,
): Promise<boolean> => {
  const { db, now } = inside;
  const counted = (status: Status): number => findings.filter(({ verdict }) => verdict.status === status).length;
  const results = findings.map(({ row, verdict: { status } }) => ({ row, status }));
  const repeated = await addToBlocks(inside, list.id, results, list.duplicates > 0);
  const add = (column: string, more: number) => [column, sql<number>`${sql.ref(column)} + ${more}::integer`] as const;
  const { low, high, ...bounces } = bouncesOf(list, findings);
  const more = [
    ...STATUSES.map((status) => add(status, counted(status))),
    ...[...repeated].map(([status, rows]) => add(`${status}_duplicates`, rows)),
    ...[...waiting].map(([what, rows]) => add(`waiting_${what}`, rows)),
    ...Object.entries<number>(bounces).map(([part, sum]) => add(`bounce_${part}`, sum)),
  ];
  const { processed, duplicates, total } = await db
    .updateTable('batches')
    .set({
      ...Object.fromEntries(more),
      bounce_low: sql`bounce_low + ${low}::double precision`,
      bounce_high: sql`bounce_high + ${high}::double precision`,
      processed: sql`processed + ${findings.length}::integer`,
      credits: sql`credits + ${credits}::integer`,
      updated_at: now,
    })
    .where('id', '=', list.id)
    .returning(['processed', 'duplicates', 'total'])
    .executeTakeFirstOrThrow();
  return processed + duplicates >= total;
};

/** The time until the first question of a list to each of these receivers is due, in ms. No entry: there is none. */
const nextQuestions = async (
  { db, now }: Inside,
  listId: number,
  receivers: readonly string[],
): Promise<Map<string | null, number>> => {
  if (receivers.length === 0) return new Map();
  const { rows } = await sql<{ receiver: string; wait: number }>`
    select asked.receiver, greatest(0, ceil(extract(epoch from due_at - ${now}) * 1000))::double precision as wait
    from unnest(${receivers}::text[]) as asked (receiver), lateral (
      select due_at from batch_probes where batch_id = ${listId} and receiver = asked.receiver order by due_at limit 1
    ) as next`.execute(db);
  return new Map(rows.map(({ receiver, wait }) => [receiver, wait]));
};

const settleChunks = async (inside: Inside, list: LockedList, works: readonly Work[]): Promise<void> => {
  const ended = works.filter(({ isPart = false }) => !isPart);
  const asked = ended.flatMap(({ chunk: { kind, receiver } }) => (kind === 'lookup' ? [] : (receiver ?? [])));
  const waits = await nextQuestions(inside, list.id, asked);
  const [done, left]: [Chunk[], Rest[]] = [[], []];
  for (const { chunk, outcome } of ended) {
    const { findings, questions, isDone, waitMs, error } = outcome;
    const restMs = chunk.kind === 'lookup' ? (isDone ? undefined : 0) : waits.get(chunk.receiver);
    const isVain = error !== null && findings.length + questions.length === 0;
    if (restMs === undefined) done.push(chunk);
    else left.push({ chunk, waitMs: Math.max(restMs, waitMs), attempts: isVain ? chunk.attempts : 0 });
  }
  await remove(inside, done);
  await putBack(inside, list.account_id, left);
};

/**
 * Stores the outcomes of claims of one list, and ends the list if they were the last ones.
 * @param take called once the list is locked: what came until then is stored together.
 * @param onEnd called afterwards, if this has ended the list.
 * @returns for each whether it is stored. False: the claim was lost, since another one stores it, or the list has ended.
 */
export const commit = async (
  store: Store,
  listId: number,
  take: () => readonly Work[],
  onEnd: () => void = () => undefined,
): Promise<boolean[]> => {
  const { stored, isLast } = await inTransaction(store, async (inside) => {
    // First, in each transaction that changes a list: of two, one waits, and none for the other in a circle.
    const list = await inside.db
      .selectFrom('batches')
      .select(['id', 'account_id', 'reservation_id', 'status', 'duplicates', 'is_test', 'bounce_bounds'])
      .where('id', '=', listId)
      .forUpdate()
      .executeTakeFirst();
    const works = take();
    if (list === undefined || hasEnded(list.status)) return { stored: works.map(() => false), isLast: false };
    const leases = await heldOf(
      inside,
      works.map(({ chunk }) => chunk),
    );
    const held = works.filter(({ chunk: { lease } }) => leases.has(lease));
    return {
      stored: works.map(({ chunk: { lease } }) => leases.has(lease)),
      isLast: held.length > 0 && (await storeHeld(inside, list, held)),
    };
  });
  if (isLast) onEnd();
  return stored;
};

/** Stores the outcomes of claims that are held, of a list that is locked. @returns true if that has ended the list. */
const storeHeld = async (inside: Inside, list: LockedList, held: readonly Work[]): Promise<boolean> => {
  const [findings, questions] = [
    held.flatMap(({ outcome }) => outcome.findings),
    held.flatMap(({ outcome }) => outcome.questions),
  ];
  const added = findings.length > 0 ? await insertFindings(inside, list, findings) : [];
  const credits = added.length > 0 ? await charge(inside, list, added) : 0;
  const judged = added.flatMap(({ mailbox, verdict }) => (mailbox === null ? [] : { mailbox, result: verdict }));
  await rememberVerdicts(inside, list.account_id, judged);
  const waiting = await storeQuestions(
    inside,
    list.id,
    held.flatMap(({ chunk, outcome }) => (chunk.kind === 'lookup' ? [] : outcome)),
    questions,
  );
  if (await count(inside, list, added, credits, waiting)) {
    await endList(inside, list.id, { status: 'completed' });
    return true;
  }
  await queueQuestions(inside, list, held);
  await settleChunks(inside, list, held);
  return false;
};

/** Queues the questions that a look-up has found, and the look-ups that are repeated. */
const queueQuestions = async (inside: Inside, list: LockedList, held: readonly Work[]): Promise<void> => {
  const found = held.flatMap(({ chunk, outcome }) => (chunk.kind === 'probe' ? [] : outcome.questions));
  const receivers = new Set(found.map(({ question }) => ('receiver' in question ? question.receiver : '')));
  if (receivers.delete('')) {
    const waits = found.filter(({ waitsFor }) => waitsFor === 'dns').map(({ waitMs }) => waitMs);
    await queueRepeats(inside, list, Math.min(...waits));
  }
  if (receivers.size > 0) await queueProbes(inside, list, [...receivers]);
};
