import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'vitest';
import { abortable, Deadline, timeout, TimeoutError, withTimeout } from '../../src/util/timeout.js';

const MANY = 50;
const LONG_MS = 60_000;

const never = (): Promise<never> => new Promise(() => undefined);

/** Work that ends when its signal is aborted, with the signal's reason. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** Work that ends when it is told to, and its signal. */
const startWork = (
  parent?: AbortSignal,
): { done: Promise<string>; signal: AbortSignal; end: (value: string) => void } => {
  const started: { signal?: AbortSignal; end?: (value: string) => void } = {};
  const work = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => Object.assign(started, { signal, end: resolve }));
  const done = withTimeout(LONG_MS, work, parent);
  const { signal = assert.fail(), end = assert.fail() } = started;
  return { done, signal, end };
};

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('timeout()', () => {
  test('passes on the value and the error of a promise that ends in time', async () => {
    assert.equal(await timeout(LONG_MS, Promise.resolve('value')), 'value');
    await assert.rejects(timeout(LONG_MS, Promise.reject(new Error('failed'))), { message: 'failed' });
  });

  test('rejects when the time is over, and says how long that was', async () => {
    await assert.rejects(timeout(5, never()), (error) => error instanceof TimeoutError && /\b5 ms/.test(error.message));
  });
});

describe('abortable()', () => {
  test('passes on the value and the error, and stops listening', async () => {
    const { signal } = new AbortController();
    assert.equal(await abortable(Promise.resolve('value'), signal), 'value');
    await assert.rejects(abortable(Promise.reject(new Error('failed')), signal), { message: 'failed' });
    assert.equal(listeners(signal), 0);
  });

  test('rejects with the reason of a signal that is aborted, now or before', async () => {
    const controller = new AbortController();
    const waiting = abortable(never(), controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, { message: 'enough' });
    await assert.rejects(abortable(never(), controller.signal), { message: 'enough' });
    await assert.rejects(abortable(Promise.reject(new Error('failed')), controller.signal), { message: 'enough' });
  });
});

describe('withTimeout()', () => {
  test('passes on the value and the error of the work, also of work that throws at once', async () => {
    assert.equal(await withTimeout(LONG_MS, () => Promise.resolve('value')), 'value');
    await assert.rejects(
      withTimeout(LONG_MS, () => Promise.reject(new Error('failed'))),
      { message: 'failed' },
    );
    const broken = (): Promise<never> => {
      throw new Error('failed at once');
    };
    await assert.rejects(withTimeout(LONG_MS, broken), { message: 'failed at once' });
  });

  test('rejects when the time is over, and aborts the work with the same error', async () => {
    const reasons: unknown[] = [];
    const work = (signal: AbortSignal): Promise<never> => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      return never();
    };
    const error: unknown = await withTimeout(5, work).catch((reason: unknown) => reason);
    assert.ok(error instanceof TimeoutError);
    assert.deepEqual(reasons, [error]);
  });

  test('aborts the signal once the work has ended', async () => {
    const { done, signal, end } = startWork();
    assert.equal(signal.aborted, false);
    end('value');
    assert.equal(await done, 'value');
    assert.equal(signal.aborted, true);
  });

  test('rejects with the parent’s reason, whether or not the work listens', async () => {
    const parent = new AbortController();
    const ends = [untilAborted, never].map((work) => withTimeout(LONG_MS, work, parent.signal));
    parent.abort(new Error('enough'));
    for (const end of ends) await assert.rejects(end, { message: 'enough' });
  });

  test('does not start work under a parent that is aborted already', async () => {
    const work = (): Promise<never> => assert.fail('started');
    await assert.rejects(withTimeout(LONG_MS, work, AbortSignal.abort(new Error('enough'))), { message: 'enough' });
  });

  test('any number of tasks follow one signal by one listener, which goes with the last of them', async () => {
    const parent = new AbortController();
    const tasks = Array.from({ length: MANY }, () => startWork(parent.signal));
    assert.equal(listeners(parent.signal), 1);
    const [first = assert.fail(), ...others] = tasks;
    first.end('value');
    assert.equal(await first.done, 'value');
    assert.equal(listeners(parent.signal), 1);
    parent.abort(new Error('enough'));
    for (const { done, signal } of others) {
      await assert.rejects(done, { message: 'enough' });
      assert.equal((signal.reason as Error).message, 'enough');
    }
    assert.notEqual((first.signal.reason as Error).message, 'enough');
    assert.equal(listeners(parent.signal), 0);
  });

  test('a task that ended lets those go on that follow the same signal after it', async () => {
    const parent = new AbortController();
    const first = startWork(parent.signal);
    first.end('value');
    await first.done;
    assert.equal(listeners(parent.signal), 0);
    const second = startWork(parent.signal);
    const third = startWork(parent.signal);
    third.end('value');
    await third.done;
    assert.equal(listeners(parent.signal), 1);
    parent.abort(new Error('enough'));
    await assert.rejects(second.done, { message: 'enough' });
    assert.equal(second.signal.aborted, true);
  });
});

describe('a deadline', () => {
  test('aborts with a TimeoutError when the time is over', async () => {
    const deadline = new Deadline(5);
    await assert.rejects(abortable(never(), deadline), TimeoutError);
    assert.throws(() => {
      deadline.throwIfAborted();
    }, TimeoutError);
    await assert.rejects(abortable(never(), deadline), TimeoutError);
  });

  test('aborts with its parent and for its reason', async () => {
    const controller = new AbortController();
    const deadline = new Deadline(LONG_MS, controller.signal);
    const waiting = abortable(never(), deadline);
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, { message: 'enough' });
    assert.throws(() => new Deadline(LONG_MS, controller.signal), { message: 'enough' });
  });

  test('aborts also while nobody waits for it, by its time and by its parent', async () => {
    const deadline = new Deadline(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(deadline.aborted, true);
    assert.ok(deadline.reason instanceof TimeoutError);
    const controller = new AbortController();
    const other = new Deadline(LONG_MS, controller.signal);
    assert.equal(other.aborted, false);
    assert.equal(other.reason, undefined);
    controller.abort(new Error('enough'));
    assert.throws(() => {
      other.throwIfAborted();
    }, /enough/);
  });

  test('costs neither a timer nor a listener before the first wait', () => {
    const { signal } = new AbortController();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const deadline = new Deadline(LONG_MS, signal);
    assert.deepEqual([timers(), listeners(signal)], [before, 0]);
    void abortable(never(), deadline);
    assert.deepEqual([timers(), listeners(signal)], [before + 1, 1]);
    deadline.end();
    assert.deepEqual([timers(), listeners(signal)], [before, 0]);
  });

  test('never comes once the work has ended, and leaves no listener at its parent', async () => {
    const { signal } = new AbortController();
    const deadline = new Deadline(1, signal);
    assert.equal(await abortable(Promise.resolve('value'), deadline), 'value');
    deadline.end();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(deadline.aborted, false);
    assert.equal(listeners(signal), 0);
  });
});
