import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import { createSemaphore } from '../../src/util/semaphore.js';

const FOREVER = new AbortController().signal;
const acquire = async (semaphore: ReturnType<typeof createSemaphore>): Promise<() => void> =>
  (await semaphore.acquire(FOREVER)) ?? assert.fail('the queue was full');

describe('the semaphore', () => {
  test('lets so many in, and the others in their order', async () => {
    const semaphore = createSemaphore(1, 2, Infinity);
    const order: number[] = [];
    const release = await acquire(semaphore);
    const second = acquire(semaphore).then((next) => {
      order.push(2);
      next();
    });
    const third = acquire(semaphore).then((next) => {
      order.push(3);
      next();
    });
    assert.deepEqual(order, []);
    release();
    await Promise.all([second, third]);
    assert.deepEqual(order, [2, 3]);
  });

  test('turns away who would be one too many waiting', async () => {
    const semaphore = createSemaphore(1, 1, Infinity);
    const release = await acquire(semaphore);
    const waiting = acquire(semaphore);
    assert.equal(await semaphore.acquire(FOREVER), null);
    release();
    (await waiting)();
    (await acquire(semaphore))();
  });

  test('gives the turn of one who gave up to the next, and the place in the queue too', async () => {
    const semaphore = createSemaphore(1, 1, Infinity);
    const release = await acquire(semaphore);
    const controller = new AbortController();
    const impatient = semaphore.acquire(controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(impatient, { message: 'enough' });
    const patient = acquire(semaphore);
    release();
    (await patient)();
    (await acquire(semaphore))();
  });

  test('takes a place back from one who never leaves, once, and gives it to who waits longest', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const semaphore = createSemaphore(1, 2, 20);
    const release = await acquire(semaphore);
    const second = acquire(semaphore);
    vi.advanceTimersByTime(21);
    const third = acquire(semaphore);
    const releaseToo = await second;
    release();
    assert.equal(await Promise.race([third, Promise.resolve('waits')]), 'waits');
    releaseToo();
    (await third)();
  });
});
