import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { account } from '../../src/cli/account.js';
import type { AccountOptions } from '../../src/cli/account-options.js';
import { createLog } from '../../src/cli/log.js';
import { openService } from '../../src/cli/open-service.js';
import { secretsOf } from '../../src/cli/secrets.js';
import { readServeSettings, type ServeSettings } from '../../src/cli/serve-settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { lockFolder } from '../../src/service/store/embedded/lock.js';
import { usePlaces } from '../service/stores.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';

const useFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-cli-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

const runOn = async (settings: ServeSettings, options: AccountOptions): Promise<string[]> => {
  const lines: string[] = [];
  await account(options, settings, (line) => lines.push(line));
  return lines;
};

describe('email-verify account on the embedded store', () => {
  const settings = readServeSettings({ DATA_DIR: useFolder() });

  test.runIf(whole)('opens the store itself when no service runs, and lets go of it', async () => {
    await putDatabase(settings.dataDir);
    assert.match((await runOn(settings, { credits: '5' })).at(-1) ?? '', /"bought":5/);
    assert.ok(!existsSync(join(settings.dataDir, 'control')));
    const release = await lockFolder(settings.dataDir);
    await release();
  });
});

// Each command opens the store, which takes a second on PGlite.
describe(`email-verify account, on ${whole ? 'PGlite' : 'PostgreSQL'}`, () => {
  const folder = useFolder();
  const place = usePlaces();
  let settings: ServeSettings;
  beforeAll(async () => {
    const { dataDir, databaseUrl } = await place();
    settings = readServeSettings(
      databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATA_DIR: folder, DATABASE_URL: databaseUrl },
    );
  });

  const run = (options: AccountOptions): Promise<string[]> => runOn(settings, options);

  const keyOf = ([line = '']: string[]): string => /^The API key: (evk_[\w-]{43}) {3}\(shown/.exec(line)?.[1] ?? line;

  /** The statuses that these keys are answered with. */
  const tryKeys = async (...keys: string[]): Promise<number[]> => {
    const secrets = await secretsOf(settings);
    const service = await openService(settings, secrets, createLog('silent'));
    try {
      const ask = (key: string): Request => new Request('http://x/api/account', { headers: { 'x-api-key': key } });
      const answers = await Promise.all([...keys, secrets.ownKey].map((key) => service.fetch(ask(key))));
      return answers.map(({ status }) => status);
    } finally {
      await service.close();
    }
  };

  test('makes another key and prints it once; older ones stay, or go when they are revoked, and the edge has its own', async () => {
    const first = await run({ 'new-key': true, 'revoke-old': true });
    assert.equal(first.length, 2, 'the account is new: its first key is the new one');
    const second = await run({ 'new-key': true });
    assert.equal(second.length, 2);
    assert.deepEqual(await tryKeys(keyOf(first), keyOf(second)), [200, 200, 200]);
    assert.equal((await run({})).length, 1);
    const third = await run({ 'new-key': true, 'revoke-old': true });
    assert.deepEqual(await tryKeys(keyOf(first), keyOf(second), keyOf(third)), [401, 401, 200, 200]);
  });

  test('makes named and test keys, lists them, and rotates one, whose old key works on for a day', async () => {
    const [line = ''] = await run({ 'new-key': true, test: true, name: 'Staging' });
    const key = /^The API key: (test_[\w-]{43}) {3}/.exec(line)?.[1] ?? line;
    const shown = key.slice(0, 9);
    const [rotated = ''] = await run({ rotate: shown });
    assert.match(rotated, /^The API key: test_[\w-]{43} {3}\(the old one works for 24 hours\)$/);
    const lines = (await run({ keys: true })).filter((one) => one.includes('Staging'));
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', new RegExp(`^${shown}… {2}test {2}Staging {2}never used {2}works until \\d{4}-`));
    assert.deepEqual(await tryKeys(key), [200, 200]);
    await assert.rejects(run({ rotate: shown }), /--rotate must be the start of one API key/);
  });

  test('adds bought and granted credits, which may expire', async () => {
    const account = async (options: AccountOptions): Promise<string> => (await run(options)).at(-1) ?? '';
    assert.match(await account({ credits: '5' }), /"bought":5/);
    assert.match(await account({ credits: '7', grant: true, expires: '2099-12-31' }), /"bought":12/);
    await assert.rejects(run({ credits: '7', expires: '2020-01-01' }), /credits expire in the future/);
    await assert.rejects(run({ credits: '7', expires: '2099-02-30' }), /--expires must be a date/);
  });

  test('makes links for the operator, which void each other, and for people who are invited', async () => {
    const lines = await run({ 'operator-link': true, invite: true });
    assert.match(
      lines[0]!,
      /^The operator's link: http:\/\/localhost:8080\/dashboard\/#operator=[\w-]{43} {3}\(works once/,
    );
    assert.match(
      lines[1]!,
      /^The invitation: http:\/\/localhost:8080\/dashboard\/#invitation=[\w-]{43} {3}\(works once/,
    );
    assert.equal(lines.length, 3);
  });

  test('refuses options without the one they belong to', async () => {
    const rows: AccountOptions[] = [
      { 'revoke-old': true },
      { test: true },
      { name: 'x' },
      { expires: '2099-12-31' },
      { grant: true },
      { before: '7' },
      { account: 'nobody' },
    ];
    for (const options of rows) await assert.rejects(run(options), StartupError);
  });
});
