import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { describe, it } from 'vitest';
import { endBatch } from '../../../src/service/lists/end.js';
import { useHarness } from '../harness.js';
import { usePostgres } from '../stores.js';
import { putList } from './support.js';
import { makeRich } from './work/support.js';

/** Chunks of a list, and questions. */
const COUNT = 12_000;
/** Rows that a statement may delete: a slow disk needs some seconds for many, after which a statement is taken for lost. */
const MOST = 5000;

describe('a list with very much to do', () => {
  const { openStore } = useHarness();
  const place = usePostgres();

  it('ends by statements that are short each', async () => {
    const store = await openStore(await place());
    const { db } = store;
    const accountId = await makeRich(store);
    const id = await putList(store, [['a@firm.org']], { accountId });
    const other = await putList(store, [['b@firm.org']], { accountId });
    for (const list of [id, other]) {
      await sql`insert into batch_chunks (batch_id, account_id, kind, receiver, due_at)
        select ${list}::bigint, ${accountId}::bigint, 'probe', 'mx' || n, now() from generate_series(1, ${COUNT}::integer) as n`.execute(
        db,
      );
      await sql`insert into batch_probes (batch_id, row_no, receiver, question, due_at)
        select ${list}::bigint, n, 'mx' || n, '{}', now() from generate_series(1, ${COUNT}::integer) as n`.execute(db);
    }
    await sql`create function check_size() returns trigger language plpgsql as ${sql.lit(`begin
      if (select count(*) from gone) > ${MOST} then raise exception 'too many rows'; end if; return null; end`)}`.execute(
      db,
    );
    for (const table of ['batch_chunks', 'batch_probes'] as const)
      await sql`create trigger check_size after delete on ${sql.table(table)} referencing old table as gone
        for each statement execute function check_size()`.execute(db);
    assert.equal(await endBatch(store, id, { status: 'cancelled' }), true);
    const { rows } = await sql`select (select array_agg(distinct batch_id) from batch_chunks) as chunks,
      (select count(*) from batch_chunks) as chunk_count, (select array_agg(distinct batch_id) from batch_probes) as probes,
      (select count(*) from batch_probes) as probe_count`.execute(db);
    assert.deepEqual(rows, [
      { chunks: [String(other)], chunk_count: COUNT + 1, probes: [String(other)], probe_count: COUNT },
    ]);
  });
});
