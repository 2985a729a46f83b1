import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
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

test('one network of a /48 cannot use up what the others have', async () => {
  const { edge, clock } = setUp((await startUpstream()).baseUrl, {
    quotas: { tokensPerClientPerMinute: 5, checksPerClientPerMinute: 10, checksPerClientPerDay: 10 },
  });
  const busy = { client: '2001:db8:1:1::1' };
  const other = { client: '2001:db8:1:2::1' };
  const tokens = await times(100, () => post(edge, '/token', null, busy));
  assert.equal(count(tokens, 200), 5);
  const token = await fetchToken(edge, other);
  clock.now += 60_000;
  const own = await fetchToken(edge, busy);
  for (let minute = 0; minute < 3; minute++, clock.now += 60_000)
    await times(30, (i) => validate(edge, own, `p${i}@example.com`, busy));
  const answer = await validate(edge, token, 'a@example.com', other);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('ratelimit') ?? '', /"day-48";r=29;/);
});

test('a home line, with all networks of its /56, cannot use up what the others of its /48 have', async () => {
  const { edge, clock } = setUp((await startUpstream()).baseUrl, {
    quotas: { tokensPerClientPerMinute: 5, checksPerClientPerMinute: 10, checksPerClientPerDay: 10 },
  });
  const other = { client: '2001:db8:1:200::1' };
  let granted = 0;
  for (let network = 0; network < 16; network++) {
    const busy = { client: `2001:db8:1:10${network.toString(16)}::1` };
    const answers = await times(10, () => post(edge, '/token', null, busy));
    granted += count(answers, 200);
    const [first] = answers;
    if (first?.status !== 200) continue;
    const { token } = (await first.json()) as { token: string };
    await times(20, (i) => validate(edge, token, `p${network}.${i}@example.com`, busy));
  }
  assert.equal(granted, 10);
  const refused = await post(edge, '/token', null, { client: '2001:db8:1:1ff::1' });
  assert.match((await assertProblem(refused, 429, 'rate_limited')).detail, /from one IPv6 \/56/);
  assert.equal((await checkOnce(edge, 'a@example.com', other)).status, 'valid');
  clock.now += 60_000;
  assert.equal((await checkOnce(edge, 'b@example.com', other)).status, 'valid');
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
  const known = checks.findIndex(({ status }) => status === 'valid');
  const status = async (client: string): Promise<string> =>
    (await checkOnce(edge, checks[known]!.email, { client })).status;
  assert.equal(await status(`192.0.2.${known}`), 'valid', 'remembered');
  assert.equal(await status('192.0.2.99'), 'unknown', 'by nobody else');
  clock.now += 86_400_000;
  assert.equal((await checkOnce(edge, 'next-day@example.com')).status, 'valid');
  assert.equal(upstream.urls.length, 11);
});

test('an office of 40 people behind one address signs up in one minute, and nobody is refused', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl);
  await times(40, async (i) => {
    const token = await fetchToken(edge);
    for (const typed of [`p${i}@example.c`, `p${i}@example.co`, `p${i}@example.com`]) {
      assert.equal((await validate(edge, token, typed)).status, 200);
    }
  });
});

test('a network has so many checks in a day, and is told when to come again', async () => {
  const { edge, clock } = setUp((await startUpstream()).baseUrl, {
    quotas: { checksPerClientPerDay: 10, checksPerClientPerMinute: 6 },
  });
  const token = (): Promise<string> => fetchToken(edge);
  const answers = await times(8, async () => validate(edge, await token(), 'a@example.com'));
  assert.equal(count(answers, 200), 6);
  clock.now += 60_000;
  const later = await times(6, async () => validate(edge, await token(), 'a@example.com'));
  assert.equal(count(later, 200), 4, 'what the minute refused was not counted against the day');
  clock.now += 60_000;
  const refused = await validate(edge, await token(), 'a@example.com');
  assert.equal(refused.headers.get('retry-after'), String(86_400 - 120));
  await assertProblem(refused, 429, 'rate_limited');
  assert.equal((await checkOnce(edge, 'a@example.com', { client: '192.0.2.99' })).status, 'valid');
  clock.now += 86_400_000;
  assert.equal((await validate(edge, await token(), 'a@example.com')).status, 200);
});

test('the day bounds what each origin costs; the other origins have theirs', async () => {
  const upstream = await startUpstream();
  const other = 'https://other.example';
  const { edge } = setUp(upstream.baseUrl, {
    origins: ['https://shop.example', other],
    quotas: { checksPerOriginPerDay: 5, checksPerDay: 8 },
  });
  const found = async (n: number, caller: object): Promise<number> => {
    const checks = await times(n, (i) =>
      checkOnce(edge, `${JSON.stringify(caller).length}p${i}@example.com`, { ...caller, client: `192.0.2.${i}` }),
    );
    return checks.filter(({ status }) => status === 'valid').length;
  };
  assert.equal(await found(20, {}), 5);
  assert.equal(await found(20, { origin: other }), 3, 'in all eight');
  assert.equal(upstream.urls.length, 8);
});

test('an answer says how its limits stand, and a page may read it', async () => {
  const { edge, clock } = setUp((await startUpstream()).baseUrl, {
    quotas: {
      checksPerToken: 2,
      checksPerClientPerMinute: 30,
      checksPerClientPerDay: 900,
      tokensPerClientPerMinute: 9,
    },
  });
  const issued = await post(edge, '/token', null);
  assert.equal(issued.headers.get('ratelimit-policy'), '"tokens";q=9;w=60');
  assert.equal(issued.headers.get('ratelimit'), '"tokens";r=8;t=60');
  assert.match(issued.headers.get('access-control-expose-headers') ?? '', /RateLimit, RateLimit-Policy/);
  const { token } = (await issued.json()) as { token: string };
  await validate(edge, token, 'a@example.com');
  clock.now += 30_000;
  const second = await validate(edge, token, 'a@example.com');
  assert.equal(second.headers.get('ratelimit-policy'), '"token";q=2;w=1200, "minute";q=30;w=60, "day";q=900;w=86400');
  assert.equal(second.headers.get('ratelimit'), '"token";r=0;t=1170, "minute";r=28;t=30, "day";r=898;t=86370');
  const spent = await validate(edge, token, 'a@example.com');
  assert.equal(spent.headers.get('ratelimit'), '"token";r=0;t=1170');
});

test('while the upstream is left alone, or has no turn, nothing is taken from the day', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let broken = true;
  const upstream = await startUpstream((email, response) => {
    response.writeHead(broken ? 500 : 200).end(JSON.stringify({ email, status: 'valid' }));
  });
  const { edge } = setUp('', {
    quotas: { checksPerDay: 5 },
    upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', breaker: { failures: 2, pauseMs: 1000 } },
  });
  for (let i = 0; i < 20; i++) await checkOnce(edge, `p${i}@example.com`, { client: `198.51.100.${i}` });
  assert.equal(upstream.urls.length, 2);
  broken = false;
  const ask = async (i: number): Promise<string> =>
    (await checkOnce(edge, `q${i}@example.com`, { client: `192.0.2.${i}` })).status;
  vi.advanceTimersByTime(999);
  assert.equal(await ask(0), 'unknown');
  vi.advanceTimersByTime(1);
  assert.deepEqual([await ask(1), await ask(2), await ask(3)], ['valid', 'valid', 'valid']);
  assert.equal(upstream.urls.length, 5);
});
