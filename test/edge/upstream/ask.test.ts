import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test, vi } from 'vitest';
import { memoryStore } from '../../../src/edge/index.js';
import { verifyReceipt } from '../../../src/receipt/index.js';
import { failure, success } from '../../../src/util/success-or-failure.js';
import { createAsk } from '../../../src/edge/upstream/ask.js';
import type { UpstreamResult } from '../../../src/edge/upstream/types.js';
import type { EdgeVerdict } from '../../../src/protocol/index.js';
import { eventually } from '../../support/eventually.js';
import {
  answerJson,
  API_KEY,
  checkOnce,
  fetchToken,
  ORIGIN,
  receiptKey,
  result,
  setUp,
  startUpstream,
  validate,
  type Script,
} from '../support.js';

/** Stops the clock and its timers, until the test ends. */
const stopClock = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
};

interface Row {
  script: Script;
  code: string;
  reason: string;
}

const json =
  (text: string): Script =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  };
const status =
  (code: number): Script =>
  (email, response) => {
    answerJson(response, result(email), code);
  };

const elsewhere = await startUpstream();
const ROWS: Record<string, Row> = {
  'never answers': { script: () => undefined, code: 'upstream_timeout', reason: 'no answer in time' },
  'answers headers and then nothing': {
    script: (_, response) => void response.writeHead(200).write('{"email":'),
    code: 'upstream_timeout',
    reason: 'no answer in time',
  },
  'drips its answer': {
    script: (_, response) => {
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => {
        clearInterval(drip);
      });
    },
    code: 'upstream_timeout',
    reason: 'no answer in time',
  },
  'is out of credits': { script: status(402), code: 'out_of_credits', reason: 'status 402' },
  'is asked too often': { script: status(429), code: 'rate_limited', reason: 'status 429' },
  'does not know the key': { script: status(401), code: 'upstream_error', reason: 'status 401' },
  'fails, with a verdict in the body': { script: status(500), code: 'upstream_error', reason: 'status 500' },
  'cannot use its store': { script: status(503), code: 'upstream_error', reason: 'status 503' },
  'answers HTML': { script: json('<html>'), code: 'upstream_error', reason: 'the answer is not a verdict' },
  'answers nothing': { script: json(''), code: 'upstream_error', reason: 'the answer is not a verdict' },
  'answers null': { script: json('null'), code: 'upstream_error', reason: 'the answer is not a verdict' },
  'answers an array': {
    script: json('[{"email":"a@b.example"}]'),
    code: 'upstream_error',
    reason: 'the answer is not a verdict',
  },
  'answers an error in a 200': {
    script: json('{"error":"bad key"}'),
    code: 'upstream_error',
    reason: 'the answer is not a verdict',
  },
  'answers more than anyone would': {
    script: json(JSON.stringify({ ...result('a@b.example'), padding: 'x'.repeat(20_000) })),
    code: 'upstream_error',
    reason: 'the answer is too large',
  },
  'answers without end': {
    script: (_, response) => {
      const flood = (): void => {
        while (response.writable && response.write('x'.repeat(4096)));
        if (response.writable) response.once('drain', flood);
      };
      flood();
    },
    code: 'upstream_error',
    reason: 'the answer is too large',
  },
  'is cut off within the body': {
    script: (_, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{"email":', () => response.destroy());
    },
    code: 'upstream_error',
    reason: 'ECONNRESET',
  },
  'closes the connection unanswered': {
    script: (_, response) => response.destroy(),
    code: 'upstream_error',
    reason: 'ECONNRESET',
  },
  redirects: {
    script: (_, response, { url }) => {
      response.writeHead(302, { location: `${elsewhere.baseUrl}${url ?? ''}` }).end();
    },
    code: 'upstream_error',
    reason: 'status 302',
  },
};

for (const [name, { script, code, reason }] of Object.entries(ROWS)) {
  test(`an upstream that ${name}: unknown, ${code}, with a receipt, in time`, async () => {
    // Only who waits for the deadline is to meet it, however slow the machine.
    const timeoutMs = code === 'upstream_timeout' ? 150 : 5000;
    const { edge, lines } = setUp((await startUpstream(script)).baseUrl, { timeoutMs });
    const { receipt, ...rest } = await checkOnce(edge, 'ada@example.com');
    assert.deepEqual(rest, {
      email: 'ada@example.com',
      status: 'unknown',
      quality: 'unknown',
      sub_status: [code],
      did_you_mean: null,
    });
    const jwks = { keys: [receiptKey] };
    const check = await verifyReceipt(receipt, { email: 'ada@example.com', audience: ORIGIN, jwks });
    assert.equal(check.ok && check.decision, 'allow');
    const line = lines.find(({ event }) => event === 'upstream');
    assert.deepEqual(line && { ...line, ms: 0 }, { event: 'upstream', code, reason, ms: 0 });
    assert.ok(!JSON.stringify(lines).includes(API_KEY));
  });
}

test('the key is not carried to where an upstream redirects', () => {
  assert.deepEqual(elsewhere.urls, []);
});

test('an upstream that is not there: unknown, upstream_error', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as { port: number };
  await new Promise((resolve) => gone.close(resolve));
  const { edge, lines } = setUp(`http://127.0.0.1:${port}`);
  assert.deepEqual((await checkOnce(edge, 'ada@example.com')).sub_status, ['upstream_error']);
  assert.equal(lines.find((line) => line.event === 'upstream')?.reason, 'ECONNREFUSED');
});

test('trouble is not remembered: the next check asks again', async () => {
  let broken = true;
  const upstream = await startUpstream((email, response) => {
    answerJson(response, broken ? {} : result(email), broken ? 503 : 200);
  });
  const { edge } = setUp(upstream.baseUrl);
  assert.equal((await checkOnce(edge, 'ada@example.com')).status, 'unknown');
  broken = false;
  assert.equal((await checkOnce(edge, 'ada@example.com')).status, 'valid');
});

test('a verifier in this process that rejects is an upstream_error, and what it says reaches nobody', async () => {
  const { edge, lines } = setUp('', {
    upstream: { verify: (email) => Promise.reject(new Error(`cannot ${email}`)), close: () => Promise.resolve() },
  });
  assert.deepEqual((await checkOnce(edge, 'ada@example.com')).sub_status, ['upstream_error']);
  assert.ok(!JSON.stringify(lines).includes('ada'));
});

test('a call that is given up is closed, not left hanging at the upstream', async () => {
  let isClosed = false;
  const upstream = await startUpstream((_, response) => void response.on('close', () => (isClosed = true)));
  await checkOnce(setUp(upstream.baseUrl, { timeoutMs: 100 }).edge, 'ada@example.com');
  await eventually(() => isClosed);
});

test('200 checks of a hanging upstream end together at the deadline, not one after the other', async () => {
  const upstream = await startUpstream(() => undefined);
  const { edge } = setUp(upstream.baseUrl, { timeoutMs: 200 });
  const started = Date.now();
  const checks = Array.from({ length: 200 }, (_, i) =>
    checkOnce(edge, `p${i}@example.com`, { client: `198.51.100.${i}` }),
  );
  for (const { status } of await Promise.all(checks)) assert.equal(status, 'unknown');
  const took = Date.now() - started;
  assert.ok(took < 20_000, `${took} ms: one after the other would take 40 s`);
});

test('a client has an eighth of the calls in flight, however many it asks for, and others have theirs', async () => {
  stopClock();
  const kept: (() => void)[] = [];
  const upstream = await startUpstream((email, response) => {
    kept.push(() => {
      answerJson(response, result(email));
    });
  });
  const { edge } = setUp('', {
    upstream: { baseUrl: upstream.baseUrl, apiKey: 'k', timeoutMs: 1000, ratePerSecond: 32 },
  });
  const tokens = await Promise.all([fetchToken(edge), fetchToken(edge, { client: '192.0.2.99' })]);
  let refused = 0;
  // The places are those of two times the rate for a second and a quarter of waiting.
  const asked = Array.from({ length: 40 }, async (_, i) => {
    const response = await validate(edge, tokens[0], `p${i}@example.com`);
    if (((await response.json()) as EdgeVerdict).status === 'unknown') refused += 1;
  });
  const other = validate(edge, tokens[1], 'ada@example.com', { client: '192.0.2.99' });
  while (refused < 30) await new Promise(setImmediate);
  // Busy calls wait for their turns.
  vi.advanceTimersByTime(250);
  while (kept.length < 10 + 1) await new Promise(setImmediate);
  for (const answer of kept) answer();
  await Promise.all([other, ...asked]);
  assert.deepEqual([upstream.urls.length, refused], [10 + 1, 30]);
});

test('a service is told to answer within the time that a check has left, so that its answer also comes in time after a wait', async () => {
  stopClock();
  const told: number[] = [];
  const store = memoryStore();
  let recalled = 0;
  const { edge } = setUp('', {
    upstream: {
      baseUrl: 'http://upstream.example',
      apiKey: 'k',
      ratePerSecond: 2,
      fetch: async (url) => {
        const { searchParams } = new URL(url);
        const timeoutMs = Number(searchParams.get('timeout_ms'));
        told.push(timeoutMs);
        await new Promise((resolve) => setTimeout(resolve, timeoutMs));
        return Response.json(
          result(searchParams.get('email') ?? '', { status: 'unknown', sub_status: ['dns_timeout'] }),
        );
      },
    },
    store: {
      ...store,
      get: (key) => {
        recalled += 1;
        return store.get(key);
      },
    },
  });
  const answers = Promise.all(
    [0, 1, 2, 3].map((i) => checkOnce(edge, `p${i}@slow${i}.example`, { client: `192.0.2.${i}` })),
  );
  // A check whose verdict is not remembered asks for its turn at once.
  while (recalled < 4 || told.length < 2) await new Promise(setImmediate);
  vi.advanceTimersByTime(1050);
  while (told.length < 4) await new Promise(setImmediate);
  const [first, second, ...waited] = told;
  assert.deepEqual([first, second], [4000, 4000]);
  assert.ok(
    waited.every((ms) => ms > 2500 && ms < 4000),
    waited.join(),
  );
  // No further than to the last answer: the promises of the first ones go on after all timers.
  vi.advanceTimersByTime(Math.max(...waited));
  for (const { sub_status } of await answers) assert.deepEqual(sub_status, ['dns_timeout']);
  assert.equal(told.length, 4);
});

test('a call that is made again is counted again', async () => {
  const upstream = await startUpstream((email, response) => {
    if (upstream.urls.length % 2) response.writeHead(429, { 'retry-after': '0' }).end();
    else answerJson(response, result(email));
  });
  const { edge } = setUp('', { upstream: { baseUrl: upstream.baseUrl, apiKey: 'k' }, quotas: { checksPerDay: 5 } });
  const found: string[] = [];
  for (let i = 0; i < 4; i += 1)
    found.push((await checkOnce(edge, `p${i}@example.com`, { client: `192.0.2.${i}` })).status);
  assert.deepEqual([found, upstream.urls.length], [['valid', 'valid', 'unknown', 'unknown'], 5]);
});

test('an upstream whose second began later than the edge’s refuses one call, and all that waited are made when it may be asked', async () => {
  stopClock();
  const counted: number[] = [];
  let refused = 0;
  // The first calls arrive late, as on connections that have to be opened.
  const answer = async (url: string): Promise<Response> => {
    if (counted.length < 5) await new Promise((resolve) => setTimeout(resolve, 100));
    const now = performance.now();
    if (counted.filter((at) => now - at < 1000).length < 5) {
      counted.push(now);
      return Response.json(result(new URL(url).searchParams.get('email') ?? ''));
    }
    refused += 1;
    return new Response(null, { status: 429, headers: { 'retry-after': '1' } });
  };
  const ask = createAsk({ baseUrl: 'http://upstream.example', apiKey: API_KEY, fetch: answer });
  const results: Promise<UpstreamResult>[] = [];
  for (let n = 0; n < 8; n += 1) {
    results.push(ask(`p${n}@example.com`, { id: `${n}`, checks: 0 }, () => Promise.resolve(success(null))));
    // Each has its turn a little later than the one before.
    await vi.advanceTimersByTimeAsync(5);
  }
  await vi.advanceTimersByTimeAsync(5000);
  const found = (await Promise.all(results)).map(({ ok }) => ok);
  assert.deepEqual([refused, found], [1, Array(8).fill(true)]);
});

test('no second has more calls than the rate, also when the store takes longer to count some of them', async () => {
  stopClock();
  const calls: number[] = [];
  const answer = (url: string): Promise<Response> => {
    calls.push(performance.now());
    return Promise.resolve(Response.json(result(new URL(url).searchParams.get('email') ?? '')));
  };
  const ask = createAsk({ baseUrl: 'http://upstream.example', apiKey: API_KEY, ratePerSecond: 5, fetch: answer });
  let counted = 0;
  const pay = async () => {
    if (++counted <= 5) await new Promise((resolve) => setTimeout(resolve, 500));
    return success(null);
  };
  const results = Array.from({ length: 10 }, (_, n) => ask(`p${n}@example.com`, { id: `${n}`, checks: 0 }, pay));
  await vi.advanceTimersByTimeAsync(5000);
  await Promise.all(results);
  assert.ok(calls.length >= 5, `${calls.length} calls`);
  for (const [i, at] of calls.entries()) assert.ok(i < 5 || at - calls[i - 5]! > 1000, calls.join());
});

for (const by of ['the rate', 'the budget'])
  test(`a check that ${by} keeps from an upstream after its outage is no sign that the upstream works`, async () => {
    stopClock();
    let calls = 0;
    let isSilent = false;
    const ask = createAsk({
      baseUrl: 'http://upstream.example',
      apiKey: 'k',
      timeoutMs: 400,
      ratePerSecond: 5,
      breaker: { failures: 5, pauseMs: 100 },
      fetch: () => {
        calls += 1;
        return isSilent ? new Promise(() => undefined) : Promise.resolve(new Response(null, { status: 500 }));
      },
    });
    const checkOf = (id: string, isPaid = true): Promise<UpstreamResult> =>
      ask('ada@example.com', { id, checks: 1 }, () =>
        Promise.resolve(isPaid ? success(null) : failure({ code: 'rate_limited', reason: 'the day is used up' })),
      );
    for (const id of ['a', 'b', 'c', 'd', 'e']) await checkOf(id);
    // The circuit is half-open from 100 ms on, and the rate has its next turn after 1050 ms.
    vi.advanceTimersByTime(by === 'the rate' ? 100 : 1100);
    const refused = await checkOf('f', by === 'the rate');
    const reason = by === 'the rate' ? /^not asked: more than 5 calls a second/ : /^the day is used up$/;
    assert.match(refused.ok ? '' : refused.reason.reason, reason);
    assert.equal(calls, 5);
    vi.advanceTimersByTime(1100);
    isSilent = true;
    for (const id of ['g', 'h', 'i', 'j', 'k']) void checkOf(id);
    await new Promise(setImmediate);
    assert.equal(calls, 5 + 3, 'three clients try it');
  });

test('a call whose turn comes too late for its check costs nothing', async () => {
  stopClock();
  const paidFor: string[] = [];
  const ask = createAsk({
    baseUrl: 'http://upstream.example',
    apiKey: API_KEY,
    ratePerSecond: 1,
    fetch: () => Promise.resolve(Response.json(result('anna@harbour-shop.com'))),
  });
  const askAs = (id: string): Promise<UpstreamResult> =>
    ask('anna@harbour-shop.com', { id, checks: 1, endsAt: performance.now() + 2000 }, () => {
      paidFor.push(id);
      return Promise.resolve(success(null));
    });
  const outcomes = Promise.all(['first', 'second'].map(askAs));
  await vi.advanceTimersByTimeAsync(2000);
  assert.deepEqual(
    (await outcomes).map(({ ok }) => ok),
    [true, false],
  );
  assert.deepEqual(paidFor, ['first']);
});
