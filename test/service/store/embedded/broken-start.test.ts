import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'vitest';
import { QUICK_WASM, sample, whole } from '../../../support/whole.js';
import { useBundle, useProcesses } from '../../process.js';
import { useFolders, usePGlite } from '../../stores.js';

const BROKEN_THREAD = resolve('test/service/fixtures/broken-thread.cjs');
const NO_MEMORY = /^the database in \S+ cannot be opened \(ENOMEM\): there is too little memory; [^\n]+\n$/;
const REASON = (reason: string): RegExp =>
  new RegExp(
    `^the database in \\S+ cannot be opened: ${reason}; start again, and restore a backup if that fails too\n$`,
  );

describe('the embedded database', () => {
  const serve = useBundle('serve');
  const makeFolder = useFolders();
  const place = usePGlite();
  const start = useProcesses();

  /** A start whose thread is broken in a way. */
  const startBroken = async (way: string, dataDir: string) => {
    const args = [...QUICK_WASM, '--max-old-space-size=100', '--require', BROKEN_THREAD, serve, dataDir];
    const child = spawn(process.execPath, args, { env: { ...process.env, BROKEN_THREAD: way } });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
    return { code, stderr };
  };

  const ways: [string, RegExp][] = [
    ['exits', REASON('the thread of the embedded database has ended')],
    ['throws', REASON('broken')],
    ['rejects', REASON('broken')],
    ['gets no memory', NO_MEMORY],
    ['runs out of memory', NO_MEMORY],
  ];
  for (const [way, line] of sample(ways, 3))
    it(`whose thread ${way} as it starts, ends the start with one line, and leaves the folder to the next one`, async () => {
      const dataDir = makeFolder();
      const { code, stderr } = await startBroken(way, dataDir);
      assert.equal(code, 1);
      assert.match(stderr, line);
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.startsWith('lock')),
        [],
      );
    });

  it.runIf(whole)('whose thread does nothing for two minutes, ends the start', { timeout: 300_000 }, async () => {
    const { dataDir } = await place();
    const { code, stderr } = await startBroken('hangs', dataDir);
    assert.equal(code, 1);
    assert.match(stderr, REASON('its thread has done nothing for 120 s'));
    await start(dataDir).ready;
  });

  it('starts where a full disk, or the end of its process, has left PostgreSQL an empty lock file', async () => {
    const { dataDir } = await place();
    writeFileSync(join(dataDir, 'pglite', 'postmaster.pid'), '');
    await start(dataDir).ready;
  });

  it.runIf(whole)('that PostgreSQL cannot open, ends the start with the words of PostgreSQL', async () => {
    const { dataDir } = await place();
    writeFileSync(join(dataDir, 'pglite', 'global', 'pg_control'), '');
    await assert.rejects(start(dataDir).ready, ({ message }: Error) => {
      assert.match(message, REASON('could not read file "global/pg_control": [^\n;]+'));
      return true;
    });
  });
});
