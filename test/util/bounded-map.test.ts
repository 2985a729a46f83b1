import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BoundedMap } from '../../src/util/bounded-map.js';

interface Kept {
  key: number;
  value: number;
  expiresAt: number;
}

/** The same as a BoundedMap, as simple as can be: an array, least recently used first. */
const createModel = (
  maxSize: number,
): {
  get: (key: number, now: number) => number | undefined;
  set: (kept: Kept) => void;
  delete: (key: number) => void;
} => {
  let entries: Kept[] = [];
  const take = (key: number): Kept | undefined => {
    const found = entries.find((entry) => entry.key === key);
    entries = entries.filter((entry) => entry !== found);
    return found;
  };
  return {
    get: (key, now) => {
      const found = take(key);
      if (!found || found.expiresAt <= now) return undefined;
      entries.push(found);
      return found.value;
    },
    set: (kept) => {
      take(kept.key);
      if (entries.length >= maxSize) entries.shift();
      if (maxSize > 0) entries.push(kept);
    },
    delete: take,
  };
};

const key = fc.nat(8);
const step = fc.oneof(
  fc.record({ do: fc.constant('get' as const), key }),
  fc.record({ do: fc.constant('set' as const), key, ttlMs: fc.option(fc.nat(20), { nil: Infinity }) }),
  fc.record({ do: fc.constant('delete' as const), key }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(10) }),
);

describe('a bounded map', () => {
  test('does the same as a list of entries in the order of their use', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.array(step, { maxLength: 60 }), (maxSize, steps) => {
        let now = 0;
        const map = new BoundedMap<number, number>({ maxSize, now: () => now });
        const model = createModel(maxSize);
        for (const [value, taken] of steps.entries()) {
          if (taken.do === 'pass') now += taken.ms;
          if (taken.do === 'get') assert.equal(map.get(taken.key), model.get(taken.key, now));
          if (taken.do === 'delete') {
            map.delete(taken.key);
            model.delete(taken.key);
          }
          if (taken.do === 'set') {
            map.set(taken.key, value, taken.ttlMs);
            model.set({ key: taken.key, value, expiresAt: now + taken.ttlMs });
          }
        }
        for (let k = 0; k <= 8; k++) assert.equal(map.get(k), model.get(k, now));
      }),
    );
  });

  test('keeps the newest of many, and one that is in use', () => {
    const map = new BoundedMap<string, number>({ maxSize: 100 });
    map.set('in use', -1);
    for (let n = 0; n < 10_000; n++) {
      map.set(`key ${n}`, n);
      assert.equal(map.get('in use'), -1);
    }
    const kept = Array.from({ length: 10_000 }, (_, n) => map.get(`key ${n}`)).filter((value) => value !== undefined);
    assert.deepEqual(kept, kept.length === 99 ? Array.from({ length: 99 }, (_, n) => 9901 + n) : []);
  });

  test('goes by Date.now unless it is given a clock', () => {
    const map = new BoundedMap<string, string>({ maxSize: 2 });
    map.set('kept', 'value', 60_000);
    map.set('expired', 'value', 0);
    assert.deepEqual([map.get('kept'), map.get('expired')], ['value', undefined]);
  });

  test('takes no more memory when the same keys are set and read again and again', () => {
    const map = new BoundedMap<string, number>({ maxSize: 1000 });
    const use = (times: number): void => {
      for (let n = 0; n < times; n++) {
        map.set(`key ${n % 10}`, n);
        map.get(`key ${n % 7}`);
      }
    };
    use(100_000);
    const before = process.memoryUsage().heapUsed;
    use(500_000);
    // An iterator held over a Map would have kept some 150 MB of its old tables.
    assert.ok(process.memoryUsage().heapUsed - before < 75e6);
  });
});
