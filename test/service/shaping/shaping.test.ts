/** The allowances of receivers that all processes on one database share. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, describe, it } from 'vitest';
import { forgetWhole } from '../../../src/service/shaping/allowances.js';
import { forgetExpired, LEASE_MS } from '../../../src/service/shaping/leases.js';
import { createSharedShaping, type SharedShaping } from '../../../src/service/shaping/shaping.js';
import type { Store } from '../../../src/service/schema.js';
import type { Rate } from '../../../src/verifier/shaping/receivers.js';
import { memoryShapingStore } from '../../../src/verifier/shaping/store.js';
import { startPostgres } from '../../support/postgres.js';
import { eventually } from '../../support/eventually.js';
import { whole } from '../../support/whole.js';
import { useHarness, type Harness } from '../harness.js';
import { onBothStores, usePostgres } from '../stores.js';

const MINUTE_MS = 60_000;
const RATE: Rate = { count: 60, perMs: MINUTE_MS, burst: 10 };
const START = Date.parse('2026-01-15T12:00:00Z');

/** Stores of the allowances, closed when the suite ends. Call it inside `describe`, before the harness. */
const useShaping = (): typeof createSharedShaping => {
  const opened: SharedShaping[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
  });
  return (store, options) => {
    const shaping = createSharedShaping(store, options);
    opened.push(shaping);
    return shaping;
  };
};

onBothStores('the shared allowances', ({ place, openStore }) => {
  const shape = useShaping();

  /** Shaping with a clock that a test puts forward. */
  const atClock = async () => {
    let time = START;
    const store = await openStore(await place(), { clock: () => new Date(time) });
    return { store, shaping: shape(store), pass: (ms: number) => (time += ms) };
  };

  it('grant, slow and recover as those in memory', async () => {
    const { shaping, pass } = await atClock();
    let now = 0;
    const memory = memoryShapingStore(10, () => now);
    const steps: [ms: number, act: 'slow' | 'stop' | number][] = [
      [0, 100],
      [1200, 0],
      [0, 3],
      [5000, 2],
      [1, 'slow'],
      [10, 'slow'],
      [3000, 5],
      [6000, 'slow'],
      [20_000, 100],
      [60_000, 4],
      [400_000, 100],
      [0, 'stop'],
      [30_000, 10],
      [30_000, 10],
      [80 * MINUTE_MS, 10],
      [10 * MINUTE_MS, 10],
      [30 * MINUTE_MS, 100],
      [0, 'stop'],
      [92 * MINUTE_MS, 100],
      [0, 'stop'],
      [30 * MINUTE_MS, 10],
      [65 * MINUTE_MS, 100],
      [20 * MINUTE_MS, 100],
    ];
    for (const [n, [ms, act]] of steps.entries()) {
      now += ms;
      pass(ms);
      const results = await Promise.all(
        [memory, shaping].map(async (store) => {
          if (typeof act === 'string') return store.slowDown('r', RATE, act);
          const turns = await store.take('r', act, RATE);
          return { ...turns, speed: Number((await store.speed('r', RATE)).toFixed(6)) };
        }),
      );
      assert.deepEqual(results[1], results[0], `step ${n}`);
    }
  });

  it('count each receiver, and each set of source addresses, by itself', async () => {
    const { shaping } = await atClock();
    const granted = async (store: Pick<SharedShaping, 'take'>, receiver: string): Promise<number> =>
      (await store.take(receiver, 100, RATE)).granted;
    const [one, two] = [shaping.from(['192.0.2.2', '192.0.2.1']), shaping.from(['192.0.2.3'])];
    assert.deepEqual(
      await Promise.all([
        granted(shaping, 'r'),
        granted(shaping, 'other'),
        granted(one, 'r'),
        granted(two, 'r'),
        granted(shaping.from([]), 'r'),
      ]),
      [10, 10, 10, 10, 0],
    );
    assert.equal(await granted(shaping.from(['192.0.2.1', '192.0.2.2']), 'r'), 0);
  });

  it('grant the turns of one statement to the first that asked', async () => {
    const { shaping } = await atClock();
    const takes = await Promise.all([4, 4, 4, 4].map((wanted) => shaping.take('r', wanted, RATE)));
    const granted = takes.map((turns) => turns.granted);
    assert.deepEqual(granted, [4, 4, 2, 0]);
    assert.equal(takes[3]?.waitMs, 1200);
  });

  it('go on when the clock is set back', async () => {
    const { shaping, pass } = await atClock();
    await shaping.take('r', 10, RATE);
    await shaping.slowDown('other', RATE, 'stop');
    pass(-24 * 60 * MINUTE_MS);
    await Promise.all(['r', 'other'].map((receiver) => shaping.take(receiver, 0, RATE)));
    pass(1200);
    assert.equal((await shaping.take('r', 10, RATE)).granted, 1);
    pass(11 * MINUTE_MS);
    assert.equal(await shaping.speed('other', RATE), 50 / 60);
  });

  it('lease connections up to the bound, and again when one is released', async () => {
    const { shaping } = await atClock();
    const leases = await Promise.all([1, 2, 3, 4].map(() => shaping.connect('r', 3)));
    const got = leases.filter((lease) => lease !== null);
    assert.equal(got.length, 3);
    assert.ok(await shaping.connect('other', 1));
    assert.equal(await shaping.connect('r', 2), null);
    got[0]?.release();
    got[0]?.release();
    await eventually(async () => (await shaping.connect('r', 3)) !== null);
    assert.equal(await shaping.connect('r', 3), null);
  });

  it('end the lease of a killed process when it expires, and delete what has no meaning', async () => {
    const { store, shaping, pass } = await atClock();
    assert.ok(await shaping.connect('r', 1));
    await shaping.take('r', 1, RATE);
    await shaping.slowDown('slowed', RATE, 'stop');
    pass(LEASE_MS - 1);
    assert.equal(await shaping.connect('r', 1), null);
    await forgetExpired(store);
    pass(1);
    assert.ok(await shaping.connect('r', 1));
    pass(LEASE_MS);
    await forgetExpired(store);
    await forgetWhole(store);
    assert.deepEqual(await store.db.selectFrom('shaping_leases').selectAll().execute(), []);
    assert.deepEqual(await store.db.selectFrom('shaping_allowances').select('receiver').execute(), [
      { receiver: 'slowed' },
    ]);
    pass(120 * MINUTE_MS);
    await forgetWhole(store);
    assert.deepEqual(await store.db.selectFrom('shaping_allowances').selectAll().execute(), []);
  });
});

describe('the allowances of two processes on one PostgreSQL', () => {
  const shape = useShaping();
  const { openStore }: Harness = useHarness();
  const place = usePostgres();

  const two = async (): Promise<{ store: Store; one: SharedShaping; other: SharedShaping }> => {
    const where = await place();
    const [store, second] = [await openStore(where), await openStore(where)];
    return { store, one: shape(store), other: shape(second) };
  };

  it('never exceed the rate together, whatever races', { timeout: 60_000 }, async () => {
    const { store, one, other } = await two();
    const rate: Rate = { count: 40, perMs: 1000, burst: 8 };
    const [{ began }] = (await sql<{ began: Date }>`select clock_timestamp() as began`.execute(store.db)).rows as [
      { began: Date },
    ];
    const until = performance.now() + (whole ? 10_000 : 2000);
    let granted = 0;
    const process = async (shaping: SharedShaping): Promise<void> => {
      while (performance.now() < until) {
        const turns = await shaping.take('r', 3, rate);
        granted += turns.granted;
      }
    };
    await Promise.all([one, one, one, other, other, other].map(process));
    const [{ ended }] = (await sql<{ ended: Date }>`select clock_timestamp() as ended`.execute(store.db)).rows as [
      { ended: Date },
    ];
    const seconds = (ended.getTime() - began.getTime()) / 1000;
    assert.ok(granted <= rate.burst + 32 * seconds + 1, `${granted} in ${seconds} s`);
    assert.ok(granted > rate.burst, `${granted} in ${seconds} s`);
  });

  it('never exceed the connections together, whatever races', async () => {
    const { one, other } = await two();
    let open = 0;
    let most = 0;
    const process = async (shaping: SharedShaping): Promise<void> => {
      for (let round = 0; round < 10; round++) {
        const lease = await shaping.connect('r', 3);
        if (!lease) continue;
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 5));
        open--;
        lease.release();
      }
    };
    await Promise.all([one, one, one, other, other, other].map(process));
    assert.ok(most >= 1 && most <= 3, String(most));
  });

  it('slow down together', async () => {
    const { one, other } = await two();
    assert.equal((await other.take('r', 1, RATE)).granted, 1);
    await one.slowDown('r', RATE, 'stop');
    const { granted, waitMs } = await other.take('r', 1, RATE);
    assert.equal(granted, 0);
    assert.ok(waitMs > 50_000 && waitMs <= MINUTE_MS, String(waitMs));
    assert.equal(await other.speed('r', RATE), 1 / 60);
  });

  it('keep a lease that its process renews, and give up those of a process that closes', async () => {
    const { store, other } = await two();
    const one = shape(store, { renewalMs: 50 });
    assert.ok(await one.connect('r', 1));
    const left = async (): Promise<number> => {
      const { rows } = await sql<{
        left: number;
      }>`select extract(epoch from expires_at - clock_timestamp())::float8 as left
        from shaping_leases`.execute(store.db);
      return rows[0]?.left ?? 0;
    };
    await sql`update shaping_leases set expires_at = now() + interval '5 seconds'`.execute(store.db);
    await eventually(async () => (await left()) > 10);
    assert.equal(await other.connect('r', 1), null);
    await one.close();
    assert.ok(await other.connect('r', 1));
  });

  it('take 2,000 turns a second', async () => {
    const { one, other } = await two();
    const rate: Rate = { count: 1_000_000, perMs: 1000, burst: 1000 };
    const takes = whole ? 20_000 : 2000;
    const started = performance.now();
    let taken = 0;
    const worker = async (n: number): Promise<void> => {
      const shaping = n % 2 ? one : other;
      for (; taken < takes; taken++) await shaping.take(`r${n}`, 1, rate);
    };
    await Promise.all(Array.from({ length: 200 }, (_, n) => worker(n)));
    const perSecond = Math.round(takes / ((performance.now() - started) / 1000));
    console.log(`${perSecond} takes a second`);
    assert.equal(taken >= takes, true);
  });
});

// It starts a PostgreSQL of its own.
describe.runIf(whole)('the allowances of a PostgreSQL', () => {
  const shape = useShaping();
  const { openStore } = useHarness();

  it('grant no turn while it is away', { timeout: 60_000 }, async () => {
    const postgres = await startPostgres();
    try {
      const databaseUrl = await postgres.createDatabase();
      const store = await openStore({ dataDir: '/nonexistent', databaseUrl }, { onError: () => undefined });
      const shaping = shape(store);
      assert.equal((await shaping.take('r', 1, RATE)).granted, 1);
      postgres.crash();
      await eventually(async () => {
        const turns = await shaping.take('r', 1, RATE).catch(() => null);
        return turns?.granted === 1;
      });
      await postgres.stop();
      await assert.rejects(shaping.take('r', 1, RATE), { name: 'Unavailable' });
      await assert.rejects(shaping.connect('r', 1), { name: 'Unavailable' });
    } finally {
      await postgres.stop();
    }
  });
});
