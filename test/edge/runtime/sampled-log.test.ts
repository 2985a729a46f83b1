import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { EdgeLogLine } from '../../../src/edge/index.js';
import { createEdgeMetrics } from '../../../src/edge/runtime/metrics.js';
import { printedLog } from '../../../src/edge/runtime/open-edge.js';
import { sampledLog, type SampledLine } from '../../../src/edge/runtime/sampled-log.js';
import { fetchToken, ISSUER, post, setUp, startUpstream, validate } from '../support.js';

const upstream = await startUpstream();

test('a flood of refused requests with origins of 14 kB writes a few kilobytes, and the metrics count all of it', async () => {
  // On a busy machine the flood takes longer than the ten seconds of a sample.
  vi.useFakeTimers({ toFake: ['performance'] });
  const metrics = createEdgeMetrics();
  let [written, lines] = [0, 0];
  const print = printedLog('info', (line) => {
    written += line.length;
    lines += 1;
  });
  const { edge } = setUp(upstream.baseUrl, {
    log: (line) => {
      print(line);
      metrics.log(line);
    },
  });
  for (let i = 0; i < 2000; i++) {
    const response = await post(edge, '/token', null, { origin: `https://${'a'.repeat(14_000)}${i}.example` });
    assert.equal(response.status, 403);
  }
  assert.equal(lines, 100);
  assert.ok(written < 20_000, `${written} characters`);
  const counted = 'route="/token",method="POST",status="403",code="origin_not_allowed"} 2000';
  assert.ok((await metrics.text()).includes(counted));
});

test('no field of a line is longer than what it is about', async () => {
  const { edge, lines } = setUp(upstream.baseUrl);
  await edge(new Request(`${ISSUER}/${'p'.repeat(14_000)}`, { method: 'M'.repeat(14_000) }));
  await post(edge, '/token', null, { origin: `https://${'a'.repeat(60)}.example` });
  const [unknown, refused] = lines;
  assert.deepEqual(unknown?.event === 'request' && [unknown.method, unknown.route], ['other', '*']);
  assert.equal(refused?.event === 'request' && refused.origin, `https://${'a'.repeat(60)}.example`);
});

const refusal = (code: 'bad_token' | 'too_large'): EdgeLogLine => ({
  event: 'request',
  method: 'POST',
  route: '/validate',
  status: 401,
  ms: 1,
  code,
});

test('a line says how many of its kind were left out before it', () => {
  const clock = { now: 0 };
  const written: SampledLine[] = [];
  const log = sampledLog(
    (line) => written.push(line),
    () => clock.now,
  );
  for (let i = 0; i < 250; i++) log(refusal('bad_token'));
  assert.equal(written.length, 100);
  clock.now = 10_000;
  log(refusal('bad_token'));
  log(refusal('bad_token'));
  assert.deepEqual(
    written.slice(100).map(({ omitted }) => omitted),
    [150, undefined],
  );
});

test('a flood of one kind hides no other, and no verdict', async () => {
  const written: SampledLine[] = [];
  const log = sampledLog((line) => written.push(line));
  const { edge } = setUp(upstream.baseUrl, { log });
  for (let i = 0; i < 300; i++) log(refusal('bad_token'));
  for (let i = 0; i < 300; i++) await edge(new Request(`${ISSUER}/healthz`));
  log(refusal('too_large'));
  const token = await fetchToken(edge);
  for (let i = 0; i < 50; i++) await validate(edge, token, 'no address');
  for (let i = 0; i < 300; i++) log({ event: 'request', method: 'POST', route: '/receipt', status: 200, ms: 1 });
  const kinds = written.map((line) => (line.event === 'request' ? (line.code ?? line.route) : line.event));
  const count = (kind: string): number => kinds.filter((one) => one === kind).length;
  assert.deepEqual(
    ['bad_token', 'too_large', '/healthz', '/token', '/validate', '/receipt'].map(count),
    [100, 1, 100, 1, 50, 100],
  );
});
