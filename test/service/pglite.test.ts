import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, it, vi } from 'vitest';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { StartupError } from '../../src/service/index.js';
import { pglitePool } from '../../src/service/store/pglite-pool.js';
import { openPGlite } from '../../src/service/store/pglite.js';
import { assertCommitSyncs, syncedFolder } from '../../src/service/store/pglite-sync.js';
import { check, problemOf, useHarness } from './harness.js';
import { usePGlite } from './stores.js';

const setting = async <T>(db: Kysely<T>, name: string): Promise<unknown> =>
  (await sql<{ value: unknown }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value;

const isOneLine =
  (pattern: RegExp) =>
  (error: unknown): true => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, pattern);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  };

describe('PGlite', () => {
  const { open, openStore } = useHarness();
  const place = usePGlite();

  it('syncs its log to the disk before a check is answered', async () => {
    const service = await open(await place());
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    const sync = vi.spyOn(fs, 'fdatasyncSync');
    for (let n = 1; n <= 10; n += 1) {
      assert.equal((await check(service, `${n}@example.org`)).status, 200);
      assert.ok(sync.mock.calls.length >= n, `${sync.mock.calls.length} syncs after ${n} checks`);
    }
  });

  it('runs with fsync on', async () => {
    const { db } = await openStore(await place());
    assert.equal(await setting(db, 'fsync'), 'on');
    assert.equal(await setting(db, 'wal_sync_method'), 'fsync');
    assert.equal(await setting(db, 'synchronous_commit'), 'on');
  });

  it('does not start when it cannot be made to sync', async () => {
    const { dataDir } = await place();
    class Other extends NodeFS {
      override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
        const { emscriptenOpts } = await super.init(...args);
        const hide = (module: object): boolean => Reflect.deleteProperty(module, 'NODEFS');
        return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hide] } };
      }
    }
    const options: PGliteOptions = { fs: syncedFolder(Other, join(dataDir, 'pglite')).fs };
    await assert.rejects(
      PGlite.create(options),
      isOneLine(/cannot be made to write to the disk safely.*DATABASE_URL$/),
    );
    const pg = await PGlite.create({ fs: new NodeFS(join(dataDir, 'pglite')) });
    await assert.rejects(assertCommitSyncs(pg, { syncs: () => 0 }), isOneLine(/cannot be made to write/));
    await pg.close();
  });

  it('acknowledges nothing any more when the disk refuses a sync, and still closes', async () => {
    const where = await place();
    const service = await open(where);
    assert.equal((await check(service, 'before@example.org')).status, 200);
    const sync = vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
      throw Object.assign(new Error('I/O error'), { code: 'EIO' });
    });
    assert.equal((await problemOf(await check(service, 'during@example.org'))).code, 'unavailable');
    sync.mockRestore();
    const response = await check(service, 'after@example.org');
    assert.equal((await problemOf(response)).code, 'unavailable');
    assert.equal(response.headers.get('retry-after'), null, 'until it is started again');
    await service.close();
    const again = await open(where);
    assert.equal((await check(again, 'again@example.org')).status, 200);
  });

  it('folds its log into its tables once a minute, so that a start after a crash is quick', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { db } = await openStore(await place());
    const redo = async (): Promise<unknown> =>
      (await sql<{ at: unknown }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(db)).rows[0]?.at;
    const before = await redo();
    await db.insertInto('accounts').values({ plan: 'standard' }).execute();
    assert.equal(await redo(), before);
    vi.advanceTimersByTime(60_000);
    const after = await redo();
    assert.notEqual(after, before);
    vi.advanceTimersByTime(60_000);
    assert.equal(await redo(), after, 'not when nothing was written');
  });

  it('lets nobody wait for a turn without end', async () => {
    const { dataDir } = await place();
    const pg = await PGlite.create(join(dataDir, 'pglite'));
    const pool = pglitePool(pg, () => undefined, 50);
    const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) });
    await db.transaction().execute(async () => {
      await assert.rejects(sql`select 1`.execute(db), /busy for 50 ms/);
    });
    assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
    await pg.close();
  });

  it('leaves nothing half-made behind when its first start is cut short', async () => {
    const { dataDir } = await place();
    fs.renameSync(join(dataDir, 'pglite'), join(dataDir, 'pglite.making'));
    fs.rmSync(join(dataDir, 'pglite.making', 'global', 'pg_control'));
    await (await openPGlite(dataDir, assert.ifError)).close();
    assert.deepEqual(fs.readdirSync(dataDir), ['pglite']);
  });
});
