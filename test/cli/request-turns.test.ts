import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createRequestTurns } from '../../src/cli/request-turns.js';
import { eventually } from '../support/eventually.js';

const TAKES_MS = 2;

/** Turns on a clock of their own: each request takes two milliseconds. */
const useTurns = () => {
  let time = 0;
  const pauses: { resume: () => void; ms: number }[] = [];
  const started: string[] = [];
  const turns = createRequestTurns({
    now: () => time,
    after: (resume, ms) => {
      pauses.push({ resume, ms });
    },
  });
  const adder =
    (isStranger: boolean) =>
    (id: string, name = id): boolean =>
      turns({ id, isStranger }, () => {
        started.push(name);
        time += TAKES_MS;
      });
  return {
    addAccount: adder(false),
    addStranger: adder(true),
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

const NAMES = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'];
const IN_TURN = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5'];

describe('the turns of requests', () => {
  it.each(['addAccount', 'addStranger'] as const)('are given to one owner after the other: %s', async (add) => {
    const turns = useTurns();
    for (const name of NAMES) turns[add](name.slice(0, 1), name);
    await eventually(() => turns.started.length === NAMES.length);
    assert.deepEqual(turns.started, IN_TURN);
  });

  it('give strangers a third of the time while accounts ask, no less, and all of it otherwise', async () => {
    const { addAccount, addStranger, started, pauses, pass } = useTurns();
    for (let n = 0; n < 20; n += 1) addStranger('stranger');
    await eventually(() => started.length === 20);
    assert.equal(pauses.length, 0);

    pass(1_000_000);
    started.length = 0;
    for (let n = 0; n < 100; n += 1) addAccount('account');
    for (let n = 0; n < 100; n += 1) addStranger('stranger');
    await eventually(() => started.length >= 90);
    const strangers = started.slice(0, 90).filter((name) => name === 'stranger').length;
    assert.ok(strangers >= 28 && strangers <= 32, String(strangers));
  });

  it('let strangers wait for their share when no account does', async () => {
    const { addAccount, addStranger, started, pauses, pass } = useTurns();
    addAccount('account');
    await someTurns();
    for (let n = 0; n < 3; n += 1) addStranger('stranger');
    await someTurns();
    for (let n = 1; n < 3; n += 1) {
      assert.equal(started.length, 1 + n);
      const pause = pauses.shift();
      assert.ok(pause);
      assert.equal(Math.round(pause.ms), 2 * TAKES_MS);
      pass(pause.ms);
      pause.resume();
      await someTurns();
    }
    assert.deepEqual([started.length, pauses.length], [4, 0]);
  });

  it.each(['addAccount', 'addStranger'] as const)(
    'have half of the places for one owner, and one for another: %s',
    async (add) => {
      const turns = useTurns();
      let taken = 0;
      while (turns[add]('flood')) taken += 1;
      assert.equal(taken, 1000);
      assert.equal(turns[add]('somebody'), true);
      await eventually(() => turns.started.length === 1001);
      assert.ok(turns.started.indexOf('somebody') < 20, 'in turn');
      assert.equal(turns[add]('flood'), true, 'the places are given back');
    },
  );
});
