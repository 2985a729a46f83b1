/** The allowances of receivers: rates, connections, and how throttling lowers them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { findReceiver, RECEIVERS, type Rate } from '../../../src/verifier/shaping/receivers.js';
import { memoryShapingStore, type ShapingStore } from '../../../src/verifier/shaping/store.js';
import { eventually } from '../../support/eventually.js';
import { address, hosts, onlyAnna, QUICK, setUp } from './setup.js';

const MINUTE_MS = 60_000;
const RATE: Rate = { count: 60, perMs: MINUTE_MS, burst: 10 };

const atClock = (): { store: ShapingStore; pass: (ms: number) => void } => {
  let now = 0;
  return { store: memoryShapingStore(100, () => now), pass: (ms) => (now += ms) };
};

/** Resolves to the number of turns granted in some minutes, with one request every second. */
const grantedIn = async ({ store, pass }: ReturnType<typeof atClock>, minutes: number): Promise<number> => {
  let sum = 0;
  for (let second = 0; second < minutes * 60; second++) {
    sum += (await store.take('r', 100, RATE)).granted;
    pass(1000);
  }
  return sum;
};

describe('turns', () => {
  test('come in a burst, then evenly', async () => {
    const { store, pass } = atClock();
    assert.deepEqual(await store.take('r', 100, RATE), { granted: 10, waitMs: 1200 });
    pass(1200);
    assert.equal((await store.take('r', 100, RATE)).granted, 1);
    assert.deepEqual(await store.take('other', 1, RATE), { granted: 1, waitMs: 0 });
  });

  test('never exceed the rate in any window', async () => {
    const rates = fc.record({
      count: fc.integer({ min: 2, max: 50 }),
      perMs: fc.integer({ min: 10, max: 5000 }),
      part: fc.double({ min: 0, max: 0.9, noNaN: true }),
    });
    const steps = fc.array(fc.tuple(fc.nat(400), fc.nat(20)), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(rates, steps, async ({ count, perMs, part }, asked) => {
        const rate = { count, perMs, burst: Math.max(1, Math.floor(count * part)) };
        let now = 0;
        const store = memoryShapingStore(10, () => now);
        const taken: number[] = [];
        for (const [ms, wanted] of asked) {
          now += ms;
          const { granted, waitMs } = await store.take('r', wanted, rate);
          for (let n = 0; n < granted; n++) taken.push(now);
          assert.ok(granted <= wanted && waitMs >= 0);
        }
        for (const [n, at] of taken.entries()) {
          const inWindow = taken.slice(n).filter((other) => other < at + perMs).length;
          assert.ok(inWindow <= count, `${inWindow} of ${count}`);
        }
      }),
    );
  });

  test('are granted when the reported wait is over', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 1000 }),
        fc.integer({ min: 10, max: 100_000 }),
        async (count, perMs) => {
          const rate = { count, perMs, burst: 1 };
          let now = 0;
          const store = memoryShapingStore(10, () => now);
          await store.take('r', 1, rate);
          const { waitMs } = await store.take('r', 0, rate);
          now += waitMs + 1e-6;
          assert.equal((await store.take('r', 1, rate)).granted, 1);
        },
      ),
    );
  });
});

describe('slowDown()', () => {
  test('halves the rate, which recovers within minutes', async () => {
    const clock = atClock();
    await grantedIn(clock, 1);
    await clock.store.slowDown('r', RATE, 'slow');
    const first = await grantedIn(clock, 1);
    assert.ok(first >= 22 && first <= 32, String(first));
    await grantedIn(clock, 5);
    const later = await grantedIn(clock, 1);
    assert.ok(later >= 49 && later <= 51, String(later));
  });

  test('counts replies within 5 s once; repeated for long, it leaves one a minute', async () => {
    const clock = atClock();
    for (let n = 0; n < 50; n++) await clock.store.slowDown('r', RATE, 'slow');
    assert.ok((await grantedIn(clock, 1)) > 20);
    for (let n = 0; n < 50; n++) {
      await clock.store.slowDown('r', RATE, 'slow');
      clock.pass(5100);
    }
    await clock.store.slowDown('r', RATE, 'slow');
    const { waitMs } = await clock.store.take('r', 1, RATE);
    assert.ok(waitMs > 20_000 && waitMs <= MINUTE_MS, String(waitMs));
  });

  test('by "stop" leaves one a minute for 90 minutes', async () => {
    const clock = atClock();
    await clock.store.slowDown('r', RATE, 'stop');
    const during = await grantedIn(clock, 89);
    assert.ok(during >= 87 && during <= 90, String(during));
    await grantedIn(clock, 15);
    assert.ok((await grantedIn(clock, 1)) >= 49);
  });

  test('by "stop" recovers only after it, also when nothing was asked meanwhile', async () => {
    const clock = atClock();
    await clock.store.slowDown('r', RATE, 'stop');
    clock.pass(90 * MINUTE_MS);
    assert.equal((await clock.store.take('r', 100, RATE)).granted, 1);
    assert.equal(await clock.store.speed('r', RATE), 1 / 60);
    clock.pass(5 * MINUTE_MS);
    const half = await clock.store.speed('r', RATE);
    assert.ok(half > 0.4 && half < 0.5, String(half));
  });

  test('is forgotten when its receiver, the least recently used, is evicted', async () => {
    const store = memoryShapingStore(2, () => 0);
    await store.slowDown('a', RATE, 'stop');
    await store.take('b', 1, RATE);
    await store.take('c', 1, RATE);
    assert.equal((await store.take('a', 1, RATE)).granted, 1);
  });
});

test('connections are leased up to the bound; releasing one twice frees one', async () => {
  const store = memoryShapingStore();
  const [one, two, three] = [await store.connect('r', 2), await store.connect('r', 2), await store.connect('r', 2)];
  assert.ok(one && two && three === null);
  one.release();
  one.release();
  assert.ok(await store.connect('r', 2));
  assert.equal(await store.connect('r', 2), null);
});

describe('a receiver', () => {
  for (const [host, name] of [
    ['gmail-smtp-in.l.google.com', 'google'],
    ['ASPMX.L.GOOGLE.COM.', 'google'],
    ['firm-org.mail.protection.outlook.com', 'office365'],
    ['hotmail-com.olc.protection.outlook.com', 'outlook'],
    ['mx01.mail.icloud.com', 'icloud'],
    ['mx-aol.mail.gm0.yahoodns.net', 'yahoo'],
    ['mx00.gmx.net', 'united-internet'],
    ['mx.notgoogle.com', '192.0.2.1'],
    ['google.com.firm.org', '192.0.2.1'],
  ] as const) {
    test(`is found by the end of its host: ${host}`, () => {
      assert.equal(findReceiver(host, '192.0.2.1').name, name);
    });
  }

  test('has figures that are possible', () => {
    for (const { name, mode, connections, rcptsPerSession, rate } of RECEIVERS) {
      if (mode === 'none') continue;
      assert.ok(connections >= 1 && rcptsPerSession >= 1 && rate.burst >= 1 && rate.burst < rate.count, name);
    }
  });
});

describe('a probe', () => {
  /** Turns for two probes, and none for a control. */
  const slow: Rate = { count: 3, perMs: MINUTE_MS, burst: 2 };

  test('that gets no turn in time is smtp_not_checked at once', async (t) => {
    const { server, prober } = await setUp(
      t,
      { rcpt: onlyAnna },
      { anyReceiver: { ...QUICK, connections: 1, rate: slow } },
    );
    const started = performance.now();
    const probes = ['a', 'b', 'c', 'd'].map((local) =>
      prober.probe(address(`${local}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 10_000 }),
    );
    const codes = (await Promise.all(probes)).flat();
    assert.deepEqual(codes.sort(), [
      'mailbox_not_found',
      // The refusal of the second is not proven.
      ...Array<string>(3).fill('smtp_not_checked'),
    ]);
    assert.ok(performance.now() - started < 5000);
    assert.equal(server.recipients.length, 2);
    await prober.probe(address('e@firm.org'), hosts('127.0.0.1'), { timeoutMs: 10_000 });
    await eventually(() => server.open === 0);
    await prober.probe(address('f@firm.org'), hosts('127.0.0.1'), { timeoutMs: 10_000 });
    assert.equal(server.sessions.length, 1, 'no connection without a turn');
  });

  test('is not sent when the store fails', async (t) => {
    const { server, probe } = await setUp(
      t,
      {},
      {
        store: { ...memoryShapingStore(), take: () => Promise.reject(new Error('gone')) },
      },
    );
    assert.deepEqual(await probe('a@firm.org', 300), ['smtp_not_checked']);
    assert.equal(server.sessions.length, 0);
  });

  test('slows its receiver after a throttling reply', async (t) => {
    const shaped: string[] = [];
    const store = memoryShapingStore();
    const { probe } = await setUp(
      t,
      { greeting: '421 4.7.0 Server busy' },
      {
        store: {
          ...store,
          slowDown: (receiver, rate, severity) => {
            shaped.push(`${receiver} ${severity}`);
            return store.slowDown(receiver, rate, severity);
          },
        },
      },
    );
    assert.deepEqual(await probe('a@firm.org'), ['smtp_unavailable']);
    assert.deepEqual(shaped, ['127.0.0.1 slow']);
  });

  test('shares the allowance of the server with its other names', async (t) => {
    const { server, prober } = await setUp(
      t,
      { rcpt: onlyAnna },
      { anyReceiver: { ...QUICK, connections: 1, rate: slow } },
    );
    const found = await Promise.all(
      [1, 2, 3].map((n) =>
        prober.probe(address(`a@firm${n}.org`), hosts({ host: `mx${n}.test`, addresses: ['127.0.0.1'] }), {
          timeoutMs: 3000,
        }),
      ),
    );
    assert.equal(found.flat().filter((code) => code === 'smtp_not_checked').length, 2);
    assert.equal(server.recipients.length, 2);
  });
});
