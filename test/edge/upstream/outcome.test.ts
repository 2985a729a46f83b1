import assert from 'node:assert/strict';
import { test } from 'vitest';
import { answerJson, checkOnce, result, setUp, startUpstream } from '../support.js';

test('a verdict about another address than the one asked is not used', async () => {
  const upstream = await startUpstream((_, response) => {
    answerJson(response, result('eve@example.com'));
  });
  const { edge, lines } = setUp(upstream.baseUrl);
  const verdict = await checkOnce(edge, 'ada@example.com');
  assert.deepEqual([verdict.status, verdict.sub_status], ['unknown', ['upstream_error']]);
  const reasons = lines.flatMap((line) => (line.event === 'upstream' ? line.reason : []));
  assert.deepEqual(reasons, ['the answer is about another address']);
});

test('answers about other addresses do not open the circuit breaker', async () => {
  const upstream = await startUpstream((email, response) => {
    answerJson(response, result(email.startsWith('odd') ? 'eve@example.com' : email));
  });
  const { edge } = setUp(upstream.baseUrl);
  for (let i = 0; i < 20; i++) await checkOnce(edge, `odd${i}@example.com`);
  assert.equal((await checkOnce(edge, 'ada@example.com')).status, 'valid');
});

test('a page sees neither whether somebody has had mail from the site, nor which rule there is', async () => {
  const upstream = await startUpstream((email, response) => {
    const sub_status = [
      'denied',
      'denied_risky',
      'allowed',
      'bounced',
      'bounced_before',
      'complained',
      'delivered',
      'role_account',
    ];
    answerJson(response, { ...result(email), status: 'risky', sub_status });
  });
  const { edge } = setUp(upstream.baseUrl);
  const { status, sub_status } = await checkOnce(edge, 'ada@example.com');
  assert.deepEqual([status, sub_status], ['risky', ['role_account']]);
});

test('an upstream may spell the address in its own way', async () => {
  const upstream = await startUpstream((email, response) => {
    answerJson(response, result(` ${email.toUpperCase()} `));
  });
  const { edge } = setUp(upstream.baseUrl);
  assert.equal((await checkOnce(edge, 'ada@example.com')).status, 'valid');
});
