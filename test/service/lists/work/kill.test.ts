import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { afterAll, describe, it } from 'vitest';
import type { Store } from '../../../../src/service/schema.js';
import { eventually } from '../../../support/eventually.js';
import { QUICK_WASM, whole } from '../../../support/whole.js';
import { useHarness, type Place } from '../../harness.js';
import { audit } from '../../credits/ledger-support.js';
import { useBundle } from '../../process.js';
import { usePGlite, usePostgres } from '../../stores.js';
import { putList } from '../support.js';
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

/** The kills: `KILLS=20` sets them; faults/kills.test.ts kills whole deployments. */
const ROUNDS = Number(process.env['KILLS'] ?? 3);
/** Of the list of a round. */
const ROWS = 4000;

/** Gives a function that starts a worker process, and resolves when it is ready. */
const useWorkers = (dns: () => string): ((where: Place) => Promise<ChildProcess>) => {
  const bundle = useBundle('work');
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });
  return async ({ dataDir, databaseUrl }) => {
    const child = spawn(process.execPath, [...QUICK_WASM, bundle, databaseUrl ?? dataDir, dns()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    await once(child.stdout, 'data');
    return child;
  };
};

const killHard = async (child: ChildProcess | undefined): Promise<void> => {
  assert.ok(child);
  child.kill('SIGKILL');
  await once(child, 'exit');
};

describe.runIf(whole)('workers killed at random', () => {
  const { openStore } = useHarness();
  const onPostgres = usePostgres();
  const onPGlite = usePGlite();
  const { dns, work } = useBench();
  const start = useWorkers(() => dns().address);

  /** Puts a list, and waits until a moment in the middle of the work on it. */
  const putAndWait = async (store: Store, accountId: number): Promise<number> => {
    const id = await putList(store, mixedRows(ROWS), { accountId });
    const enough = Math.random() * 0.7 * ROWS;
    await eventually(async () => (await storedList(store, id)).processed >= enough);
    await setTimeout(Math.random() * 50);
    return id;
  };

  const checkAll = async (store: Store, ids: number[]): Promise<void> => {
    for (const id of ids) {
      await ended(store, id);
      assert.deepEqual(await statusesOf(store, id), mixedStatuses(ROWS));
      await auditList(store, id, mixedCost(ROWS));
    }
    await audit(store);
  };

  it(`on PostgreSQL, ${ROUNDS} times: each row has its result once, and is paid for once`, async () => {
    const where = await onPostgres();
    const store = await openStore(where);
    const accountId = await makeRich(store);
    const ids: number[] = [];
    const inTheMiddle: number[] = [];
    const running = [await start(where), await start(where)];
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await putAndWait(store, accountId);
      ids.push(id);
      await killHard(running.shift());
      inTheMiddle.push((await storedList(store, id)).processed);
      running.push(await start(where));
    }
    console.log(`done of ${ROWS} rows when a worker was killed: ${inTheMiddle.join(', ')}`);
    await checkAll(store, ids);
  });

  it(`on PGlite, the one of its folder, ${ROUNDS} times: likewise`, async () => {
    const where = await onPGlite();
    const before = await openStore(where);
    const accountId = await makeRich(before);
    const ids: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) ids.push(await putList(before, mixedRows(ROWS), { accountId }));
    await before.close();
    for (let round = 0; round < ROUNDS; round += 1) {
      const worker = await start(where);
      await setTimeout(Math.random() * 3000);
      await killHard(worker);
    }
    const store = await openStore(where);
    const done = await Promise.all(ids.map(async (id) => (await storedList(store, id)).processed));
    console.log(`done of ${ROWS} rows at the last kill: ${done.join(', ')}`);
    work(store);
    await checkAll(store, ids);
  });
});
