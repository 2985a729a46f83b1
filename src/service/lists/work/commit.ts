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
import { storeResults } from './store-results.js';
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

/** Checks with the same status that were paid from one source; `none`: they are free. */
interface PaidChecks {
  paid_from: Spent['source'] | 'none';
  status: Status;
  checks: number;
}

/** Counts checks by what paid for them. Credits are assigned in the order in which they were spent. */
export const countPaid = (findings: readonly Finding[], spent: readonly Spent[]): PaidChecks[] => {
  const left = spent.map(({ source, amount }) => ({ source, amount }));
  const counted = new Map<string, PaidChecks>();
  for (const { isPaid, verdict } of findings) {
    const first = isPaid ? left.find(({ amount }) => amount > 0) : undefined;
    if (first !== undefined) first.amount -= 1;
    const { status } = verdict;
    const paid_from = first?.source ?? 'none';
    const key = `${paid_from} ${status}`;
    const one: PaidChecks = counted.get(key) ?? { paid_from, status, checks: 0 };
    one.checks += 1;
    counted.set(key, one);
  }
  return [...counted.values()];
};

/** Pays for results, and counts them in their day. @returns the credits spent. */
const charge = async (inside: Inside, list: LockedList, findings: readonly Finding[]): Promise<number> => {
  if (list.is_test) return 0;
  const { db, now } = inside;
  const cost = findings.filter(({ isPaid }) => isPaid).length;
  const spent = cost === 0 ? [] : list.reservation_id && (await spendReserved(inside, list.reservation_id, cost));
  if (spent === null || spent === 0) throw new Error(`list ${list.id} has set aside too few credits`);
  const checked = sql`select * from json_to_recordset(${JSON.stringify(countPaid(findings, spent))}::json)
    as one (paid_from text, status text, checks integer)`;
  await countChecks(list.account_id, now, checked).execute(db);
  return cost;
};

/** A verdict, as far as the counters depend on it, and the number of findings that have it. */
interface Counted {
  verdict: Finding['verdict'];
  rows: number;
}

/** The different verdicts among findings: of a thousand, a handful. */
const countVerdicts = (findings: readonly Finding[]): Counted[] => {
  const counted = new Map<string, Counted>();
  for (const { verdict } of findings) {
    const key = `${verdict.status} ${verdict.sub_status.join(' ')}`;
    const one = counted.get(key) ?? { verdict, rows: 0 };
    one.rows += 1;
    counted.set(key, one);
  }
  return [...counted.values()];
};

const bouncesOf = ({ bounce_bounds: own }: LockedList, counted: readonly Counted[]): BounceSums => {
  const sums = noBounces();
  for (const { verdict, rows } of counted) addBounce(sums, verdict, own, rows);
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
  const verdicts = countVerdicts(findings);
  const counted = (status: Status): number =>
    verdicts.reduce((sum, { verdict, rows }) => sum + (verdict.status === status ? rows : 0), 0);
  const results = findings.map(({ row, verdict: { status } }) => ({ row, status }));
  const repeated = await addToBlocks(inside, list.id, results, list.duplicates > 0);
  const add = (column: string, more: number) => [column, sql<number>`${sql.ref(column)} + ${more}::integer`] as const;
  const { low, high, ...bounces } = bouncesOf(list, verdicts);
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
  const added = await storeResults(inside, list.id, findings);
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
