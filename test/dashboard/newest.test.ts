import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { createNewest } from '../../src/dashboard/newest.js';

test('an older answer that comes later is void, and its work is aborted', async () => {
  const newest = createNewest();
  let isAborted = false;
  const older = newest.run(async (signal) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    await sleep(20);
    return 'older';
  });
  const newer = newest.run(() => Promise.resolve('newer'));
  assert.equal(isAborted, true);
  assert.deepEqual([await older, await newer], [undefined, 'newer']);
});

test('an error of older work is void too, and that of the newest is thrown', async () => {
  const newest = createNewest();
  const older = newest.run<string>(async () => {
    await sleep(10);
    throw new Error('older');
  });
  const newer = newest.run(() => Promise.reject(new Error('newer')));
  await assert.rejects(newer, /newer/);
  assert.equal(await older, undefined);
});

test('nothing comes of work after a stop', async () => {
  const newest = createNewest();
  const stopped = newest.run(() => sleep(5).then(() => 'late'));
  newest.stop();
  assert.equal(await stopped, undefined);
});
