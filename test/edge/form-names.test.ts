/** Names of forms that a network opens, in every store: eight new ones a day, those of others for nothing. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { durableObjectStore, memoryStore, redisStore, type EdgeStore } from '../../src/edge/index.js';
import { nameForm } from '../../src/edge/outcomes.js';
import { connectRedis, noRedis, startRedis, type Redis } from '../support/redis.js';
import { runs } from '../support/whole.js';
import { objects } from './store/objects.js';
import { ORIGIN } from './support.js';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-01-31T12:00:00Z');
/** New names that an IPv4 network opens in a day, in both groups together. */
const MOST = 8;

const clientOf = (network: string) => ({ network, hash: network, subscriber: network, line: network });

/** Names a form, as a report from this network does. Resolves to its name in the table. */
const nameOf = async (store: EdgeStore, network: string, form: string, nowMs: number, heldOut = false) => {
  const report = { form, held_out: heldOut, counts: { used: 1 }, waits: {} };
  return (await nameForm(store, ORIGIN, report, { client: clientOf(network), nowMs })).form;
};

const testNames = (name: string, open: () => EdgeStore): void => {
  /** Networks that no other test has. */
  const own = (): ((of: string) => string) => {
    const id = crypto.randomUUID();
    return (of) => `${id}${of}`;
  };

  test(`${name}: a name that was seen today stays, from whoever it comes`, async () => {
    const [store, key] = [open(), own()];
    const forms = Array.from({ length: 12 }, (_, i) => key(`/${i}`));
    for (let round = 0; round < 3; round++)
      for (const [i, form] of forms.entries())
        assert.equal(await nameOf(store, key('a'), form, NOON), i < MOST ? form : ':other');
    for (const form of forms.slice(MOST)) assert.equal(await nameOf(store, key('b'), form, NOON), form);
    for (const form of forms) assert.equal(await nameOf(store, key('a'), form, NOON + DAY_MS / 3), form);
  });

  test(`${name}: a network opens its names again on each day, at whatever hour it came the day before`, async () => {
    const [store, key] = [open(), own()];
    for (const hours of [11.9, 12.1, 24, 40])
      for (let i = 0; i < MOST; i++) {
        const form = key(`/${i}`);
        assert.equal(await nameOf(store, key('a'), form, NOON + hours * 3_600_000), form, `${hours} hours later`);
      }
    assert.equal(await nameOf(store, key('a'), key('/more'), NOON + 40.1 * 3_600_000), ':other');
  });

  test(`${name}: whoever comes when, with whatever name, in whatever group`, async () => {
    const step = fc.record({
      network: fc.constantFrom('a', 'b', 'c'),
      form: fc.integer({ min: 0, max: 14 }),
      heldOut: fc.boolean(),
      hours: fc.constantFrom(0, 0, 0, 0, 0, 0, 5, 13),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const [store, key] = [open(), own()];
        const opened = new Map<string, Set<string>>();
        const seen = new Set<string>();
        let nowMs = NOON;
        for (const { network, form, heldOut, hours } of steps) {
          nowMs += hours * 3_600_000;
          const day = Math.floor(nowMs / DAY_MS);
          const name = `${day} ${String(heldOut)} ${form}`;
          const ofNetwork = opened.get(`${day} ${network}`) ?? new Set();
          opened.set(`${day} ${network}`, ofNetwork);
          const isNamed = seen.has(name) || ofNetwork.size < MOST;
          if (isNamed && !seen.has(name)) ofNetwork.add(name);
          if (isNamed) seen.add(name);
          const given = await nameOf(store, key(network), key(`/${form}`), nowMs, heldOut);
          assert.equal(given, isNamed ? key(`/${form}`) : ':other', name);
        }
      }),
      { numRuns: runs(100, 20) },
    );
  });
};

describe('names of forms', () => {
  testNames('in memory', () => memoryStore());
  testNames('in Durable Objects', () => durableObjectStore(objects().namespace));

  describe.skipIf(noRedis)('in Redis', () => {
    let redis: Redis;
    let connection: Awaited<ReturnType<typeof connectRedis>>;
    beforeAll(async () => {
      redis = await startRedis();
      connection = await connectRedis(redis.url);
    });
    afterAll(async () => {
      connection.close();
      await redis.end();
    });
    testNames('in Redis', () => redisStore(connection.send));
  });
});
