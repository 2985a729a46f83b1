import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { account, type AccountOptions } from '../../src/cli/account.js';
import { createLog, openService } from '../../src/cli/open-service.js';
import { secretsOf } from '../../src/cli/secrets.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { putDatabase } from '../support/pglite-template.js';

describe('email-verify account', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-cli-'));
  const settings = readServeSettings({ DATA_DIR: folder });
  beforeAll(() => putDatabase(folder));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const run = async (options: AccountOptions): Promise<string[]> => {
    const lines: string[] = [];
    await account(options, settings, (line) => lines.push(line));
    return lines;
  };

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
    const first = await run({ newKey: true, revokeOld: true });
    assert.equal(first.length, 2, 'the account is new: its first key is the new one');
    const second = await run({ newKey: true });
    assert.equal(second.length, 2);
    assert.deepEqual(await tryKeys(keyOf(first), keyOf(second)), [200, 200, 200]);
    assert.equal((await run({})).length, 1);
    const third = await run({ newKey: true, revokeOld: true });
    assert.deepEqual(await tryKeys(keyOf(first), keyOf(second), keyOf(third)), [401, 401, 200, 200]);
  });

  test('makes links for the operator, which void each other, and for people who are invited', async () => {
    const lines = await run({ operatorLink: true, invite: true });
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

  test('revokes nothing without making a key', async () => {
    await assert.rejects(run({ revokeOld: true }), StartupError);
  });
});
