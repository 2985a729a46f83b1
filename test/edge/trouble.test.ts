import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { UpstreamTrouble } from '../../src/edge/index.js';
import { API_KEY, checkOnce, setUp, startUpstream } from './support.js';

/** An upstream that answers with this status, and after a 429 is not to be asked again for longer than a call waits. */
const failing = (status: number): ReturnType<typeof startUpstream> =>
  startUpstream((_, response, { url }) => response.writeHead(status, { 'retry-after': '60' }).end(url));

test('the operator is told of credits that are used up and of a rate that is exceeded, without address or key', async () => {
  for (const [status, code] of [
    [402, 'out_of_credits'],
    [429, 'rate_limited'],
    [500, 'upstream_error'],
  ] as const) {
    const told: UpstreamTrouble[] = [];
    const { edge, lines } = setUp((await failing(status)).baseUrl, {
      onUpstreamTrouble: (trouble) => told.push(trouble),
    });
    assert.deepEqual((await checkOnce(edge, 'ada@example.com')).sub_status, [code]);
    assert.deepEqual(told, [{ code, reason: `status ${status}` }]);
    assert.ok(lines.some((line) => line.event === 'upstream' && line.code === code));
    for (const secret of ['ada', API_KEY]) assert.ok(!JSON.stringify([told, lines]).includes(secret));
  }
});

test('a hook that throws costs nobody a verdict; the log has it', async () => {
  const { edge, lines } = setUp((await failing(402)).baseUrl, {
    onUpstreamTrouble: () => {
      throw new RangeError('of the operator');
    },
  });
  assert.equal((await checkOnce(edge, 'ada@example.com')).status, 'unknown');
  assert.ok(lines.some((line) => line.event === 'error' && line.error === 'RangeError'));
});

test('the day that is used up is told as well', async () => {
  const told: UpstreamTrouble[] = [];
  const { edge } = setUp((await startUpstream()).baseUrl, {
    quotas: { checksPerDay: 1 },
    onUpstreamTrouble: (trouble) => told.push(trouble),
  });
  await checkOnce(edge, 'a@example.com');
  await checkOnce(edge, 'b@example.com', { client: '192.0.2.99' });
  assert.deepEqual(told, [{ code: 'rate_limited', reason: "not asked: the edge's own checksPerDay is used up" }]);
});
