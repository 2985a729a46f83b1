/** The queue of chunks: claimed by one worker at a time, for as long as it renews its lease. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Inside, Store } from '../../schema.js';
import { clearWork } from '../end.js';
import { ENDED, hasEnded, type ListChunksTable, type ListStatus } from '../tables.js';
import { nextChunk, type Busy } from './next-chunk.js';
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

/**
 * Claims the next chunk of a kind, and lets its list be `processing`. What is left of a list that has ended is deleted.
 * @param busy receivers and accounts of which no chunk is wanted.
 * @param leaseMs how long it stays claimed without a renewal.
 * @returns null if none is ready.
 */
export const claim = async (store: Store, kind: Chunk['kind'], busy: Busy, leaseMs: number): Promise<Chunk | null> => {
  const { db, now } = store;
  const lease = randomUUID();
  let found: (Chunk & { status: ListStatus }) | undefined;
  for (const next of nextChunk(kind, busy)) {
    const { rows } = await sql<Chunk & { status: ListStatus }>`
      with next as (${next}), claimed as (
        update batch_chunks set turn = null, lease = ${lease}, due_at = ${after(store, leaseMs)}, attempts = attempts + 1
        from next where batch_chunks.id = next.id returning batch_chunks.*
      )
      select claimed.id, batch_id, claimed.account_id, kind, first_row, last_row, receiver, lease, attempts, email_column, is_test, status
      from claimed join batches on batches.id = batch_id`.execute(db);
    [found] = rows;
    if (found !== undefined) break;
  }
  if (found === undefined) return null;
  const { status, ...chunk } = found;
  if (hasEnded(status)) {
    while (!(await clearWork(store, chunk.batch_id)));
    return claim(store, kind, busy, leaseMs);
  }
  // Its own statement: a transaction locks the list before its chunks.
  if (status === 'pending')
    await db
      .updateTable('batches')
      .set({ status: 'processing', started_at: now, updated_at: now })
      .where('id', '=', chunk.batch_id)
      .where('status', '=', 'pending')
      .execute();
  return chunk;
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
  await sql`delete from batch_chunks where id = any (${chunks.map(({ id }) => id)}::bigint[])`.execute(db);
};

/**
 * Ends a claim: the chunk is ready for its account's next turn, or after a wait.
 * @param waitMs 0: at once.
 * @param attempts how many claims count as vain.
 */
export const putBack = async (inside: Inside, chunk: Chunk, waitMs: number, attempts: number): Promise<void> => {
  const next =
    waitMs > 0
      ? { turn: null, due_at: after(inside, waitMs) }
      : { turn: await giveTurns(inside, chunk.account_id, chunk.kind), due_at: null };
  await inside.db
    .updateTable('batch_chunks')
    .set({ ...next, lease: null, attempts })
    .where('id', '=', chunk.id)
    .execute();
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
