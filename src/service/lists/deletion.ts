/** Deleting lists: at once for their owners, their rows later in steps. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { release } from '../credits/reservations.js';
import type { Inside, Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';
import { forgetName } from './callbacks/outbox.js';
import { clearWork, endList } from './end.js';

/** Rows that one step deletes, and the pause after it, in ms: others use the store between two steps. */
const STEP = 2000;
const PAUSE_MS = 50;
/** Lists that are found at once. */
const FOUND = 100;
/** An upload without a change for so long has broken off. */
const UPLOAD_HOURS = 1;

/** Deletes the rows of a list, with what refers to them. @returns false if the signal ended it before. */
const deleteRows = async ({ db }: Store, listId: number, signal: AbortSignal, pauseMs: number): Promise<boolean> => {
  const rows = db.selectFrom('batch_rows').select('row_no').where('batch_id', '=', listId).limit(1);
  const first = await rows.orderBy('row_no').executeTakeFirst();
  const last = await rows.orderBy('row_no', 'desc').executeTakeFirst();
  for (let from = first?.row_no ?? 1; from <= (last?.row_no ?? 0); from += STEP) {
    if (signal.aborted) return false;
    const step = sql`batch_id = ${listId} and row_no >= ${from} and row_no < ${from + STEP}`;
    // In one statement: after a crash, no result is without its row, by which it is found.
    await sql`with results as (delete from batch_results where ${step}), probes as (delete from batch_probes where ${step})
      delete from batch_rows where ${step}`.execute(db);
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return true;
};

/**
 * Marks a list as deleted: nobody sees it from then on, and its callbacks no longer name its file. One that has not
 * ended is cancelled. Its rows follow later.
 * @returns false if it was deleted before.
 */
export const markDeleted = (store: Store, listId: number): Promise<boolean> =>
  inTransaction(store, async (inside) => {
    const { db, now } = inside;
    await endList(inside, listId, { status: 'cancelled' });
    const marked = await db
      .updateTable('batches')
      .set({ deleted_at: now, updated_at: now })
      .where('id', '=', listId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (marked === undefined) return false;
    await forgetName(inside, listId);
    return true;
  });

/** Marks the lists that are past their time, and the uploads that broke off, as deleted. */
const markOld = async (store: Store): Promise<void> => {
  const { db, now } = store;
  const expired = await db
    .selectFrom('batches')
    .select('id')
    .where('status', '<>', 'uploading')
    .where('deleted_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(FOUND)
    .execute();
  for (const { id } of expired) await markDeleted(store, id);
  await db
    .updateTable('batches')
    .set({ deleted_at: now })
    .where('status', '=', 'uploading')
    .where('deleted_at', 'is', null)
    .where('updated_at', '<=', sql<Date>`${now} - interval '${sql.lit(UPLOAD_HOURS)} hours'`)
    .execute();
};

/**
 * Ends the deletion of a list, unless an upload has stored more rows of it meanwhile. Its numbers stay, and neither the
 * name nor a cell of its file. Of an upload that broke off nothing is left; its credits are back.
 */
const finish = (store: Store, listId: number): Promise<void> =>
  inTransaction(store, async (inside) => {
    const { db } = inside;
    const list = await db
      .updateTable('batches')
      .set({ has_rows: false, columns: null, other_email_columns: null, warnings: null, name: '' })
      .where('id', '=', listId)
      .where(sql<boolean>`not exists (select from batch_rows where batch_id = ${listId})`)
      .returning(['status', 'reservation_id'])
      .executeTakeFirst();
    if (list === undefined) return;
    await db.deleteFrom('batch_blocks').where('batch_id', '=', listId).execute();
    if (list.status !== 'uploading') return;
    if (list.reservation_id !== null) await release(inside, list.reservation_id);
    await db.deleteFrom('batches').where('id', '=', listId).execute();
  });

/**
 * Deletes lists that are past their time, uploads that broke off, and the rows of deleted lists, in small steps. Steps may
 * be repeated: after a crash, or by another process.
 * @param signal ends it after a step.
 * @returns the number of lists whose rows are gone.
 */
export const deleteOldLists = async (store: Store, signal: AbortSignal, pauseMs = PAUSE_MS): Promise<number> => {
  let deleted = 0;
  while (!signal.aborted) {
    await markOld(store);
    const lists = store.db.selectFrom('batches').select('id').where('deleted_at', 'is not', null);
    const found = await lists.where('has_rows', '=', true).orderBy('id').limit(FOUND).execute();
    if (found.length === 0) break;
    for (const { id } of found) {
      if (!(await deleteRows(store, id, signal, pauseMs))) return deleted;
      while (!(await clearWork(store, id)));
      await finish(store, id);
      deleted += 1;
    }
  }
  return deleted;
};

/**
 * Deletes the lists and the callbacks of an account with what names anybody; the numbers stay. Rows of lists follow
 * later.
 */
export const eraseLists = async (inside: Inside, accountId: number): Promise<void> => {
  const { db, now } = inside;
  await db.deleteFrom('batch_callbacks').where('account_id', '=', accountId).execute();
  await db.deleteFrom('callback_secrets').where('account_id', '=', accountId).execute();
  const said = { other_email_columns: null, warnings: null };
  const nothing = {
    ...said,
    columns: null,
    error: null,
    callback_url: null,
    idempotency_key: null,
    idempotency_hash: null,
  };
  const own = await db
    .updateTable('batches')
    .set({ ...nothing, name: '' })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'status'])
    .execute();
  for (const { id, status } of own)
    if (status === 'pending' || status === 'processing') await endList(inside, id, { status: 'cancelled' });
  await db
    .updateTable('batches')
    .set({ deleted_at: sql<Date>`coalesce(deleted_at, ${now})` })
    .where('account_id', '=', accountId)
    .execute();
};
