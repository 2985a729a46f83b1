import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../../src/service/index.js';
import { pglitePool } from '../../../src/service/store/embedded/pglite-pool.js';
import { databaseFolder } from '../../../src/service/store/embedded/pglite.js';
import { startThread } from '../../../src/service/store/embedded/pglite-thread.js';
import { openPostgres } from '../../../src/service/store/postgres.js';
import { Unavailable, watchedDialect } from '../../../src/service/store/unavailable.js';
import { eventually } from '../../support/eventually.js';
import { startPostgres, type Postgres } from '../../support/postgres.js';
import { check, problemOf, useHarness } from '../harness.js';
import { usePGlite } from '../stores.js';

describe('a store that cannot do its work', () => {
  const { open } = useHarness();
  const place = usePGlite();
  let postgres: Postgres;
  let databaseUrl: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.createDatabase();
  });
  afterAll(() => postgres.stop());

  it('that breaks off in the middle of a transaction ends that one, and not the process', async () => {
    const { db, close } = await openPostgres(databaseUrl, { ms: Infinity }, () => undefined);
    const emit = vi.spyOn(pg.Client.prototype, 'emit');
    const cut = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      process.kill(rows[0]?.pid ?? NaN, 'SIGKILL');
      // It breaks while nothing is asked: an error that nobody listened to would end the process.
      await eventually(() => emit.mock.calls.some(([event]) => event === 'error'));
      await sql`select 1`.execute(transaction);
    });
    await assert.rejects(cut, Unavailable);
    // The next test needs the server, which recovers.
    await eventually(() =>
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
    );
    await close();
  });

  it('makes no check fail for good: the answer is a 503 that says when to try again, and the log says why', async () => {
    const lines: string[] = [];
    const note = (fields: object, message: string): number => lines.push(`${message} ${JSON.stringify(fields)}`);
    const log: Logger = { info: () => undefined, warn: () => undefined, error: note };
    const service = await open({ dataDir: '/nonexistent', databaseUrl }, { log, statementMs: undefined });
    assert.equal((await check(service, 'anna@example.org')).status, 200);
    await postgres.stop();
    for (const round of ['a connection breaks', 'none can be made']) {
      const response = await check(service, 'anna@example.org');
      const { status, code, detail } = await problemOf(response);
      assert.deepEqual([status, code, response.headers.get('retry-after')], [503, 'unavailable', '5'], round);
      assert.ok(!detail.includes(databaseUrl));
    }
    assert.match(lines.join('\n'), /^the store is unavailable .*"request_id".*"(ECONNREFUSED|ENOENT)"/s);
    assert.ok(!lines.join('\n').includes('anna'));
    await service.close();
  });

  it('is told apart from a statement that is wrong', async () => {
    const thread = await startThread(databaseFolder((await place()).dataDir), new AbortController().signal);
    const db = new Kysely<Record<string, never>>({
      dialect: watchedDialect(pglitePool(() => thread, undefined, 50)),
    });
    await assert.rejects(sql`select nonsense`.execute(db), (error) => !(error instanceof Unavailable));
    await db.transaction().execute(async () => {
      await assert.rejects(sql`select 1`.execute(db), (error) => {
        assert.ok(error instanceof Unavailable);
        assert.equal(error.retryAfterS, 5);
        assert.match(String(error.cause), /busy for 50 ms/);
        return true;
      });
    });
    await thread.close();
    await assert.rejects(sql`select 1`.execute(db), Unavailable);
  });
});
