import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { serve } from '../../src/cli/serve.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { putDatabase } from '../support/pglite-template.js';

describe('email-verify serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-serve-'));
  const settings = readServeSettings({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('lets go of its store if the socket for commands cannot be made, and says so', async () => {
    await putDatabase(folder);
    writeFileSync(join(folder, 'control'), '');
    await assert.rejects(serve(settings, []), { name: 'StartupError', message: /cannot be made \(EEXIST\); remove/ });
    rmSync(join(folder, 'control'));
    const running = await serve(settings, []);
    const healthz = await fetch(`${running.url}/healthz`);
    assert.deepEqual([healthz.status, await healthz.json()], [200, { status: 'ok' }]);
    await running.close();
  });
});
