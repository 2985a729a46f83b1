import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { pino } from 'pino';
import { openRedis } from '../../src/cli/redis.js';
import { StartupError } from '../../src/config/startup-error.js';
import { connectRedis, noRedis, startRedis, type Redis } from '../support/redis.js';
import { takeOne } from '../edge/store/take-one.js';

const MINUTE_MS = 60_000;
const PATIENCE_MS = 20_000;
const silent = pino({ level: 'silent' });

/** Waits until a call succeeds; it must. Its error, when it never does, says more than that of `eventually` would. */
const until = <T>(call: () => Promise<T>): Promise<T> => vi.waitFor(call, { timeout: PATIENCE_MS, interval: 20 });

const refused = async (url: string): Promise<string> => {
  const error: unknown = await openRedis(url, silent).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof StartupError, String(error));
  assert.doesNotMatch(error.message, /geheim|\n/);
  return error.message;
};

describe.skipIf(noRedis)('the Redis of REDIS_URL', () => {
  let redis: Redis;
  const password = 'geheim';
  let url = '';
  beforeAll(async () => {
    redis = await startRedis('--requirepass', password);
    url = redis.url.replace('//', `//:${password}@`);
  });
  afterAll(() => redis.end());

  test('stops the start in one line when nothing listens there, or it refuses', async () => {
    assert.equal(await refused('redis://:geheim@127.0.0.1:1'), 'The Redis of REDIS_URL cannot be used: ECONNREFUSED.');
    assert.equal(await refused(redis.url), 'The Redis of REDIS_URL cannot be used: NOAUTH.');
    assert.equal(await refused(url.replace('geheim', 'geheim2')), 'The Redis of REDIS_URL cannot be used: WRONGPASS.');
  });

  test('stops the start when it takes the connection and keeps silent', async () => {
    redis.freeze(true);
    const message = await refused(url);
    redis.freeze(false);
    assert.match(message, /^The Redis of REDIS_URL cannot be used: Socket\w*Error\.$/);
  });

  test('may go away and come back: calls fail at once in the meantime, and nothing waits in a queue', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const { store, close } = await openRedis(url, log);
    assert.ok((await takeOne(store, 'k', 5, MINUTE_MS)).allowed);
    await redis.kill();
    await until(() => assert.rejects(takeOne(store, 'k', 5, MINUTE_MS), /offline/));
    for (let i = 0; i < 100; i++) await assert.rejects(store.get('k'), /offline/);
    await redis.start();
    // Empty again: nothing of what failed was sent later.
    assert.equal((await until(() => takeOne(store, 'k', 5, MINUTE_MS))).remaining, 4);
    close();
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    assert.deepEqual(messages, ['Redis cannot be reached', 'Redis is there again']);
    assert.ok(!lines.join('').includes(password));
    await assert.rejects(store.get('k'), /closed/);
  });

  test('that hangs is left for a new connection, which is used as soon as it answers', async () => {
    const { store, close } = await openRedis(url, silent);
    const other = await connectRedis(url);
    const connections = async (): Promise<string[]> =>
      [...String(await other.send('CLIENT', 'LIST')).matchAll(/^id=(\d+)/gm)].map(([, id = '']) => id);
    const earlier = await connections();
    redis.freeze(true);
    const hanging = store.get('k');
    await assert.rejects(hanging);
    redis.freeze(false);
    assert.equal(await until(() => store.get('k')), null);
    assert.ok((await connections()).some((id) => !earlier.includes(id)));
    close();
    other.close();
  });
});
