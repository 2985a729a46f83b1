import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { memoryStore, type Counts, type EdgeStore, type TableBounds, type Taken } from '../../../src/edge/index.js';
import { takeOne } from './take-one.js';

/** A store to be tried, with its time. */
export interface Arrangement {
  /** The store's name in the names of the tests. */
  name: string;
  open: () => EdgeStore;
  /** Milliseconds since 1970, as the store's clock goes or as this machine's. */
  now: () => number;
  /** Lets so much time go by. */
  pass: (ms: number) => Promise<void>;
  /** The number of other clients in the flood test. */
  flood: number;
  /** The number of random sequences of calls to test; 50 by default. */
  courses?: number;
}

const MINUTE_MS = 60_000;
/** Long enough that clocks of two machines, read in whole milliseconds, do not disagree about it. */
const SHORT_MS = 300;
const ROUNDING_MS = 5;
const PATIENCE_MS = 20_000;

/** All at once. */
const times = <T>(n: number, call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => call(i)));

const allowed = (taken: readonly Taken[]): number => taken.filter((one) => one.allowed).length;

/** The promises of {@link EdgeStore}, as tests: every store keeps them. */
export const testStore = ({ name, open, now, pass, flood, courses = 50 }: Arrangement): void => {
  const promise = (says: string, holds: (store: EdgeStore, key: (name?: string) => string) => Promise<void>): void => {
    test(`${name}: ${says}`, () => {
      const own = crypto.randomUUID();
      return holds(open(), (of = '') => `${own}${of}`);
    });
  };

  /**
   * Resolves to the time until a condition holds; fails after `PATIENCE_MS`. No `eventually`: the store's clock may be
   * faked.
   */
  const until = async (started: number, holds: () => Promise<boolean>): Promise<number> => {
    while (!(await holds())) {
      assert.ok(now() - started < PATIENCE_MS, 'it never came');
      await pass(10);
    }
    return now() - started;
  };

  promise('a counter gives its limit, and says what is left and until when', async (store, key) => {
    const first = await takeOne(store, key(), 3, MINUTE_MS);
    assert.deepEqual({ ...first, resetMs: 0 }, { allowed: true, remaining: 2, resetMs: 0 });
    assert.ok(first.resetMs <= MINUTE_MS && first.resetMs > MINUTE_MS - PATIENCE_MS);
    const then = [];
    for (let i = 0; i < 4; i++) then.push(await takeOne(store, key(), 3, MINUTE_MS));
    assert.deepEqual(
      then.map((taken) => [taken.allowed, taken.remaining]),
      [
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ],
    );
  });

  promise('of 100 calls at once a counter of 20 allows 20, each with another number left', async (store, key) => {
    const taken = await times(100, () => takeOne(store, key(), 20, MINUTE_MS));
    assert.equal(allowed(taken), 20);
    const left = taken.filter((one) => one.allowed).map(({ remaining }) => remaining);
    assert.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, i) => i),
    );
    assert.ok(taken.every((one) => one.allowed || one.remaining === 0));
  });

  promise('several counters are taken at once, or none if one has nothing left', async (store, key) => {
    const counter = (name: string, limit: number) => ({ key: key(name), limit, windowMs: MINUTE_MS });
    const takeAll = async (): Promise<[boolean, number][]> => {
      const taken = await store.take(key(), [counter('a', 9), counter('b', 2), counter('c', 1)]);
      assert.ok(taken.every(({ resetMs }) => resetMs > 0 && resetMs <= MINUTE_MS));
      return taken.map((one) => [one.allowed, one.remaining]);
    };
    const all = [await takeAll(), await takeAll(), await takeAll()];
    const [first] = await store.take(key(), [counter('b', 9)]);
    assert.equal(first?.remaining, 7, 'a refusal leaves the others as they were');
    assert.deepEqual(all[0], [
      [true, 8],
      [true, 1],
      [true, 0],
    ]);
    const refused = [
      [true, 8],
      [true, 1],
      [false, 0],
    ];
    assert.deepEqual(all.slice(1), [refused, refused]);
  });

  promise('of 100 calls at once that take two counters, neither gives more than it holds', async (store, key) => {
    const counters = [20, 30].map((limit) => ({ key: key(String(limit)), limit, windowMs: MINUTE_MS }));
    const taken = await times(100, () => store.take(key(), counters));
    assert.equal(taken.filter((all) => all.length === 2 && all.every((one) => one.allowed)).length, 20);
    assert.equal(taken.filter((all) => all.length === 1).length, 80);
    const [, { remaining } = { remaining: NaN }] = await store.take(key(), [
      { ...counters[0]!, limit: 21 },
      counters[1]!,
    ]);
    assert.equal(remaining, 9);
  });

  promise(
    'of 100 calls at once of which each takes another counter too, none is counted that is refused',
    async (store, key) => {
      const shared = { key: key('shared'), limit: 50, windowMs: MINUTE_MS };
      const own = (i: number) => ({ key: key(String(i % 4)), limit: 10, windowMs: MINUTE_MS });
      const taken = await times(100, (i) => store.take(key(), [shared, own(i)]));
      assert.equal(taken.filter((all) => all.every((one) => one.allowed)).length, 40);
      const [after] = await store.take(key(), [shared]);
      assert.equal(after?.remaining, 9);
    },
  );

  promise('a window begins at the first take, and no later one moves its end', async (store, key) => {
    const started = now();
    const { resetMs } = await takeOne(store, key(), 2, MINUTE_MS);
    for (let passed = 100; passed <= 300; passed += 100) {
      await pass(100);
      const later = await takeOne(store, key(), 2, MINUTE_MS);
      assert.ok(later.resetMs <= resetMs - passed + ROUNDING_MS, `${later.resetMs} of ${resetMs}`);
      assert.ok(now() + later.resetMs >= started + MINUTE_MS - ROUNDING_MS);
    }
  });

  promise('a window ends when its time is over, however often it was asked, and another begins', async (store, key) => {
    const started = now();
    assert.ok((await takeOne(store, key(), 1, SHORT_MS)).allowed);
    let next: Taken | undefined;
    const took = await until(started, async () => (next = await takeOne(store, key(), 1, SHORT_MS)).allowed);
    assert.ok(took >= SHORT_MS - ROUNDING_MS, `${took} ms`);
    assert.equal(next?.remaining, 0);
    assert.ok(next.resetMs > 0 && next.resetMs <= SHORT_MS);
  });

  promise('what is refused is not counted, and a limit that changes holds from then on', async (store, key) => {
    const taken = [];
    for (const limit of [1, 1, 3, 3, 3, 2, 4]) taken.push(await takeOne(store, key(), limit, MINUTE_MS));
    assert.deepEqual(
      taken.map((one) => [one.allowed, one.remaining]),
      [
        [true, 0],
        [false, 0],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, -1],
        [true, 0],
      ],
    );
  });

  promise('keys are apart, however alike and however long', async (store, key) => {
    const keys = ['', ':', 'a', 'A', ' a', 'a ', 'a:', 'a*', '{a}', 'a/../b', 'a%20', "a'", 'x'.repeat(1000)];
    keys.push(`${'x'.repeat(1000)}y`);
    for (const one of keys) {
      assert.ok((await takeOne(store, key(one), 1, MINUTE_MS)).allowed, one);
      assert.ok(await store.setIfAbsent(key(one), MINUTE_MS), one);
      await store.set(key(one), `text of ${one}`, MINUTE_MS);
    }
    for (const one of keys) {
      assert.ok(!(await takeOne(store, key(one), 1, MINUTE_MS)).allowed, one);
      assert.ok(!(await store.setIfAbsent(key(one), MINUTE_MS)), one);
      assert.equal(await store.get(key(one)), `text of ${one}`);
    }
  });

  promise('a counter, a text and a note of one key do not touch each other', async (store, key) => {
    await takeOne(store, key(), 5, MINUTE_MS);
    assert.equal(await store.get(key()), null);
    assert.ok(await store.setIfAbsent(key(), MINUTE_MS));
    assert.equal(await store.get(key()), null);
    await store.set(key(), 'text', MINUTE_MS);
    assert.equal((await takeOne(store, key(), 5, MINUTE_MS)).remaining, 3);
    assert.ok(!(await store.setIfAbsent(key(), MINUTE_MS)));
    assert.equal(await store.get(key()), 'text');
  });

  promise('a text comes back as it was given', async (store, key) => {
    for (const text of ['', '0', 'null', '{"a":[1]}', 'naïve ☃ 😀 \r\n\0 \u2028', 'long '.repeat(2000)]) {
      await store.set(key(), text, MINUTE_MS);
      assert.equal(await store.get(key()), text);
    }
  });

  promise('a text is kept for its time and no longer; one written again has its own time', async (store, key) => {
    const started = now();
    await store.set(key('a'), 'long', MINUTE_MS);
    await store.set(key('a'), 'short', SHORT_MS);
    await store.set(key('b'), 'short', SHORT_MS);
    await store.set(key('b'), 'long', MINUTE_MS);
    const took = await until(started, async () => (await store.get(key('a'))) === null);
    assert.ok(took >= SHORT_MS - ROUNDING_MS, `${took} ms`);
    await pass(SHORT_MS);
    assert.deepEqual([await store.get(key('a')), await store.get(key('b'))], [null, 'long']);
  });

  promise('of 100 at once one is the first, and after its time another', async (store, key) => {
    const started = now();
    const firsts = await times(100, () => store.setIfAbsent(key('a'), MINUTE_MS));
    assert.equal(firsts.filter(Boolean).length, 1);
    assert.ok(await store.setIfAbsent(key('b'), SHORT_MS));
    const took = await until(started, () => store.setIfAbsent(key('b'), SHORT_MS));
    assert.ok(took >= SHORT_MS - ROUNDING_MS, `${took} ms`);
    assert.ok(!(await store.setIfAbsent(key('a'), MINUTE_MS)));
  });

  const BOUNDS = { maxRows: 3, otherRow: 'other', ttlMs: MINUTE_MS };
  /** Adds to a table; a plain object of its rows afterwards. */
  const counted = async (
    store: EdgeStore,
    table: string,
    ...adds: [row: string, counts: Counts, over?: Partial<TableBounds>][]
  ): Promise<Record<string, Counts>> => {
    for (const [row, counts, over] of adds) await store.addCounts?.(table, row, counts, { ...BOUNDS, ...over });
    return Object.fromEntries((await store.readCounts?.(table)) ?? []);
  };

  promise('a table adds up by rows and names, and is apart from others', async (store, key) => {
    assert.deepEqual(await counted(store, key()), {});
    await counted(store, key('b'), ['a', { used: 9 }]);
    const rows = await counted(store, key(), ['a', { used: 1, sent: 1 }], ['ü / b', { used: 1 }], ['a', { used: 2 }]);
    assert.deepEqual(rows, { a: { used: 3, sent: 1 }, 'ü / b': { used: 1 } });
    await store.set(key(), 'text', MINUTE_MS);
    assert.deepEqual(Object.keys(await counted(store, key())), ['a', 'ü / b']);
  });

  promise('of 100 additions at once each is counted', async (store, key) => {
    await times(100, (i) => counted(store, key(), [`row ${i % 3}`, { used: 1, sent: i % 2 }]));
    const rows = Object.values(await counted(store, key()));
    assert.deepEqual([rows.length, rows.reduce((all, { used = 0 }) => all + used, 0)], [3, 100]);
    assert.equal(
      rows.reduce((all, { sent = 0 }) => all + sent, 0),
      50,
    );
  });

  promise('a full table counts further rows as others, and goes on with those that it has', async (store, key) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'a', 'other'];
    const rows = await counted(store, key(), ...names.map((row): [string, Counts] => [row, { used: 1 }]));
    const one = { used: 1 };
    assert.deepEqual(rows, { a: { used: 2 }, b: one, c: one, other: { used: 3 } });
  });

  promise('a table is deleted when its time is over, which no addition moves', async (store, key) => {
    const started = now();
    await counted(store, key(), ['a', { used: 1 }, { ttlMs: SHORT_MS }]);
    await pass(50);
    await counted(store, key(), ['a', { used: 1 }, { ttlMs: MINUTE_MS }]);
    const took = await until(started, async () => Object.keys(await counted(store, key())).length === 0);
    assert.ok(took >= SHORT_MS - ROUNDING_MS && took < MINUTE_MS, `${took} ms`);
  });

  promise(`a flood of ${flood} others changes neither a day’s counter nor what was noted`, async (store, key) => {
    const DAY_MS = 1440 * MINUTE_MS;
    await takeOne(store, key('day'), 1, DAY_MS);
    await store.setIfAbsent(key('receipt'), MINUTE_MS);
    for (let i = 0; i < flood; i += 100) {
      await times(100, async (j) => {
        await takeOne(store, key(`client ${i + j}`), 1, MINUTE_MS);
        await store.set(key(`verdict ${i + j}`), 'x', MINUTE_MS);
      });
    }
    assert.ok(!(await takeOne(store, key('day'), 1, DAY_MS)).allowed);
    assert.ok(!(await store.setIfAbsent(key('receipt'), MINUTE_MS)));
    assert.ok(!(await takeOne(store, key(`client ${flood - 1}`), 1, MINUTE_MS)).allowed);
  });

  const names = fc.constantFrom('a', 'b');
  /** A call, to be made on any store: what it answers apart from times. */
  const call: fc.Arbitrary<(store: EdgeStore, key: string) => Promise<unknown>> = fc.oneof(
    fc.integer({ min: 1, max: 4 }).map((limit) => async (store: EdgeStore, key: string) => {
      const taken = await takeOne(store, key, limit, MINUTE_MS);
      return [taken.allowed, taken.remaining];
    }),
    fc.string({ unit: 'grapheme' }).map((text) => (store: EdgeStore, key: string) => store.set(key, text, MINUTE_MS)),
    fc.constant((store: EdgeStore, key: string) => store.get(key)),
    fc.constant((store: EdgeStore, key: string) => store.setIfAbsent(key, MINUTE_MS)),
  );

  promise('whatever is called in whatever order, it answers as a store without bounds would', async (store, key) => {
    let course = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(call, names), { maxLength: 30 }), async (calls) => {
        course += 1;
        const model = memoryStore();
        for (const [make, of] of calls) {
          const under = key(`${course}${of}`);
          assert.deepEqual(await make(store, under), await make(model, under));
        }
      }),
      { numRuns: courses },
    );
  });
};
