import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it } from 'vitest';
import { sql } from 'kysely';
import { deleteOldChecks } from '../../../src/service/checks/old-checks.js';
import { forgetUsedFree } from '../../../src/service/credits/used-free.js';
import { audit, left, makeCaller, payOnce } from '../credits/ledger-support.js';
import { useBundle } from '../process.js';
import { onBothStores } from '../stores.js';
import { eventually } from '../../support/eventually.js';
import { QUICK_WASM, whole } from '../../support/whole.js';

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

  describe.runIf(whole)('in a process', () => {
    const bundle = useBundle('retention');

    it('leaves whole steps behind when its process is killed half way, and the next run deletes the rest', async () => {
      const where = await place();
      const prepared = await openStore(where);
      const caller = await makeCaller(prepared);
      assert.equal(await payOnce(prepared, caller), true);
      // The check that was paid for is the oldest.
      await sql`update checks set checked_at = now() - interval '9 days'`.execute(prepared.db);
      await sql`insert into checks (account_id, key_id, subject, status, checked_at)
        select ${caller.accountId}, ${caller.keyId}, 'x', 'valid', now() - interval '8 days' from generate_series(1, 5999)`.execute(
        prepared.db,
      );
      assert.equal(await payOnce(prepared, caller), true);
      const credits = await left(prepared, caller);
      const days = await prepared.db.selectFrom('check_days').selectAll().execute();
      await prepared.close();

      const child = spawn(process.execPath, [...QUICK_WASM, bundle, where.databaseUrl ?? where.dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      for await (const line of createInterface(child.stdout)) if (Number(line) <= 5001) child.kill('SIGKILL');
      assert.deepEqual(await exited, [null, 'SIGKILL']);

      const store = await openStore(where);
      const count = async (): Promise<number> => (await store.db.selectFrom('checks').select('id').execute()).length;
      const kept = (await count()) - 1;
      assert.ok(kept > 0 && kept <= 5000 && kept % 1000 === 0, `${kept} old checks`);
      await audit(store);
      // PostgreSQL may still be at the last step of the process.
      await eventually(async () => {
        await deleteOldChecks(store, 7, signal, 0);
        return (await count()) === 1;
      });
      await audit(store);
      assert.deepEqual(await left(store, caller), credits);
      assert.deepEqual(await store.db.selectFrom('check_days').selectAll().execute(), days);
    });
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
