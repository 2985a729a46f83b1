/** Faults at random under load: two minutes in `.ci/run`, `SOAK_MS=3600000` for an hour. As root, with a disk that gets full. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createHashes } from '../../src/service/hashes.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { makeSmallDisk, noSmallDisk } from '../support/small-disk.js';
import { whole } from '../support/whole.js';
import { useHarness } from './harness.js';
import { killHard, useProcesses, type ServiceProcess } from './process.js';
import { KEY, SECRET } from './scripted.js';

const SOAK_MS = Number(process.env['SOAK_MS'] ?? (whole ? 120_000 : 0));
const CLIENTS = 6;
const DOCUMENTED = [200, 402, 429, 503];
/** The promise is one second; a restart of the process, which takes longer, is not counted. */
const SILENT_MS = 1000;

describe.runIf(SOAK_MS > 0 && noSmallDisk === null)('the service on PGlite, with faults at random', () => {
  const { openStore } = useHarness();
  const start = useProcesses();

  it(
    'gives documented answers only, loses none, and is never silent',
    async () => {
      const disk = makeSmallDisk(400);
      const dataDir = join(disk.folder, 'data');
      await putDatabase(dataDir);
      const broken = join(dataDir, 'broken');
      let service: ServiceProcess = start(dataDir, '1000000');
      let base: string | null = await service.ready;
      const answered: string[] = [];
      const counts: Record<number, number> = {};
      let silentMs = 0;
      const stop = new AbortController();
      const until = (): boolean => !stop.signal.aborted;

      /** One request; null if the process was killed meanwhile. */
      const ask = async (path: string): Promise<Response | null> => {
        const at = base;
        if (at === null) return null;
        try {
          return await fetch(`${at}${path}`);
        } catch (error) {
          if (base === at) throw error;
          return null;
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
          }
        }
      };
      const health = async (): Promise<void> => {
        while (until()) {
          const started = performance.now();
          const response = await ask('/nothing');
          if (response !== null) silentMs = Math.max(silentMs, performance.now() - started);
          await setTimeout(50);
        }
      };
      const faults: (() => Promise<void>)[] = [
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
        async () => {
          base = null;
          await killHard(service);
          service = start(dataDir);
          base = await service.ready;
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
      const { db } = await openStore({ dataDir });
      const rows = await db.selectFrom('checks').select('subject').execute();
      const ledger = new Set(rows.map(({ subject }) => subject.toString('hex')));
      const hashes = createHashes(SECRET);
      const missing = answered.filter((email) => !ledger.has(hashes.subject(email).toString('hex')));
      assert.deepEqual(missing, []);
      console.log(`${JSON.stringify(counts)}, ${rows.length} rows, silent for ${Math.round(silentMs)} ms at most`);
      assert.ok(silentMs < SILENT_MS, `silent for ${silentMs} ms`);
      disk.remove();
    },
    SOAK_MS + 120_000,
  );
});
