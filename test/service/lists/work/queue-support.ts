/** Chunks for tests of the queue, and the rows that it reads. */
import { sql } from 'kysely';
import type { Busy } from '../../../../src/service/lists/work/busy.js';
import { claim, type Chunk } from '../../../../src/service/lists/work/queue.js';
import type { Store } from '../../../../src/service/schema.js';
import { inTransaction } from '../../../../src/service/store/transaction.js';
import { putList } from '../support.js';

/** Claims the next chunk. @returns null if none is ready. */
export const claimOne = async (
  store: Store,
  kind: Chunk['kind'],
  busy: Omit<Busy, 'most'>,
  leaseMs: number,
): Promise<Chunk | null> => (await claim(store, kind, { ...busy, most: 1 }, leaseMs))[0] ?? null;

/** Puts lists that wait for one receiver: a chunk of each, in turn behind all others, and rows with questions. */
export const putWaiting = async (
  store: Store,
  accountId: number,
  { receiver, lists, rows = 0 }: { receiver: string; lists: number; rows?: number },
): Promise<void> => {
  const first = await putList(store, [], { accountId });
  await sql`insert into batches (account_id, name, status, removes_duplicates, removes_same_mailbox, expires_at)
    select account_id, name, 'processing', false, false, expires_at
    from batches, generate_series(2, ${lists}::integer) where id = ${first}`.execute(store.db);
  await sql`insert into batch_chunks (batch_id, account_id, kind, receiver, turn)
    select id, account_id, 'probe', ${receiver},
      (select coalesce(max(turn), 0) from batch_chunks) + row_number() over (order by id)
    from batches where id >= ${first}`.execute(store.db);
  if (rows === 0) return;
  await sql`insert into batch_probes (batch_id, row_no, receiver, question, due_at)
    select id, n, ${receiver}, json_build_object('email', 'person' || n || '@example.org'), now()
    from batches, generate_series(1, ${rows}::integer) as n where id >= ${first}`.execute(store.db);
};

/** Resolves to the number of rows of `batch_chunks` that some work reads. */
export const readsOf = (store: Store, work: (store: Store) => Promise<unknown>): Promise<number> =>
  inTransaction(store, async (inside) => {
    // Rows that earlier transactions have read may still be in it.
    const reads = async (): Promise<number> => {
      const { rows } = await sql<{ reads: number }>`select seq_tup_read + idx_tup_fetch as reads
        from pg_stat_xact_user_tables where relname = 'batch_chunks'`.execute(inside.db);
      return rows[0]?.reads ?? 0;
    };
    const before = await reads();
    await work(inside);
    return (await reads()) - before;
  });
