import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createRightOfWay } from '../../src/util/right-of-way.js';

/** Work that ends when it is told to. */
const openWork = () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
};

const LONG = 60_000;

describe('a right of way', () => {
  it('lets steps of long work run at once, and side by side, while there is no short work', async () => {
    const { step, clear, isBusy } = createRightOfWay();
    const [one, two] = [openWork(), openWork()];
    const both = Promise.all([step(one.work), step(two.work).then(() => 'second')]);
    two.end();
    one.end();
    assert.deepEqual(await both, [undefined, 'second']);
    await clear();
    assert.equal(isBusy(), false);
  });

  it('lets steps wait for all short work, then run one after the other', async () => {
    const { first, step } = createRightOfWay({ maxWaitMs: LONG, heldMs: LONG });
    const [short, other, long] = [openWork(), openWork(), openWork()];
    const seen: string[] = [];
    const shorts = [first(short.work), first(other.work)];
    const steps = [step(() => (seen.push('step'), long.work())), step(() => Promise.resolve(seen.push('next step')))];
    short.end();
    await shorts[0];
    await sleep(5);
    assert.deepEqual(seen, []);
    other.end();
    await shorts[1];
    await sleep(5);
    assert.deepEqual(seen, ['step']);
    long.end();
    await Promise.all(steps);
    assert.deepEqual(seen, ['step', 'next step']);
  });

  it('is busy for a time after short work', async () => {
    const { first, isBusy } = createRightOfWay({ busyMs: 30 });
    await first(() => Promise.resolve());
    assert.equal(isBusy(), true);
    while (isBusy()) await sleep(5);
  });

  it('lets long work go on when short work never ends, or never stops coming', async () => {
    const never = () => new Promise<never>(() => undefined);
    const held = createRightOfWay({ maxWaitMs: LONG, heldMs: 20 });
    void held.first(never);
    assert.equal(await held.step(() => Promise.resolve('done')), 'done');
    const flooded = createRightOfWay({ maxWaitMs: 20, heldMs: LONG });
    void flooded.first(never);
    assert.equal(await flooded.step(() => Promise.resolve('done')), 'done');
  });

  it('passes errors on, and goes on after them', async () => {
    const { first, step } = createRightOfWay();
    const fail = () => Promise.reject(new Error('failed'));
    await assert.rejects(first(fail), /failed/);
    await assert.rejects(step(fail), /failed/);
    assert.equal(await step(() => Promise.resolve('done')), 'done');
  });
});
