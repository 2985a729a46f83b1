import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createLineQueue } from '../../../src/edge/runtime/line-queue.js';

/** A stream whose reader reads when it is told to. */
const stopped = () => {
  const texts: string[] = [];
  let go = (): void => undefined;
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => {
      go = () => {
        texts.push(text);
        resolve();
      };
    });
  const read = async (): Promise<void> => {
    go();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { texts, write, read };
};

test('lines wait for their reader up to a bound, and further ones are counted', async () => {
  const { texts, write, read } = stopped();
  const { print, flush } = createLineQueue(write, 12);
  for (const line of ['first', 'second', 'third', 'fourth']) print(line);
  await read();
  await read();
  assert.deepEqual(texts, ['first\n', 'third\n{"event":"dropped","lines":2}\n']);
  print('fifth');
  await read();
  assert.equal(texts[2], 'fifth\n');
  await flush();
});

test('a reader that is gone stops nothing', async () => {
  const { print, flush } = createLineQueue(() => Promise.reject(new Error('EPIPE')));
  print('one');
  await flush();
  print('two');
  await flush();
});

test('the end does not wait for a reader that never reads', async () => {
  const { print, flush } = createLineQueue(() => new Promise(() => undefined));
  print('one');
  await flush();
});
