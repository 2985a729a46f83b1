import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGate } from '../../src/verifier/dns/gate.js';

const FOREVER = new AbortController().signal;
const enter = async (gate: ReturnType<typeof createGate>): Promise<() => void> =>
  (await gate.enter(FOREVER)) ?? assert.fail('the gate was full');

describe('the gate', () => {
  test('lets so many in, and the others in their order', async () => {
    const gate = createGate(1, 2, Infinity);
    const order: number[] = [];
    const leave = await enter(gate);
    const second = enter(gate).then((next) => {
      order.push(2);
      next();
    });
    const third = enter(gate).then((next) => {
      order.push(3);
      next();
    });
    assert.deepEqual(order, []);
    leave();
    await Promise.all([second, third]);
    assert.deepEqual(order, [2, 3]);
  });

  test('turns away who would be one too many waiting', async () => {
    const gate = createGate(1, 1, Infinity);
    const leave = await enter(gate);
    const waiting = enter(gate);
    assert.equal(await gate.enter(FOREVER), null);
    leave();
    (await waiting)();
    (await enter(gate))();
  });

  test('gives the turn of one who gave up to the next, and the place in the queue too', async () => {
    const gate = createGate(1, 1, Infinity);
    const leave = await enter(gate);
    const controller = new AbortController();
    const impatient = gate.enter(controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(impatient, { message: 'enough' });
    const patient = enter(gate);
    leave();
    (await patient)();
    (await enter(gate))();
  });

  test('takes a place back from one who never leaves, once, and gives it to who waits longest', async () => {
    const gate = createGate(1, 2, 20);
    const leave = await enter(gate);
    const second = enter(gate);
    await sleep(30);
    const third = enter(gate);
    const leaveToo = await second;
    leave();
    assert.equal(await Promise.race([third, Promise.resolve('waits')]), 'waits');
    leaveToo();
    (await third)();
  });
});
