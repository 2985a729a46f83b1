/** Whoever sends without end what is never the same: nothing grows with it. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoryStore } from '../../../src/edge/index.js';
import { createClients } from '../../../src/edge/hashed-client.js';
import { fetchToken, setUp, startUpstream, validate } from '../support.js';
import { each, numbers } from './support.js';
import { takeOne } from '../store/take-one.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MB = 1_048_576;
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

test('200,000 clients, tokens and addresses that are never the same fill a store to its bound and no further', async () => {
  const now = { now: 0 };
  const store = memoryStore({ maxEntries: 5000, now: () => now.now });
  const fill = async (from: number, to: number): Promise<void> => {
    for (let i = from; i < to; i++) {
      await takeOne(store, `t:${i}`, 50, 1_200_000);
      await takeOne(store, `d:${i}`, 5000, 86_400_000);
      await store.set(`v:${i}`, '{"status":"valid"}', 3_600_000);
      // A room that is full of notes takes no further one.
      await store.setIfAbsent(`r:${i}`, 1_860_000).catch(() => undefined);
    }
  };
  await takeOne(store, 'day', 1, 86_400_000);
  await fill(0, 10_000);
  const full = heap();
  await fill(10_000, 50_000);
  const grown = heap() - full;
  assert.equal((await takeOne(store, 'day', 1, 86_400_000)).allowed, false, 'the day is still counted');
  assert.ok(grown < 5 * MB, `${grown} bytes more than at 10,000`);
  console.log(`200,000 keys, a quarter of each kind: ${(grown / MB).toFixed(1)} MB more than when the store was full`);
});

test('clients that are known are bounded, and what no client is called is not kept', () => {
  const clientAt = createClients((text) => text.padEnd(43, 'x'));
  for (let i = 0; i < 20_000; i++) clientAt(`198.18.${i >> 8}.${i & 255}`);
  const full = heap();
  for (let i = 0; i < 40_000; i++) clientAt(`2001:db8:${(i >> 16).toString(16)}:${(i & 65_535).toString(16)}::1`);
  for (let i = 0; i < 2000; i++) clientAt(`${'x'.repeat(10_000)}${i}`);
  const grown = heap() - full;
  assert.ok(grown < 10 * MB, `${grown} bytes more`);
  console.log(`40,000 networks: ${(grown / MB).toFixed(1)} MB more than 20,000 took`);
});

test('made-up tokens of 1.5 kB, from one network each, leave nothing behind', async () => {
  const upstream = await startUpstream();
  const { edge } = setUp(upstream.baseUrl, { log: () => undefined });
  const real = await fetchToken(edge);
  const flood = (from: number): Promise<unknown> =>
    each(numbers(400), async (i) => {
      const [head = '', , signature = ''] = real.split('.');
      const token = `${head}.${Buffer.from(JSON.stringify({ n: from + i, pad: 'x'.repeat(900) })).toString('base64url')}.${signature}`;
      const response = await validate(edge, token, 'a@example.com', { client: `198.19.${i >> 8}.${i & 255}` });
      assert.equal(response.status, 401);
    });
  await flood(0);
  const before = heap();
  await flood(400);
  const grown = heap() - before;
  assert.ok(grown < 2 * MB, `${grown} bytes more`);
  console.log(`400 made-up tokens: ${(grown / MB).toFixed(2)} MB more`);
});
