import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createStrangerQueue } from '../../src/cli/stranger-queue.js';
import { eventually } from '../support/eventually.js';

const TAKES_MS = 2;

/** A queue on a clock of its own: each request takes two milliseconds. */
const useQueue = () => {
  let time = 0;
  const pauses: { resume: () => void; ms: number }[] = [];
  const started: string[] = [];
  const queue = createStrangerQueue({
    now: () => time,
    after: (resume, ms) => {
      pauses.push({ resume, ms });
    },
  });
  return {
    noteKnown: queue.noteKnown,
    add: (network: string, name = network): boolean =>
      queue.add(network, () => {
        started.push(name);
        time += TAKES_MS;
      }),
    started,
    pauses,
    pass: (ms: number) => {
      time += ms;
    },
  };
};

/** Long enough for whatever starts without a pause. */
const someTurns = async (): Promise<void> => {
  for (let n = 0; n < 50; n += 1) await setImmediate();
};

describe('the queue of strangers', () => {
  it('starts a request soon, and lets the networks take turns', async () => {
    const { add, started } = useQueue();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) add(name.slice(0, 1), name);
    await eventually(() => started.length === 8);
    assert.deepEqual(started, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5']);
  });

  it('pauses for twice the time that was taken while known accounts send requests, and not otherwise', async () => {
    const { add, started, pauses, pass, noteKnown } = useQueue();
    for (let n = 0; n < 20; n += 1) add('flood');
    await eventually(() => started.length === 20);
    assert.equal(pauses.length, 0);

    pass(1_000_000);
    noteKnown();
    for (let n = 0; n < 20; n += 1) add('flood');
    await someTurns();
    let began = started.length;
    assert.equal(began, 21, 'more than the share of a slice');
    for (let left = 19; left > 0; left -= 1) {
      noteKnown();
      const pause = pauses.shift();
      assert.ok(pause);
      assert.equal(Math.round(pause.ms), 2 * TAKES_MS);
      pass(pause.ms);
      pause.resume();
      await someTurns();
      began += 1;
      assert.equal(started.length, began);
    }
    assert.equal(pauses.length, 0, 'nobody waits');
  });

  it('takes half of its places from one network, and has one for another', async () => {
    const { add, started } = useQueue();
    let taken = 0;
    while (add('flood')) taken += 1;
    assert.equal(taken, 1000);
    assert.equal(add('somebody'), true);
    await eventually(() => started.includes('somebody'));
    assert.ok(started.indexOf('somebody') < 20, 'in turn');
    await eventually(() => started.length === 1001);
    assert.equal(add('flood'), true, 'the places are given back');
  });
});
