/**
 * Faults at random under load: half a minute in `.ci/run`, shared by both stores; `SOAK_MS=3600000` for an hour. As root,
 * with a disk that gets full.
 */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createHashes } from '../../src/service/keys/hashes.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { startPostgres } from '../support/postgres.js';
import { makeSmallDisk, noSmallDisk } from '../support/small-disk.js';
import { whole } from '../support/whole.js';
import { useHarness, type Place } from './harness.js';
import { audit } from './credits/ledger-support.js';
import { killHard, useProcesses, type ServiceProcess } from './process.js';
import { KEY, SECRET } from './scripted.js';

const SOAK_MS = Number(process.env['SOAK_MS'] ?? (whole ? 30_000 : 0)) / 2;
const CLIENTS = 6;
/** The pause of a client between two calls, in ms: without, two cores are full, and every answer waits for them. */
const PAUSE_MS = process.env['SOAK_MS'] ? 100 : 0;
const DOCUMENTED = [200, 402, 429, 503];
/**
 * The promise is one second; a restart of the process, which takes longer, is not counted. Among the other suites of
 * CI, four processes share two cores, and a start of the embedded database takes them all.
 */
const SILENT_MS = process.env['SOAK_MS'] ? 1000 : 5000;

describe.runIf(SOAK_MS > 0 && noSmallDisk === null)('the service, with faults at random', () => {
  const { openStore } = useHarness();
  const start = useProcesses();

  const soak = async (place: Place, storeFaults: (() => Promise<void>)[]): Promise<void> => {
    const where = place.databaseUrl ?? place.dataDir;
    let service: ServiceProcess = start(where, '1000000');
    let base: string | null = await service.ready;
    /** The number of times that the process was killed: its next one may have the same port. */
    let kills = 0;
    const answered: string[] = [];
    const counts: Record<number, number> = {};
    /** Response times of the health check, in ms. */
    const waits: number[] = [];
    const stop = new AbortController();
    const until = (): boolean => !stop.signal.aborted;

    /** One request; null if the process was killed meanwhile. */
    const ask = async (path: string): Promise<Response | null> => {
      const at = base;
      const before = kills;
      if (at === null) return null;
      try {
        return await fetch(`${at}${path}`);
      } catch (error) {
        if (kills > before) return null;
        const { cause: reason } = error as Error;
        const state = `the process ${service.process.exitCode ?? 'runs'}`;
        throw new Error(`no answer from ${path}: ${String(reason)}; ${state}`, { cause: error });
      }
    };
    const checks = async (name: number): Promise<void> => {
      for (let n = 0; until(); n += 1) {
        const email = `c${name}-${n}@example.org`;
        const response = await ask(`/api/validate?apikey=${KEY}&email=${email}`);
        if (response === null) await setTimeout(20);
        else {
          assert.ok(DOCUMENTED.includes(response.status), `status ${response.status}`);
          counts[response.status] = (counts[response.status] ?? 0) + 1;
          if (response.status === 200) answered.push(email);
          await response.arrayBuffer().catch(() => undefined);
          if (PAUSE_MS > 0) await setTimeout(PAUSE_MS);
        }
      }
    };
    const health = async (): Promise<void> => {
      while (until()) {
        const started = performance.now();
        const response = await ask('/nothing');
        if (response !== null) waits.push(performance.now() - started);
        await setTimeout(50);
      }
    };
    const faults = [
      ...storeFaults,
      async () => {
        base = null;
        kills += 1;
        await killHard(service);
        service = start(where);
        base = await service.ready;
      },
      /** The clock is a year ahead for a moment. */
      async () => {
        service.process.kill('SIGUSR2');
        await setTimeout(500 * Math.random());
        service.process.kill('SIGUSR2');
      },
    ];
    const running = Promise.all([...Array.from({ length: CLIENTS }, (_, n) => checks(n)), health()]);
    const end = performance.now() + SOAK_MS;
    while (performance.now() < end) {
      await faults[Math.floor(Math.random() * faults.length)]?.();
      await setTimeout(3000 * Math.random());
    }
    const before = answered.length;
    await eventually(() => answered.length > before);
    stop.abort();
    await running;
    await killHard(service);
    const store = await openStore(place);
    await audit(store);
    const rows = await store.db.selectFrom('checks').select('subject').execute();
    const ledger = new Set(rows.map(({ subject }) => subject.toString('hex')));
    assert.equal(ledger.size, rows.length, 'none is in it twice');
    const hashes = createHashes(SECRET);
    const missing = answered.filter((email) => !ledger.has(hashes.subject(email).toString('hex')));
    assert.deepEqual(missing, []);
    // The wrong clock has added the free credits of its own month, and no others.
    const lots = store.db.selectFrom('credit_lots').select('month').where('source', '=', 'free');
    for (const { month } of await lots.execute())
      assert.ok(['2026-01', '2027-01'].includes(month ?? ''), String(month));
    await store.close();
    // The machine may pause this process or that one: the service itself was silent if it was so again and again.
    const [silentMs = 0, , third = 0] = waits.toSorted((one, other) => other - one);
    console.log(`${JSON.stringify(counts)}, ${rows.length} rows, silent for ${Math.round(silentMs)} ms at most`);
    assert.ok(third < SILENT_MS, `silent for ${third} ms, three times`);
  };

  it(
    'gives documented answers only, loses none, and is never silent, on PGlite',
    { timeout: SOAK_MS + 120_000 },
    async () => {
      const disk = makeSmallDisk(400);
      const dataDir = join(disk.folder, 'data');
      await putDatabase(dataDir);
      const broken = join(dataDir, 'broken');
      await soak({ dataDir }, [
        async () => {
          disk.fill(Math.random() < 0.5 ? 0 : 32 * 1024 * 1024);
          await setTimeout(3000 * Math.random());
          disk.free();
        },
        async () => {
          writeFileSync(broken, '');
          await setTimeout(1000 * Math.random());
          rmSync(broken, { force: true });
        },
      ]);
      disk.remove();
    },
  );

  it(
    'gives documented answers only, loses none, and is never silent, on PostgreSQL',
    { timeout: SOAK_MS + 120_000 },
    async () => {
      const postgres = await startPostgres();
      await soak({ dataDir: '/nonexistent', databaseUrl: await postgres.createDatabase() }, [
        async () => {
          const resume = postgres.pause();
          await setTimeout(6000 * Math.random());
          resume();
        },
        async () => {
          postgres.crash();
          await setTimeout(1000 * Math.random());
        },
      ]);
      await postgres.stop();
    },
  );
});
