import assert from 'node:assert/strict';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { StartupError } from '../../../../src/service/index.js';
import { eventually } from '../../../support/eventually.js';
import { whole } from '../../../support/whole.js';
import { useHarness } from '../../harness.js';
import { killHard, useProcesses } from '../../process.js';
import { useFolders, usePGlite } from '../../stores.js';

describe('DATA_DIR', () => {
  const { open } = useHarness();
  const place = usePGlite();
  const makeFolder = useFolders();
  const start = useProcesses();

  it.runIf(whole)(
    'is for one process: a second one stops with one line that names the first, until that is killed or closed',
    async () => {
      const { dataDir } = await place();
      const first = start(dataDir);
      await first.ready;
      const inUse = (who: string): string =>
        `DATA_DIR ${dataDir} is in use by another email-verify process${who}; ` +
        'stop it, or give this one its own DATA_DIR or a DATABASE_URL\n';
      // One that the machine pauses tells its process id too late.
      await eventually(async () => {
        const line = await start(dataDir).ready.catch((error: unknown) => (error as Error).message);
        if (line === inUse('')) return false;
        assert.equal(line, inUse(` (pid ${first.process.pid})`));
        return true;
      });
      await killHard(first);
      await (await open({ dataDir })).close();
      await (await open({ dataDir })).close();
    },
  );

  // A sample of the first starts is in pglite.test.ts.
  it.runIf(whole)(
    'holds a database that nobody else can read or change, whoever may look into the folder',
    async () => {
      const dataDir = makeFolder();
      chmodSync(dataDir, 0o755);
      await open({ dataDir });
      assert.equal(statSync(join(dataDir, 'pglite')).mode & 0o777, 0o700);
    },
  );

  it('that cannot be made or written to stops the start with one line', async () => {
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below')])
      await assert.rejects(open({ dataDir }), (error) => {
        assert.ok(error instanceof StartupError);
        assert.match(
          error.message,
          /^DATA_DIR \S+ cannot be made or written to \((EEXIST|ENOTDIR)\); name another one$/,
        );
        return true;
      });
  });
});
