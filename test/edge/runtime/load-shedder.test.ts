import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { createLoadShedder } from '../../../src/edge/runtime/load-shedder.js';

/** A process whose turns take as long as the test says. */
const createProcess = () => {
  let clock = 0;
  let calls = 0;
  let callbacks: (() => void)[] = [];
  const isRefused = createLoadShedder({
    now: () => clock,
    atTurnEnd: (callback) => callbacks.push(callback),
    // Evenly spread, so that the part of refused requests is exact.
    random: () => (calls++ * 0.618) % 1,
  });
  return {
    /** A turn in which requests arrive first. Returns how many were refused. */
    turn(ms: number, arrivals: number): number {
      const refused = Array.from({ length: arrivals }, isRefused).filter(Boolean).length;
      clock += ms;
      const ended = callbacks;
      callbacks = [];
      for (const callback of ended) callback();
      return refused;
    },
    idle: (ms: number) => {
      clock += ms;
    },
    isWatched: () => callbacks.length > 0,
  };
};

/** Overloads a process for a second. */
const overload = (busy: ReturnType<typeof createProcess>): void => {
  for (let turns = 0; turns < 20; turns++) busy.turn(50, 10);
};

test('refuses nothing while turns are short, however many requests arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 15 }), fc.nat({ max: 300 })), { maxLength: 200 }), (turns) => {
      const busy = createProcess();
      for (const [ms, arrivals] of turns) assert.equal(busy.turn(ms, arrivals), 0);
    }),
  );
});

test('refuses nothing after one long turn, such as a garbage collection', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (ms) => {
      const busy = createProcess();
      busy.turn(ms, 100);
      assert.equal(busy.turn(1, 100), 0);
    }),
  );
});

test('refuses every request while turns stay long', () => {
  const busy = createProcess();
  overload(busy);
  overload(busy);
  assert.equal(busy.turn(50, 100), 100);
});

test('accepts about as much as the process can do, with short turns at twice that load, and with longer ones at five times', () => {
  for (const [load, bound] of [
    [2, 50],
    // The decision comes some turns late, so the turns swing.
    [5, 150],
  ] as const) {
    const busy = createProcess();
    // In ms of work. Each request takes 1 ms, in eight turns; a refusal takes a hundredth.
    const stages = Array.from({ length: 8 }, () => 0);
    let [ms, waited, accepted, time, longest] = [1, 0, 0, 0, 0];
    for (let turns = 0; turns < 2000; turns++) {
      const arrivals = Math.floor(load * ms + waited);
      waited = load * ms + waited - arrivals;
      const refused = busy.turn(ms, arrivals);
      stages.pop();
      stages.unshift(arrivals - refused);
      ms = 0.2 + refused / 100 + stages.reduce((sum, requests) => sum + requests / 8, 0);
      if (turns < 1000) continue;
      accepted += arrivals - refused;
      time += ms;
      longest = Math.max(longest, ms);
    }
    assert.ok(accepted / time > 0.9, `${load}: accepts ${accepted / time} per ms`);
    assert.ok(longest < bound, `${load}: a turn of ${longest} ms`);
  }
});

test('accepts every request again within half a second of the end of the overload, with requests and without', () => {
  const idle = createProcess();
  overload(idle);
  idle.turn(1, 0);
  idle.idle(500);
  assert.equal(idle.turn(1, 100), 0);
  const used = createProcess();
  overload(used);
  for (let turns = 0; turns < 250; turns++) used.turn(2, 1);
  assert.equal(used.turn(2, 100), 0);
});

test('watches no turns while no requests arrive, so that an idle process sleeps', () => {
  const busy = createProcess();
  busy.turn(1, 1);
  busy.turn(1, 0);
  assert.equal(busy.isWatched(), false);
});
