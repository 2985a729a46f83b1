/** `email-verify work`, as a process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, it } from 'vitest';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { run } from '../e2e/support/program.js';
import { useHarness } from '../service/harness.js';
import {
  auditList,
  ended,
  makeRich,
  mixedCost,
  mixedRows,
  storedList,
  useBench,
} from '../service/lists/work/support.js';
import { putList } from '../service/lists/support.js';
import { useBundle } from '../service/process.js';
import { usePostgres } from '../service/stores.js';
import { eventually } from '../support/eventually.js';
import { whole } from '../support/whole.js';

describe('email-verify work', () => {
  const cli = useBundle('cli');
  const { openStore } = useHarness();
  const place = usePostgres();
  const { dns } = useBench();

  it('says in one line that it needs DATABASE_URL', async () => {
    const { code, stdout, stderr } = await run(['work'], {}, cli);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^email-verify-server work needs DATABASE_URL, .*\n$/);
  });

  it.runIf(whole)('works on the lists of the service, and gives its claims back when it is told to end', async () => {
    const { databaseUrl = '' } = await place();
    const store = await openStore({ dataDir: '', databaseUrl });
    const accountId = await makeRich(store);
    const start = () =>
      spawn(process.execPath, [cli, 'work'], {
        env: { ...process.env, DATABASE_URL: databaseUrl, DNS_SERVERS: dns().address, LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const first = start();
    const said = text(first.stdout);
    const id = await putList(store, mixedRows(10_000), { accountId });
    await eventually(async () => (await storedList(store, id)).processed > 0);
    first.kill('SIGTERM');
    const [code] = (await once(first, 'exit')) as [number];
    assert.deepEqual([code, await said], [0, 'email-verify works on lists. Press Ctrl-C to stop.\n']);
    const { rows } = await sql`select from batch_chunks where lease is not null`.execute(store.db);
    assert.equal(rows.length, 0);
    assert.equal((await storedList(store, id)).status, 'processing');
    const second = start();
    await ended(store, id);
    await auditList(store, id, mixedCost(10_000));
    second.kill('SIGINT');
    assert.deepEqual((await once(second, 'exit'))[0], 0);
  });

  it('is what WORKER=off is for, which needs DATABASE_URL too', () => {
    assert.throws(() => readServeSettings({ WORKER: 'off' }), StartupError);
    const DATABASE_URL = 'postgresql://localhost/verify';
    assert.equal(readServeSettings({ WORKER: 'off', DATABASE_URL }).worksOnLists, false);
    assert.equal(readServeSettings({ DATABASE_URL }).worksOnLists, true);
  });
});
