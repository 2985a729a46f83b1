import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, it } from 'vitest';
import { deleteOldLists } from '../../../../src/service/lists/deletion.js';
import { storeUpload } from '../../../../src/service/lists/upload/store-upload.js';
import { Unavailable } from '../../../../src/service/store/unavailable.js';
import { eventually } from '../../../support/eventually.js';
import { useHarness } from '../../harness.js';
import { makeCaller } from '../../credits/ledger-support.js';
import { usePostgres } from '../../stores.js';
import { whole } from '../../../support/whole.js';

const LIMITS = { maxRows: 5000, maxBytes: 1_000_000, maxStreamBytes: 1_000_000, retentionDays: 30 };

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('an upload that is given up while PostgreSQL is too slow', () => {
  const { openStore } = useHarness();
  const place = usePostgres();

  it.runIf(whole)('leaves no rows behind when PostgreSQL goes on', async () => {
    const { databaseUrl = '' } = await place();
    const store = await openStore({ dataDir: '', databaseUrl }, { onError: () => undefined });
    const caller = { ...(await makeCaller(store)), isTest: false };
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    // The first list's row waits to know whether it is there already.
    await other.query('begin');
    await other.query("insert into batch_rows (batch_id, row_no, cells) values (1, 1, '[]')");
    const source = { name: 'list.csv', options: {}, bytes: bytesOf('a@firm.org\nb@firm.org\n'), maxBytes: 1_000_000 };
    const { signal } = new AbortController();
    await assert.rejects(storeUpload(store, caller, source, { limits: LIMITS, signal }), Unavailable);
    await deleteOldLists(store, signal, 0);
    await other.query('rollback');
    // The statement that waited has ended.
    await eventually(async () => {
      const { rows } = await other.query(
        "select from pg_stat_activity where datname = current_database() and query ilike 'copy batch_rows%' and state <> 'idle'",
      );
      return rows.length === 0;
    });
    await other.end();
    await deleteOldLists(store, signal, 0);
    for (const table of ['batches', 'batch_rows'] as const) {
      const { rows } = await sql`select from ${sql.table(table)}`.execute(store.db);
      assert.equal(rows.length, 0, table);
    }
  });
});
