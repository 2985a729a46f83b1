import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { answerJson, checkOnce, fetchToken, result, setUp, startUpstream, validate } from './support.js';
import type { EdgeVerdict } from '../../src/protocol/index.js';

const ask = async (edge: Parameters<typeof validate>[0], token: string, email: string): Promise<EdgeVerdict> =>
  (await (await validate(edge, token, email)).json()) as EdgeVerdict;

test('the page that asks again within a minute gets the same answer, receipt and all; after it a new one', async () => {
  const upstream = await startUpstream();
  const { edge, clock, lines } = setUp(upstream.baseUrl);
  const token = await fetchToken(edge);
  const first = await ask(edge, token, 'ada@example.com');
  clock.now += 59_999;
  assert.deepEqual(await ask(edge, token, 'ada@example.com'), first);
  clock.now += 1;
  const later = await ask(edge, token, 'ada@example.com');
  assert.notEqual(later.receipt, first.receipt);
  assert.equal(upstream.urls.length, 1);
  const from = lines.map((line) => line.event === 'request' && line.from).filter(Boolean);
  assert.deepEqual(from, ['upstream', 'memory', 'memory']);
});

test('a wall clock that is set back does not make the minute longer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const { edge } = setUp((await startUpstream()).baseUrl, { ownClock: true });
  const token = await fetchToken(edge);
  const first = await ask(edge, token, 'ada@example.com');
  vi.setSystemTime(Date.now() - 600_000);
  vi.advanceTimersByTime(59_999);
  assert.deepEqual(await ask(edge, token, 'ada@example.com'), first);
  vi.advanceTimersByTime(1);
  const later = await ask(edge, token, 'ada@example.com');
  assert.equal(later.status, 'valid');
  assert.notEqual(later.receipt, first.receipt);
});

test('another page never gets the receipt of the first', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl);
  const receipts = await Promise.all(
    Array.from({ length: 20 }, async () => (await checkOnce(edge, 'ada@example.com')).receipt),
  );
  assert.equal(new Set(receipts).size, 20);
});

test('the same answer is of the very text that was asked', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl);
  const token = await fetchToken(edge);
  for (const email of ['ada@example.com', 'ada@EXAMPLE.com', ' ada@example.com', 'bob@example.com']) {
    assert.equal((await ask(edge, token, email)).email, email);
  }
});

test('each time counts against the token', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl, { quotas: { checksPerToken: 3 } });
  const token = await fetchToken(edge);
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await validate(edge, token, 'ada@example.com')).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
});

test('what could not be found out is asked again', async () => {
  let broken = true;
  const upstream = await startUpstream((email, response) => {
    answerJson(response, result(email), broken ? 503 : 200);
  });
  const { edge } = setUp(upstream.baseUrl);
  const token = await fetchToken(edge);
  assert.equal((await ask(edge, token, 'ada@example.com')).status, 'unknown');
  broken = false;
  assert.equal((await ask(edge, token, 'ada@example.com')).status, 'valid');
});
