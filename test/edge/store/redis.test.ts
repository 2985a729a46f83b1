import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisStore, type EdgeStore, type RedisSend } from '../../../src/edge/index.js';
import { connectRedis, noRedis, startRedis, type Redis } from '../../support/redis.js';
import { testStore } from './suite.js';
import { takeOne } from './take-one.js';
import { runs } from '../../support/whole.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

for (const protocol of [2, 3] as const)
  describe.skipIf(noRedis)(`over RESP${protocol}`, () => {
    let redis: Redis;
    let connection: Awaited<ReturnType<typeof connectRedis>>;
    beforeAll(async () => {
      redis = await startRedis();
      connection = await connectRedis(redis.url, protocol);
    });
    afterAll(async () => {
      connection.close();
      await redis.end();
    });

    testStore({
      name: `Redis, RESP${protocol}`,
      open: () => redisStore(connection.send),
      now: Date.now,
      // The windows are of Redis' own clock, which no test can put forward.
      pass: sleep,
      flood: 5000,
    });

    test('counters go on when Redis forgets the script', async () => {
      const store = redisStore(connection.send);
      const key = crypto.randomUUID();
      const left = [];
      for (let i = 0; i < 4; i++) {
        left.push((await takeOne(store, key, 9, MINUTE_MS)).remaining);
        await connection.send('SCRIPT', 'FLUSH');
      }
      assert.deepEqual(left, [8, 7, 6, 5]);
    });

    test('a call is one command once the script is known', async () => {
      const commands: string[] = [];
      const store = redisStore((command, ...args) => {
        commands.push(command);
        return connection.send(command, ...args);
      });
      await takeOne(store, 'k', 9, MINUTE_MS);
      commands.length = 0;
      await takeOne(store, 'k', 9, MINUTE_MS);
      await store.get('k');
      await store.set('k', 'text', MINUTE_MS);
      await store.setIfAbsent('k', MINUTE_MS);
      assert.deepEqual(commands, ['EVALSHA', 'GET', 'SET', 'SET']);
    });

    test('every key starts with the prefix and expires; stores with other prefixes are apart', async () => {
      await connection.send('FLUSHALL');
      const [one, other] = [redisStore(connection.send), redisStore(connection.send, { prefix: 'shop ' })];
      for (const store of [one, other]) {
        assert.ok((await takeOne(store, 'k', 1, MINUTE_MS)).allowed);
        assert.equal(await store.get('k'), null);
        assert.ok(await store.setIfAbsent('k', 0.5 * MINUTE_MS));
        await store.set('k', 'text', 1.5);
        await store.set('k', 'text', 0.1 * MINUTE_MS);
      }
      const keys = (await connection.send('KEYS', '*')) as string[];
      assert.deepEqual(keys.map((key) => key.split(/(?<=[: ])/)[0]).sort(), [
        ...Array<string>(3).fill('email-verify:'),
        ...Array<string>(3).fill('shop '),
      ]);
      for (const key of keys) assert.ok(Number(await connection.send('PTTL', key)) > 0, key);
    });

    test('a counter that lost its expiry is full again, and has one', async () => {
      const store = redisStore(connection.send);
      await takeOne(store, 'lost', 1, MINUTE_MS);
      await connection.send('PERSIST', 'email-verify:count:{lost}:lost');
      assert.ok((await takeOne(store, 'lost', 1, MINUTE_MS)).allowed);
      assert.ok(!(await takeOne(store, 'lost', 1, MINUTE_MS)).allowed);
    });

    test('what is no counter and no text is an error, and stays as it is', async () => {
      const store = redisStore(connection.send);
      for (const [key, ask] of [
        ['count:{list}:list', () => takeOne(store, 'list', 1, MINUTE_MS)],
        ['text:list', () => store.get('list')],
      ] as const) {
        await connection.send('RPUSH', `email-verify:${key}`, 'x');
        await connection.send('PEXPIRE', `email-verify:${key}`, String(MINUTE_MS));
        await assert.rejects(ask, /WRONGTYPE/);
        assert.equal(await connection.send('LLEN', `email-verify:${key}`), 1);
      }
    });
  });

describe.skipIf(noRedis)('a Redis that is full', () => {
  /** More than the 3 MB can hold. */
  const flood = async (store: EdgeStore): Promise<void> => {
    for (let i = 0; i < 20_000; i += 500) {
      const client = Array.from({ length: 500 }, (_, j) => `${i + j}`);
      await Promise.all(client.map((key) => takeOne(store, key, 1, MINUTE_MS)));
    }
  };

  test('that evicts by volatile-ttl gives up what ends soonest, and no counter of the day', async () => {
    const redis = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', 'volatile-ttl');
    const { send, close } = await connectRedis(redis.url);
    const store = redisStore(send);
    for (let i = 0; i < 10; i++) await takeOne(store, `day ${i}`, 1, DAY_MS);
    await flood(store);
    assert.match(String(await send('INFO', 'stats')), /evicted_keys:[1-9]\d{3}/);
    for (let i = 0; i < 10; i++) assert.ok(!(await takeOne(store, `day ${i}`, 1, DAY_MS)).allowed);
    close();
    await redis.end();
  });

  test('that evicts nothing rejects, so that no check goes uncounted', async () => {
    const redis = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', 'noeviction');
    const { send, close } = await connectRedis(redis.url);
    await assert.rejects(flood(redisStore(send)), /OOM/);
    close();
    await redis.end();
  });
});

/** Random values that a Redis client may return in place of a valid reply. */
const garbage = fc.oneof(
  fc.anything(),
  fc.array(fc.oneof(fc.integer(), fc.bigInt(), fc.string(), fc.constant(null)), { maxLength: 4 }),
);

test('whatever a client replies, a store gives what its interface says, or rejects', async () => {
  await fc.assert(
    fc.asyncProperty(garbage, async (reply) => {
      const store = redisStore(() => Promise.resolve(reply));
      const tell = (error: unknown): null => {
        assert.ok(
          error instanceof TypeError && /^redisStore: \w+( NX)? was answered by/.test(error.message),
          String(error),
        );
        return null;
      };
      const taken = await takeOne(store, 'k', 5, MINUTE_MS).catch(tell);
      if (taken) {
        assert.equal(typeof taken.allowed, 'boolean');
        assert.ok(taken.remaining >= 0 && taken.remaining <= 5 && taken.resetMs >= 0);
      }
      const text = await store.get('k').catch(tell);
      assert.ok(text === null || typeof text === 'string');
      assert.ok([true, false, null].includes(await store.setIfAbsent('k', 1).catch(tell)));
      await store.set('k', 'text', 1).catch(tell);
    }),
    { numRuns: runs(2000, 200) },
  );
});

test('whole numbers may come as numbers, bigints or digits', async () => {
  for (const reply of [[[1, 2, 300]], [[1n, 2n, 300n]], [['1', '2', '300']]]) {
    const store = redisStore(() => Promise.resolve(reply));
    assert.deepEqual(await takeOne(store, 'k', 5, MINUTE_MS), { allowed: true, remaining: 3, resetMs: 300 });
  }
});

test('no error quotes what Redis replied, nor what it was asked', async () => {
  const send: RedisSend = () => Promise.resolve(['ada@example.com', { password: 'hunter2' }]);
  const store = redisStore(send);
  const calls = [takeOne(store, 'k-secret', 1, 1), store.get('k-secret'), store.set('k-secret', 'v', 1)];
  for (const told of await Promise.allSettled([...calls, store.setIfAbsent('k-secret', 1)])) {
    assert.ok(told.status === 'rejected' && told.reason instanceof Error);
    assert.match(told.reason.message, /a list of 2/);
    assert.doesNotMatch(told.reason.message, /ada|hunter2|k-secret/);
  }
});
