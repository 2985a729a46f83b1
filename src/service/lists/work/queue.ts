/** The queue of chunks: claimed by one worker at a time, for as long as it renews its lease. */
import { sql } from 'kysely';
import type { Inside, Store } from '../../schema.js';
import { clearWork } from '../end.js';
import { ENDED, hasEnded, type ListChunksTable, type ListStatus } from '../tables.js';
import type { Busy } from './busy.js';
import { nextChunks } from './next-chunk.js';
import { firstTurn, giveTurns } from './turns.js';

/** Number of claims of a chunk without any result, before its rows are given up. */
export const MAX_ATTEMPTS = 5;

/** Chunks that are made ready again at once. */
const SWEPT = 500;

/** A claimed chunk. */
export interface Chunk {
  id: number;
  batch_id: number;
  account_id: number;
  kind: ListChunksTable['kind'];
  first_row: number | null;
  last_row: number | null;
  receiver: string | null;
  /** Names this claim. */
  lease: string;
  /** This claim is counted. */
  attempts: number;
  /** The position of the column with the addresses. */
  email_column: number;
  /** Its list is one of a test key. */
  is_test: boolean;
}

/** The end of a wait or a claim, in ms from now, as SQL. */
const after = ({ now }: Store, ms: number) => sql<Date>`${now} + ${ms}::double precision * interval '1 millisecond'`;

/** A chunk of a list with this status. */
type Found = Chunk & { status: ListStatus };

const claimNext = async (store: Store, kind: Chunk['kind'], busy: Busy, leaseMs: number): Promise<Found[]> => {
  for (const next of nextChunks(kind, busy)) {
    const { rows } = await sql<Found>`
      with next as (${next}), claimed as (
        update batch_chunks set turn = null, lease = gen_random_uuid(), due_at = ${after(store, leaseMs)}, attempts = attempts + 1
        from next where batch_chunks.id = next.id returning batch_chunks.*
      )
      select claimed.id, batch_id, claimed.account_id, kind, first_row, last_row, receiver, lease, attempts, email_column, is_test, status
      from claimed join batches on batches.id = batch_id`.execute(store.db);
    if (rows.length > 0) return rows;
  }
  return [];
};

/**
 * Claims the next chunks of a kind, and lets their lists be `processing`. What is left of lists that have ended is
 * deleted.
 * @param busy receivers and accounts of which no chunk is wanted, and how many are.
 * @param leaseMs how long they stay claimed without a renewal.
 * @returns none if none is ready.
 */
export const claim = async (store: Store, kind: Chunk['kind'], busy: Busy, leaseMs: number): Promise<Chunk[]> => {
  const { db, now } = store;
  const found = await claimNext(store, kind, busy, leaseMs);
  const statuses = new Map(found.map(({ batch_id, status }) => [batch_id, status]));
  for (const [listId, status] of statuses) {
    if (hasEnded(status)) while (!(await clearWork(store, listId)));
    // Its own statement: a transaction locks the list before its chunks.
    if (status === 'pending')
      await db
        .updateTable('batches')
        .set({ status: 'processing', started_at: now, updated_at: now })
        .where('id', '=', listId)
        .where('status', '=', 'pending')
        .execute();
  }
  const chunks = found.flatMap(({ status, ...chunk }) => (hasEnded(status) ? [] : chunk));
  return found.length > 0 && chunks.length === 0 ? claim(store, kind, busy, leaseMs) : chunks;
};

/**
 * Renews claims. @returns those of them that are still there: of no list that has ended, nor lost because a renewal
 * came too late.
 */
export const renew = async (store: Store, leases: readonly string[], leaseMs: number): Promise<Set<string>> => {
  if (leases.length === 0) return new Set();
  const { rows } = await sql<{ lease: string }>`
    update batch_chunks set due_at = ${after(store, leaseMs)}
    where id in (
      select own.id from batch_chunks as own join batches on batches.id = batch_id
      where lease = any (${leases}::text[]) and status not in (${sql.join(ENDED)}) for update of own skip locked
    ) returning lease`.execute(store.db);
  return new Set(rows.map(({ lease }) => lease));
};

/** Locks claimed chunks, in the order of their ids. @returns the leases of those whose claim was not lost. */
export const heldOf = async ({ db }: Inside, chunks: readonly Chunk[]): Promise<Set<string>> => {
  const { rows } = await sql<{ lease: string }>`
    select lease from batch_chunks where id = any (${chunks.map(({ id }) => id)}::bigint[])
      and lease = any (${chunks.map(({ lease }) => lease)}::text[]) order by id for update`.execute(db);
  return new Set(rows.map(({ lease }) => lease));
};

/** Ends claims: the chunks are done. */
export const remove = async ({ db }: Inside, chunks: readonly Chunk[]): Promise<void> => {
  if (chunks.length === 0) return;
  await sql`delete from batch_chunks where id = any (${chunks.map(({ id }) => id)}::bigint[])`.execute(db);
};

/** A claimed chunk of which something is left. */
export interface Rest {
  chunk: Chunk;
  /** The wait before it is ready, in ms; 0: it is, for its account's next turn. */
  waitMs: number;
  /** The number of its claims that count as vain. */
  attempts: number;
}

/** Ends claims of an account's chunks, which are ready again at once or after a wait. */
export const putBack = async (inside: Inside, accountId: number, rests: readonly Rest[]): Promise<void> => {
  if (rests.length === 0) return;
  const turns = new Map<Chunk['kind'], number>();
  const rows: { id: number; turn: number | null; wait: number | null; attempts: number }[] = [];
  for (const { chunk, waitMs, attempts } of rests) {
    const turn = waitMs > 0 ? null : (turns.get(chunk.kind) ?? (await giveTurns(inside, accountId, chunk.kind)));
    if (turn !== null) turns.set(chunk.kind, turn + 1);
    rows.push({ id: chunk.id, turn, wait: turn === null ? waitMs : null, attempts });
  }
  await sql`update batch_chunks set lease = null, attempts = rest.attempts, turn = rest.turn,
      due_at = ${inside.now} + rest.wait * interval '1 millisecond'
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as rest (id bigint, turn bigint, wait double precision, attempts integer)
    where batch_chunks.id = rest.id`.execute(inside.db);
};

/** Makes chunks ready whose time has come: the wait is over, or the worker that claimed them is gone. @returns how many. */
export const sweep = async ({ db, now }: Store): Promise<number> => {
  const account = sql<number>`due.account_id`;
  const kind = sql<Chunk['kind']>`due.kind`;
  const { rows } = await sql`
    with due as materialized (
      select id, account_id, kind, row_number() over (partition by account_id, kind order by due_at, id) as place from (
        select id, account_id, kind, due_at from batch_chunks where due_at <= ${now}
        order by due_at limit ${sql.lit(SWEPT)} for update skip locked
      ) as found
    ), first as materialized (
      select account_id, kind, ${firstTurn(account, kind)} as turn from (select distinct account_id, kind from due) as due
    )
    update batch_chunks set turn = first.turn + place - 1, due_at = null, lease = null
    from due join first on first.account_id = due.account_id and first.kind = due.kind
    where batch_chunks.id = due.id returning batch_chunks.id`.execute(db);
  return rows.length;
};
