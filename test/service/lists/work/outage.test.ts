import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { startPostgres, type Postgres } from '../../../support/postgres.js';
import { useHarness } from '../../harness.js';
import { audit } from '../../credits/ledger-support.js';
import { putList } from '../support.js';
import { whole } from '../../../support/whole.js';
import {
  auditList,
  ended,
  makeRich,
  mixedCost,
  mixedRows,
  mixedStatuses,
  storedList,
  statusesOf,
  useBench,
} from './support.js';

const ROWS = 8000;

describe.runIf(process.platform === 'linux')('a worker whose PostgreSQL goes away', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  const { openStore } = useHarness();
  const { work } = useBench();
  afterAll(() => postgres.stop());

  const outages: Record<string, () => Promise<void>> = {
    'ends all connections': async () => {
      const store = await openStore({ dataDir: '', databaseUrl: url }, { onError: () => undefined });
      for (let n = 0; n < 5; n += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(store.db);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    crashes: () => {
      postgres.crash();
      return Promise.resolve();
    },
    'is stopped for some seconds': async () => {
      const resume = postgres.pause();
      await new Promise((resolve) => setTimeout(resolve, 5000));
      resume();
    },
  };
  let url = '';

  for (const [title, happen] of Object.entries(outages))
    it.runIf(whole || title === 'ends all connections')(
      `that ${title} goes on, and no row is lost or paid for twice`,
      async () => {
        url = await postgres.createDatabase();
        const store = await openStore({ dataDir: '', databaseUrl: url }, { onError: () => undefined });
        const id = await putList(store, mixedRows(ROWS), { accountId: await makeRich(store) });
        work(store, { slots: { lookup: 2, probe: 2 } });
        await eventually(async () => (await storedList(store, id)).processed > 0);
        await happen();
        await ended(store, id);
        assert.deepEqual(await statusesOf(store, id), mixedStatuses(ROWS));
        await auditList(store, id, mixedCost(ROWS));
        await audit(store);
      },
    );
});
