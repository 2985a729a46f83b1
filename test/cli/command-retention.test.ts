/** Commands that open the store themselves, and the deletion by age of the service, which begins after a minute. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { createLog } from '../../src/cli/log.js';
import { openForCommand, openService } from '../../src/cli/open-service.js';
import { secretsOf } from '../../src/cli/secrets.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { openStore } from '../../src/service/schema.js';
import { putDatabase } from '../support/pglite-template.js';

const runs = vi.hoisted(() => [] as Promise<void>[]);
vi.mock('../../src/util/every-hour.js', () => ({
  everyHour: (run: (signal: AbortSignal) => Promise<void>) => {
    const ended = run(new AbortController().signal);
    runs.push(ended);
    return { close: () => ended };
  },
}));

const dataDir = mkdtempSync(join(tmpdir(), 'command-retention-'));
const settings = readServeSettings({ DATA_DIR: dataDir, SECRET: 'a secret that is long enough for this test' });
const fail = (error: Error): never => {
  throw error;
};

beforeAll(() => putDatabase(dataDir));
afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

/** Number of counts of forms that are stored. */
const stored = async (): Promise<number> => {
  const store = await openStore({ dataDir, onError: fail });
  const { length } = await store.db.selectFrom('form_outcomes').select('counter').execute();
  await store.close();
  return length;
};

test('a command deletes nothing by age, with whatever settings, and the service does', async () => {
  const first = await openForCommand(settings);
  await first.close();
  const store = await openStore({ dataDir, onError: fail });
  await store.db
    .insertInto('form_outcomes')
    .values({
      ...{ account_id: first.firstAccount, day: new Date('2020-01-01'), origin: 'https://shop.example', form: '/' },
      ...{ held_out: false, counter: 'used', count: 1 },
    })
    .execute();
  await store.close();

  const command = await openForCommand(settings);
  await Promise.all(runs);
  await command.close();
  assert.equal(await stored(), 1);

  const service = await openService(settings, await secretsOf(settings), createLog('silent'));
  await Promise.all(runs);
  await service.close();
  assert.equal(await stored(), 0);
});
