/** Commands that open the store themselves, and the deletion by age of the service, which begins after a minute. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, test } from 'vitest';
import { createLog } from '../../src/cli/log.js';
import { openForCommand, openService } from '../../src/cli/open-service.js';
import { secretsOf } from '../../src/cli/secrets.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { openStore } from '../../src/service/schema.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';

/** The first deletion comes after a minute, and takes a moment. */
const WAIT_MS = 75_000;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const fail = (error: Error): never => {
  throw error;
};

/** Runs work with a store that holds a count of long ago. @returns the counts that it holds afterwards. */
const countsAfter = async (
  work: (settings: ReturnType<typeof readServeSettings>) => Promise<{ close: () => Promise<void> }>,
): Promise<number> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'command-retention-'));
  folders.push(dataDir);
  await putDatabase(dataDir);
  const settings = readServeSettings({ DATA_DIR: dataDir, SECRET: 'a secret that is long enough for this test' });
  const first = await openForCommand(settings);
  await first.close();
  const before = await openStore({ dataDir, onError: fail });
  await before.db
    .insertInto('form_outcomes')
    .values({
      ...{ account_id: first.firstAccount, day: new Date('2020-01-01'), origin: 'https://shop.example', form: '/' },
      ...{ held_out: false, counter: 'used', count: 1 },
    })
    .execute();
  await before.close();
  const service = await work(settings);
  await sleep(WAIT_MS);
  await service.close();
  const after = await openStore({ dataDir, onError: fail });
  const { length } = await after.db.selectFrom('form_outcomes').select('counter').execute();
  await after.close();
  return length;
};

test.runIf(whole)('a command deletes nothing by age, with whatever settings, and the service does', async () => {
  assert.deepEqual(
    await Promise.all([
      countsAfter(openForCommand),
      countsAfter(async (settings) => openService(settings, await secretsOf(settings), createLog('silent'))),
    ]),
    [1, 0],
  );
});
