import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'vitest';
import { QUICK_WASM, sample, whole } from '../../../support/whole.js';
import { useBundle, useProcesses } from '../../process.js';
import { useFolders, usePGlite } from '../../stores.js';

/** The failed statements of a shortage; in CI, more than PGlite has places for open files. */
const TRIES = whole ? 5000 : 100;

/** Runs a program that may open `count` files. */
const withFiles = async (count: number, bundle: string, ...args: string[]) => {
  const child = spawn(
    'sh',
    ['-c', `ulimit -n ${count}; exec "$@"`, 'sh', process.execPath, ...QUICK_WASM, bundle, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
};

describe.runIf(process.platform === 'linux')('a process that may open few files', () => {
  const serve = useBundle('serve');
  const shortage = useBundle('few-files');
  const makeFolder = useFolders();
  const place = usePGlite();
  const start = useProcesses();

  it('does not start with too few, says so in one line, and leaves the folder to the next one', async () => {
    const { dataDir } = await place();
    const fresh = join(makeFolder(), 'fresh');
    for (const folder of [fresh, dataDir])
      for (const count of sample([40, 50, 60, 70, 80, 90, 100, 127], 4)) {
        const { code, stdout, stderr } = await withFiles(count, serve, folder);
        assert.deepEqual([code, stdout], [1, '']);
        assert.equal(
          stderr,
          `this process may open only ${count} files, and needs 128 to start; raise its limit, such as by ulimit -n 4096\n`,
        );
      }
    assert.ok(!existsSync(fresh));
    assert.deepEqual(readdirSync(dataDir), ['pglite']);
    await start(dataDir).ready;
  });

  it('goes on with the same database when it has descriptors again', async () => {
    const { dataDir } = await place();
    const { code, stdout, stderr } = await withFiles(256, shortage, dataDir, String(TRIES));
    assert.deepEqual([code, stderr], [0, '']);
    const { codes, failed, ends } = JSON.parse(stdout) as { codes: string[]; failed: number; ends: number };
    assert.deepEqual({ failed, ends }, { failed: 0, ends: 0 }, stdout);
    for (const one of codes) assert.equal(one, '53000', 'insufficient resources (PostgreSQL, Appendix A)');
  });
});
