/** The built program with REDIS_URL. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { putDatabase } from '../support/pglite-template.js';
import { connectRedis, noRedis, startRedis } from '../support/redis.js';
import { whole } from '../support/whole.js';
import { run, startProgram, temporaryFolder } from './support/program.js';

test.skipIf(noRedis || !whole)(
  'the edge of the program counts in the Redis of REDIS_URL, and goes on with it after a new start',
  async () => {
    const folder = temporaryFolder();
    await putDatabase(folder.path);
    const redis = await startRedis('--requirepass', 'geheim');
    const url = redis.url.replace('//', '//:geheim@');
    const env = { DATA_DIR: folder.path, REDIS_URL: url };
    for (let start = 1; start <= 2; start++) {
      const program = await startProgram(env);
      const headers = { origin: program.url };
      assert.equal((await fetch(`${program.url}/verify/token`, { method: 'POST', headers })).status, 200);
      assert.equal(await program.end(), 0);
      assert.ok(!program.output().includes('geheim'));
      const { send, close } = await connectRedis(url);
      const keys = (await send('KEYS', 'email-verify:count:*:i:*')) as string[];
      assert.equal(keys.length, 1);
      assert.equal(await send('GET', keys[0] ?? ''), String(start));
      close();
    }
    await redis.end();
    const refused = await run(['serve'], { ...env, PORT: '0' });
    assert.deepEqual([refused.code, refused.stderr], [1, 'The Redis of REDIS_URL cannot be used: ECONNREFUSED.\n']);
    folder.remove();
  },
);
