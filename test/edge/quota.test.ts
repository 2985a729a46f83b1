import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EdgeVerdict } from '../../src/protocol/index.js';
import { assertProblem, checkOnce, fetchToken, post, setUp, startUpstream, validate } from './support.js';

const count = (answers: readonly Response[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const times = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

test('a token pays for its checks to the call, one after the other', async () => {
  const upstream = await startUpstream();
  const { edge } = setUp(upstream.baseUrl, { quotas: { checksPerToken: 3 } });
  const token = await fetchToken(edge);
  for (let i = 0; i < 3; i++) assert.equal((await validate(edge, token, `p${i}@example.com`)).status, 200);
  const { detail } = await assertProblem(await validate(edge, token, 'p3@example.com'), 429, 'token_spent');
  assert.match(detail, /POST \/token/);
  assert.equal(upstream.urls.length, 3);
});

test('a token pays for its checks to the call, all at once', async () => {
  const upstream = await startUpstream();
  const { edge } = setUp(upstream.baseUrl, { quotas: { checksPerToken: 20 } });
  const token = await fetchToken(edge);
  const answers = await times(100, (i) => validate(edge, token, `p${i}@example.com`));
  assert.deepEqual([count(answers, 200), count(answers, 429)], [20, 80]);
  assert.equal(upstream.urls.length, 20);
});

test('a spent token stays spent for as long as it lives', async () => {
  const { edge, clock } = setUp((await startUpstream()).baseUrl, { quotas: { checksPerToken: 1 } });
  const token = await fetchToken(edge);
  assert.equal((await validate(edge, token, 'a@example.com')).status, 200);
  clock.now += 598_000;
  await assertProblem(await validate(edge, token, 'a@example.com'), 429, 'token_spent');
});

test('a network has so many tokens in a minute, and is told when to come again', async () => {
  const { edge, clock } = setUp((await startUpstream()).baseUrl, { quotas: { tokensPerClientPerMinute: 5 } });
  const answers = await times(8, () => post(edge, '/token', null));
  assert.deepEqual([count(answers, 200), count(answers, 429)], [5, 3]);
  clock.now += 20_500;
  const refused = await post(edge, '/token', null);
  assert.equal(refused.headers.get('retry-after'), '40');
  await assertProblem(refused, 429, 'rate_limited');
  assert.equal((await post(edge, '/token', null, { client: '192.0.2.99' })).status, 200);
  clock.now += 39_500;
  assert.equal((await post(edge, '/token', null)).status, 200);
});

test('a network has so many checks in a minute, whatever the number of its tokens', async () => {
  const upstream = await startUpstream();
  const { edge, clock } = setUp(upstream.baseUrl, { quotas: { checksPerClientPerMinute: 10 } });
  const tokens = await times(5, () => fetchToken(edge));
  const answers = await times(50, (i) => validate(edge, tokens[i % 5]!, `p${i}@example.com`));
  assert.deepEqual([count(answers, 200), count(answers, 429)], [10, 40]);
  assert.equal(upstream.urls.length, 10);
  await assertProblem(await validate(edge, tokens[0]!, 'q@example.com'), 429, 'rate_limited');
  clock.now += 60_000;
  assert.equal((await validate(edge, tokens[0]!, 'q@example.com')).status, 200);
});

test('one IPv6 network is one client, however many addresses it calls from', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl, { quotas: { tokensPerClientPerMinute: 5 } });
  const answers = await times(100, (i) => post(edge, '/token', null, { client: `2001:db8::${i.toString(16)}` }));
  assert.equal(count(answers, 200), 5);
});

test('a spent token does not use up what its network has left', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl, {
    quotas: { checksPerToken: 1, checksPerClientPerMinute: 3 },
  });
  const spent = await fetchToken(edge);
  await times(50, () => validate(edge, spent, 'a@example.com'));
  assert.equal((await validate(edge, await fetchToken(edge), 'b@example.com')).status, 200);
});

test('the day bounds what reaches the upstream; past it people are let through as unknown, rate_limited', async () => {
  const upstream = await startUpstream();
  const { edge, clock } = setUp(upstream.baseUrl, { quotas: { checksPerDay: 10 } });
  const checks = await times(40, (i) => checkOnce(edge, `p${i}@example.com`, { client: `192.0.2.${i}` }));
  const found = (of: readonly EdgeVerdict[], status: string): number =>
    of.filter((verdict) => verdict.status === status).length;
  assert.deepEqual([found(checks, 'valid'), found(checks, 'unknown'), upstream.urls.length], [10, 30, 10]);
  assert.deepEqual(checks.find(({ status }) => status === 'unknown')?.sub_status, ['rate_limited']);
  const remembered = checks.find(({ status }) => status === 'valid')?.email ?? '';
  assert.equal((await checkOnce(edge, remembered)).status, 'valid');
  clock.now += 86_400_000;
  assert.equal((await checkOnce(edge, 'next-day@example.com')).status, 'valid');
  assert.equal(upstream.urls.length, 11);
});

test('an office of 60 people behind one address signs up in one minute, and nobody is refused', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl);
  await times(60, async (i) => {
    const token = await fetchToken(edge);
    for (const typed of [`p${i}@example.c`, `p${i}@example.co`, `p${i}@example.com`]) {
      assert.equal((await validate(edge, token, typed)).status, 200);
    }
  });
});
