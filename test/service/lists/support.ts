/** Lists for tests, put straight into the tables: as an upload leaves them. */
import { sql } from 'kysely';
import { queueLookups } from '../../../src/service/lists/work/turns.js';
import { reserve } from '../../../src/service/credits/reservations.js';
import type { Store } from '../../../src/service/schema.js';
import { inTransaction } from '../../../src/service/store/transaction.js';

/** The options of a list for a test. */
export interface ListOptions {
  accountId?: number;
  name?: string;
  columns?: readonly string[] | null;
  callbackUrl?: string;
}

/**
 * Puts a pending list with its look-up chunks into a store, with credits set aside for each of its rows.
 * @param rows the cells of each row; the address is the first.
 * @returns its id.
 */
export const putList = async (
  store: Store,
  rows: readonly (readonly string[])[],
  { accountId = 1, name = 'list.csv', columns = null, callbackUrl }: ListOptions = {},
): Promise<number> => {
  const { db, now } = store;
  const reservationId = rows.length > 0 ? await reserve(store, accountId, rows.length) : null;
  const { id } = await db
    .insertInto('batches')
    .values({
      account_id: accountId,
      key_id: null,
      name,
      status: 'pending',
      error: null,
      total: rows.length,
      removes_duplicates: false,
      removes_same_mailbox: false,
      columns: columns === null ? null : [...columns],
      width: Math.max(1, ...rows.map((cells) => cells.length)),
      reservation_id: reservationId,
      callback_url: callbackUrl ?? null,
      expires_at: sql<Date>`${now} + interval '30 days'`,
      deleted_at: null,
      idempotency_key: null,
      idempotency_hash: null,
      created_at: now,
      updated_at: now,
      started_at: null,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const STEP = 1000;
  for (let from = 0; from < rows.length; from += STEP)
    await db
      .insertInto('batch_rows')
      .values(
        rows.slice(from, from + STEP).map((cells, at) => ({
          batch_id: id,
          row_no: from + at + 1,
          cells: JSON.stringify(cells),
          duplicate_of: null,
          mailbox_group: null,
        })),
      )
      .execute();
  if (rows.length > 0)
    await inTransaction(store, (inside) => queueLookups(inside, { id, account_id: accountId }, rows.length));
  return id;
};
