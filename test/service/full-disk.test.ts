import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { FREE_CREDITS } from '../../src/service/credits.js';
import { StartupError } from '../../src/service/index.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { makeSmallDisk, noSmallDisk, type SmallDisk } from '../support/small-disk.js';
import { whole } from '../support/whole.js';
import { problemOf, useHarness } from './harness.js';
import { useProcesses } from './process.js';
import { KEY } from './scripted.js';

const MB = 1024 * 1024;
const BOUGHT = 10_000;

if (noSmallDisk !== null) console.log(`full-disk.test.ts: skipped, because ${noSmallDisk}`);

describe.skipIf(noSmallDisk !== null)('the service on PGlite, on a full disk', () => {
  const { open } = useHarness();
  const start = useProcesses();
  const disks: SmallDisk[] = [];
  afterAll(() => {
    for (const disk of disks) disk.remove();
  });
  const makeDisk = (megabytes: number): SmallDisk => {
    const disk = makeSmallDisk(megabytes);
    disks.push(disk);
    return disk;
  };

  const onDisk = async (disk: SmallDisk) => {
    const dataDir = join(disk.folder, 'data');
    await putDatabase(dataDir);
    const service = start(dataDir, String(BOUGHT));
    const base = await service.ready;
    let answered = 0;
    return {
      service,
      ask: async (): Promise<Response> => {
        const response = await fetch(`${base}/api/validate?apikey=${KEY}&email=anna@example.org`);
        if (response.status === 200) answered += 1;
        return response;
      },
      answered: () => answered,
      spent: async (): Promise<number> => {
        const response = await fetch(`${base}/api/account?apikey=${KEY}`);
        const { credits } = (await response.json()) as { credits: { free: number; bought: number } };
        return FREE_CREDITS + BOUGHT - credits.free - credits.bought;
      },
    };
  };

  let disk: SmallDisk;
  let tested: Awaited<ReturnType<typeof onDisk>>;
  beforeAll(async () => {
    disk = makeDisk(200);
    tested = await onDisk(disk);
  });

  it('refuses checks before it is full, still reads, and takes them again when there is room', async () => {
    const { ask, answered, spent } = tested;
    assert.equal((await ask()).status, 200);
    disk.fill(32 * MB);
    await eventually(async () => (await ask()).status === 503);
    const response = await ask();
    assert.equal((await problemOf(response)).code, 'unavailable');
    assert.equal(response.headers.get('retry-after'), '5');
    assert.equal(await spent(), answered(), 'the account can be read, and every answer was paid for');
    disk.free();
    await eventually(async () => (await ask()).status === 200);
  });

  it('that gets full at once, loses no answer, comes back when there is room, and ends when it is told to', async () => {
    const { service, ask, answered, spent } = tested;
    for (let round = 0; round < (whole ? 3 : 1); round += 1) {
      const stop = new AbortController();
      const load = Array.from({ length: 4 }, async () => {
        while (!stop.signal.aborted) {
          const response = await ask();
          assert.ok([200, 503].includes(response.status), String(response.status));
          await response.arrayBuffer();
        }
      });
      disk.fill(round * MB);
      await eventually(async () => (await ask()).status === 503);
      disk.free();
      await eventually(async () => (await ask()).status === 200);
      stop.abort();
      await Promise.all(load);
      // More is possible: an answer that was not sent.
      assert.ok((await spent()) >= answered(), `${await spent()} credits for ${answered()} answers`);
    }
    disk.fill();
    await eventually(async () => (await ask()).status === 503);
    service.process.kill('SIGTERM');
    const [code, signal] = (await once(service.process, 'exit')) as [number | null, string | null];
    assert.deepEqual([code, signal], [0, null]);
  });

  it('does not start on a disk that is too small, and says so in one line', async () => {
    const { folder } = makeDisk(100);
    await assert.rejects(open({ dataDir: folder }), (error) => {
      assert.ok(error instanceof StartupError);
      assert.match(
        error.message,
        /^the disk of DATA_DIR \S+ has \d+ MB free, and the database needs 128 MB to start; make room, or [^\n]*$/,
      );
      return true;
    });
  });
});
