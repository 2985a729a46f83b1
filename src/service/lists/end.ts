import { sql } from 'kysely';
import { release } from '../reservations.js';
import type { Store } from '../store/tables.js';
import { inTransaction } from '../store/transaction.js';
import { putCallback, type EndedBatch } from './callbacks/outbox.js';
import { ENDED } from './tables.js';

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
    await db.deleteFrom('batch_chunks').where('batch_id', '=', batchId).execute();
    await db.deleteFrom('batch_probes').where('batch_id', '=', batchId).execute();
    if (ended.reservation_id !== null) await release(inside, ended.reservation_id);
    await putCallback(inside, ended);
    return true;
  });
