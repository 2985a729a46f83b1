import { sql } from 'kysely';
import { release } from '../reservations.js';
import type { Store } from '../store/tables.js';
import { inTransaction, type Inside } from '../store/transaction.js';
import { putCallback, type EndedBatch } from './callbacks/outbox.js';
import { ENDED } from './tables.js';

/** Rows that one statement deletes: a million at once can take longer than a statement may. */
const STEP = 2000;

/** Deletes the questions of a list. */
const deleteProbes = async ({ db }: Inside, batchId: number): Promise<void> => {
  const { first, last } = await db
    .selectFrom('batch_probes')
    .select(({ fn }) => [fn.min<number | null>('row_no').as('first'), fn.max<number | null>('row_no').as('last')])
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  for (let from = first ?? 1; from <= (last ?? 0); from += STEP)
    await db
      .deleteFrom('batch_probes')
      .where('batch_id', '=', batchId)
      .where('row_no', '>=', from)
      .where('row_no', '<', from + STEP)
      .execute();
};

/** Deletes the chunks of a list: its look-ups, and then those of its receivers in their order. */
const deleteChunks = async ({ db }: Inside, batchId: number): Promise<void> => {
  await db.deleteFrom('batch_chunks').where('batch_id', '=', batchId).where('receiver', 'is', null).execute();
  for (let after: string | null = ''; after !== null;) {
    const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
      with found as materialized (
        select id, receiver from batch_chunks where batch_id = ${batchId} and receiver > ${after}
        order by receiver limit ${sql.lit(STEP)}
      ), deleted as (
        delete from batch_chunks using found where batch_chunks.id = found.id
      )
      select max(receiver) as last from found`.execute(db);
    after = rows[0]?.last ?? null;
  }
};

/** How a job ends. `failed` says why, for people. */
export type End = { status: 'completed' | 'cancelled' } | { status: 'failed'; error: string };

/**
 * Ends a job, in one transaction: nothing is left to do, the credits that it did not spend are back, and its callback is due.
 * @returns false if it had ended before.
 */
export const endBatch = (store: Store, batchId: number, end: End): Promise<boolean> =>
  inTransaction(store, async (inside) => {
    const { db, now } = inside;
    const ended = await db
      .updateTable('batches')
      .set({
        status: end.status,
        error: end.status === 'failed' ? end.error : null,
        started_at: sql<Date>`coalesce(started_at, ${now})`,
        ended_at: now,
        updated_at: now,
      })
      .where('id', '=', batchId)
      .where('status', 'not in', ENDED)
      .returningAll()
      .$narrowType<Pick<EndedBatch, 'status' | 'ended_at'>>()
      .executeTakeFirst();
    if (ended === undefined) return false;
    await deleteChunks(inside, batchId);
    await deleteProbes(inside, batchId);
    if (ended.reservation_id !== null) await release(inside, ended.reservation_id);
    await putCallback(inside, ended);
    return true;
  });
