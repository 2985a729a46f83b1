import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { createRequestQueue } from '../../../src/edge/runtime/request-queue.js';

/** A process whose requests take as long as the test says. */
const createProcess = () => {
  let clock = 0;
  let calls = 0;
  let callbacks: (() => void)[] = [];
  const queue = createRequestQueue({
    now: () => clock,
    atTurnEnd: (callback) => callbacks.push(callback),
    // Evenly spread, so that the part of refused requests is exact.
    random: () => (calls++ * 0.618) % 1,
  });
  return {
    now: () => clock,
    /** Lets time pass, as other work does. */
    pass: (ms: number) => {
      clock += ms;
    },
    /** A request that takes so long, and what it calls when it starts. */
    ask: (ms: number, onStart: (at: number) => void = () => undefined): boolean =>
      queue(() => {
        onStart(clock);
        clock += ms;
      }),
    /** Ends the turn. Returns how long its queued requests took, in ms. */
    endTurn(): number {
      const started = clock;
      const ended = callbacks;
      callbacks = [];
      for (const callback of ended) callback();
      return clock - started;
    },
    isWatched: () => callbacks.length > 0,
  };
};

test('starts each accepted request once, in the order of their arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat({ max: 20 }), { maxLength: 30 }), { maxLength: 30 }), (turns) => {
      const busy = createProcess();
      const [accepted, started]: [number[], number[]] = [[], []];
      let n = 0;
      for (const arrivals of turns) {
        for (const ms of arrivals) {
          const own = n++;
          if (busy.ask(ms, () => started.push(own))) accepted.push(own);
        }
        busy.endTurn();
      }
      while (busy.isWatched()) busy.endTurn();
      assert.deepEqual(started, accepted);
    }),
  );
});

test('starts requests for 2 ms in a turn, and one at least', () => {
  const busy = createProcess();
  for (let n = 0; n < 20; n++) assert.ok(busy.ask(1));
  // The first two started at their arrival, and their turn was over.
  assert.equal(busy.endTurn(), 1);
  for (let turns = 0; turns < 8; turns++) assert.equal(busy.endTurn(), 2);
  assert.equal(busy.endTurn(), 1);
  busy.endTurn();
  for (const ms of [6, 30, 1]) busy.ask(ms);
  busy.pass(20);
  assert.equal(busy.endTurn(), 30);
  assert.equal(busy.endTurn(), 1);
});

test('refuses nothing while the first request has waited for 25 ms or less, however many arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100 }), { maxLength: 50 }), (turns) => {
      const busy = createProcess();
      for (const arrivals of turns) {
        for (let n = 0; n < arrivals; n++) assert.ok(busy.ask(0.1));
        while (busy.isWatched()) busy.endTurn();
      }
    }),
  );
});

test('refuses nothing after one long turn, such as a garbage collection', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (ms) => {
      const busy = createProcess();
      busy.ask(1);
      busy.pass(ms);
      for (let n = 0; n < 100; n++) assert.ok(busy.ask(0.1));
    }),
  );
});

test('lets 32 requests wait, however long a pause among them is', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 33, maxLength: 33 }), (pauses) => {
      const busy = createProcess();
      for (const ms of pauses) {
        assert.ok(busy.ask(10));
        busy.pass(ms);
      }
    }),
  );
});

test('refuses every request while the first of 33 or more has waited for 100 ms, and those past 2,000', () => {
  const slow = createProcess();
  for (let n = 0; n < 34; n++) slow.ask(10);
  slow.pass(100);
  for (let n = 0; n < 100; n++) assert.equal(slow.ask(1), false);
  const full = createProcess();
  full.ask(10);
  for (let n = 0; n < 2000; n++) assert.ok(full.ask(1));
  assert.equal(full.ask(1), false);
});

test('accepts about as much as the process can do at twice and at five times that load, and lets none wait for long', () => {
  for (const [load, bound] of [
    [2, 150],
    // The first one's wait tells late how many wait behind it.
    [5, 400],
  ] as const) {
    const busy = createProcess();
    let [asked, done, longest] = [0, 0, 0];
    while (busy.now() < 3000) {
      const since = busy.now();
      for (const due = Math.floor(since * load); asked < due; asked++) {
        const isAccepted = busy.ask(1, (at) => {
          done += 1;
          longest = Math.max(longest, at - since);
        });
        // A refusal takes a hundredth of a request.
        if (!isAccepted) busy.pass(0.01);
      }
      busy.pass(0.2);
      busy.endTurn();
    }
    // A tenth of a turn is its own 0.2 ms.
    assert.ok(done / busy.now() > 0.85, `${load}: starts ${done / busy.now()} per ms`);
    assert.ok(longest < bound, `${load}: one waits for ${longest} ms`);
  }
});

test('watches no turns while no requests arrive, so that an idle process sleeps', () => {
  const busy = createProcess();
  busy.ask(1);
  busy.endTurn();
  busy.endTurn();
  assert.equal(busy.isWatched(), false);
});
