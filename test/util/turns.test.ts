import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createTurns, inTurns, mapInTurns } from '../../src/util/turns.js';

describe('turns', () => {
  it('let one of all that rest go on in each turn of the event loop, the first first', async () => {
    const { rest } = createTurns();
    const went: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let part = 1; part <= 3; part += 1) {
        await rest();
        went.push(`${name}${part}`);
      }
    };
    const all = Promise.all(['a', 'b', 'c'].map(work));
    const counts: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      await setImmediate();
      counts.push(went.length);
    }
    await all;
    assert.equal(went.join(' '), 'a1 b1 c1 a2 b2 c2 a3 b3 c3');
    counts.forEach((count, turn) => {
      assert(count - (counts[turn - 1] ?? 0) <= 1, counts.join());
    });
  });

  it('are over for all others as soon as one has used its time', () => {
    const { isOver } = createTurns(0);
    assert.equal(isOver(), true);
  });

  it('begin anew with each rest', async () => {
    const { isOver, rest } = createTurns(3_600_000);
    assert.equal(isOver(), true, 'nobody has rested yet');
    await rest();
    assert.equal(isOver(), false);
  });

  it('run steps to their end, and map all items in order', async () => {
    function* steps(): Generator<void, string> {
      for (let step = 0; step < 3; step += 1) yield;
      return 'the end';
    }
    assert.equal(await inTurns(steps()), 'the end');
    assert.deepEqual(await mapInTurns([1, 2, 3], (item) => item * 2), [2, 4, 6]);
  });
});
