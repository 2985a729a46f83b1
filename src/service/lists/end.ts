import { sql } from 'kysely';
import { release } from '../credits/reservations.js';
import type { Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';
import { putCallback, type EndedList } from './callbacks/outbox.js';
import { ENDED } from './tables.js';

/** The end of a list; `error` says for people why it failed. */
export type End = { status: 'completed' | 'cancelled' } | { status: 'failed'; error: string };

/** Rows of what is left to do that one statement deletes. */
const CLEARED = 5000;

/**
 * Deletes a part of what is left to do of a list that has ended. The chunks stay until the questions are gone: whoever
 * claims one goes on.
 * @returns true if nothing is left.
 */
export const clearWork = async ({ db }: Store, listId: number): Promise<boolean> => {
  const part = sql`where batch_id = ${listId} limit ${sql.lit(CLEARED)} for update skip locked`;
  const questions = await sql`delete from batch_probes where batch_id = ${listId}
    and row_no in (select row_no from batch_probes ${part})`.execute(db);
  if (questions.numAffectedRows === BigInt(CLEARED)) return false;
  const chunks = await sql`delete from batch_chunks where id in (select id from batch_chunks ${part})`.execute(db);
  return chunks.numAffectedRows !== BigInt(CLEARED);
};

/**
 * Ends a list, in one transaction: the credits that it did not spend are back, and its callback is due. Of what is left
 * to do, no more than a part is deleted here, and the rest by whoever claims it.
 * @returns false if it had ended before.
 */
export const endList = (store: Store, listId: number, end: End): Promise<boolean> =>
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
      .where('id', '=', listId)
      .where('status', 'not in', ENDED)
      .returningAll()
      .$narrowType<Pick<EndedList, 'status' | 'ended_at'>>()
      .executeTakeFirst();
    if (ended === undefined) return false;
    await clearWork(inside, listId);
    if (ended.reservation_id !== null) await release(inside, ended.reservation_id);
    await putCallback(inside, ended);
    return true;
  });
