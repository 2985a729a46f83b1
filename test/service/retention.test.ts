import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sql } from 'kysely';
import { deleteOldChecks } from '../../src/service/retention.js';
import { forgetUsedFree } from '../../src/service/used-free.js';
import { audit, left, makeCaller, payOnce } from './ledger-support.js';
import { onBothStores } from './stores.js';

const { signal } = new AbortController();

onBothStores('the retention of checks', ({ place, openStore }) => {
  it('deletes old checks in steps; credits, the ledger and the counts by day stay', async () => {
    let now = new Date('2026-01-10T12:00:00Z');
    const store = await openStore(await place(), { clock: () => now });
    const { db } = store;
    const caller = await makeCaller(store);
    assert.equal(await payOnce(store, caller), true);
    // A clock that was a year ahead for a moment.
    now = new Date('2027-02-01T12:00:00Z');
    assert.equal(await payOnce(store, caller), true);
    now = new Date('2026-01-10T12:00:00Z');
    await sql`insert into checks (account_id, key_id, subject, status, checked_at)
      select ${caller.accountId}, ${caller.keyId}, 'x', 'valid', ${now.toISOString()}::timestamptz from generate_series(1, 2500)`.execute(
      db,
    );
    now = new Date('2026-01-17T11:59:59Z');
    assert.equal(await payOnce(store, caller), true);
    assert.equal(await deleteOldChecks(store, 7, signal, 0), 0);
    now = new Date('2026-01-17T12:00:01Z');
    const before = await left(store, caller);
    const days = await db.selectFrom('check_days').selectAll().execute();
    assert.equal(await deleteOldChecks(store, 7, signal, 0), 2501);
    assert.equal(await deleteOldChecks(store, 7, signal, 0), 0);
    const rows = await db.selectFrom('checks').select('checked_at').orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ checked_at }) => checked_at.toISOString()),
      ['2027-02-01T12:00:00.000Z', '2026-01-17T11:59:59.000Z'],
    );
    assert.deepEqual(await left(store, caller), before);
    assert.deepEqual(await db.selectFrom('check_days').selectAll().execute(), days);
    await audit(store);
  });

  it('is done by one process at a time, and ends when the service does', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    await sql`insert into checks (account_id, key_id, subject, status, checked_at)
      select ${caller.accountId}, ${caller.keyId}, 'x', 'valid', now() - interval '9 days' from generate_series(1, 1500)`.execute(
      store.db,
    );
    const counts = await Promise.all([1, 2, 3].map(() => deleteOldChecks(store, 7, signal, 0)));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1500,
    );
    assert.equal(await deleteOldChecks(store, 7, AbortSignal.abort(), 0), 0);
  });

  it('forgets after the month what deleted users had used of it', async () => {
    const now = new Date('2026-02-01T00:00:00Z');
    const store = await openStore(await place(), { clock: () => now });
    const row = (month: string) => ({ mailbox: Buffer.from('x'), month, used: 5 });
    await store.db
      .insertInto('used_free')
      .values([row('2026-01'), row('2026-02')])
      .execute();
    await forgetUsedFree(store);
    assert.deepEqual(await store.db.selectFrom('used_free').select('month').execute(), [{ month: '2026-02' }]);
  });
});
