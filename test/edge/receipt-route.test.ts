/** `POST /receipt`: the receipt check for backends that have no library for it. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import type { EdgeOptions } from '../../src/edge/index.js';
import type { ReceiptCheck } from '../../src/receipt/index.js';
import type { Problem } from '../../src/protocol/index.js';
import { answerJson, checkOnce, CLIENT, ISSUER, ORIGIN, result, setUp, startUpstream } from './support.js';
import { claimsAt, eddsa, EMAIL, es256, otherEddsa, signWith } from '../receipt/support.js';
import { runs } from '../support/whole.js';

const RUNS = { numRuns: runs(300, 60) };
const upstream = await startUpstream((email, response) => {
  answerJson(response, result(email, email.startsWith('no') ? { status: 'invalid', quality: 'unsafe' } : {}));
});

type Call = (body: unknown, headers?: Record<string, string>, client?: string) => Promise<Response>;

/** An edge, and a backend that calls it as one does: without an Origin. */
const backend = (over: Partial<EdgeOptions> = {}) => {
  const { edge, lines, clock } = setUp(upstream.baseUrl, { receiptKey: [eddsa, es256], ...over });
  const call: Call = (body, headers = { 'content-type': 'application/json' }, client = CLIENT) =>
    edge(
      new Request(`${ISSUER}/receipt`, {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      { clientAddress: client },
    );
  const ask = async (over: object): Promise<ReceiptCheck> => {
    const response = await call({ email: EMAIL, audience: ORIGIN, ...over });
    assert.equal(response.status, 200);
    return (await response.json()) as ReceiptCheck;
  };
  return { edge, lines, clock, call, ask };
};

const { edge, lines, clock, call, ask } = backend({ quotas: { receiptsPerClientPerMinute: 1e6 } });
const { receipt } = await checkOnce(edge, EMAIL);

const refused = async (response: Response, status: number, code: string): Promise<string> => {
  const problem = (await response.json()) as Problem;
  assert.deepEqual([response.status, problem.code], [status, code], problem.detail);
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  return problem.detail;
};

test('a genuine receipt is answered with the decision and what was found', async () => {
  const check = await ask({ receipt });
  assert.ok(check.ok);
  assert.deepEqual(
    [check.decision, check.email, check.claims.status, check.claims.aud],
    ['allow', EMAIL, 'valid', ORIGIN],
  );
  assert.ok((await ask({ receipt, audience: [ORIGIN] })).ok);
});

test('what the policy refuses, the site’s own or the default one, is answered with its claims', async () => {
  const { receipt: invalid } = await checkOnce(edge, 'nobody@example.com');
  for (const body of [
    { receipt: invalid, email: 'nobody@example.com' },
    { receipt, policy: { block: ['valid'] } },
  ]) {
    const check = await ask(body);
    assert.ok(!check.ok);
    assert.equal(check.reason, 'policy');
    assert.ok(check.claims);
  }
  assert.ok(
    (await ask({ receipt: invalid, email: 'nobody@example.com', policy: { allowDomains: ['example.com'] } })).ok,
  );
});

test('whatever a form held in place of a receipt or an address is a reason, not a refusal', async () => {
  for (const nothing of [null, '', 'x', 7, [receipt], { receipt }]) {
    assert.deepEqual(await ask({ receipt: nothing }), { ok: false, reason: 'malformed' });
  }
  for (const email of [null, '', 'bob@example.com', 7, [EMAIL]]) {
    const check = await ask({ receipt, email });
    assert.equal(!check.ok && check.reason, 'address');
  }
  const { receipt: replaced } = await checkOnce(edge, 'a\ufffdb@example.com');
  const check = await ask({ receipt: replaced, email: 'a\ud800b@example.com', policy: { block: [] } });
  assert.equal(!check.ok && check.reason, 'address');
});

test('a receipt of a key that no longer signs is accepted, one of another’s key is not', async () => {
  assert.ok((await ask({ receipt: await signWith(es256, claimsAt(clock.now)) })).ok);
  const reason = async (receipt: string): Promise<string | false> => {
    const check = await ask({ receipt });
    return !check.ok && check.reason;
  };
  assert.equal(await reason(await signWith(otherEddsa, claimsAt(clock.now))), 'key');
  assert.equal(await reason(await signWith(otherEddsa, claimsAt(clock.now), { kid: eddsa.kid })), 'signature');
  assert.equal(await reason(await signWith(eddsa, claimsAt(clock.now - 2e6))), 'expired');
  assert.equal(await reason(await signWith(eddsa, claimsAt(clock.now, { aud: 'https://x.example' }))), 'audience');
});

test('asked for single use, 200 calls at once are answered ok once', async () => {
  const { receipt } = await checkOnce(edge, EMAIL);
  assert.ok((await ask({ receipt })).ok);
  const checks = await Promise.all(Array.from({ length: 200 }, () => ask({ receipt, once: true })));
  assert.equal(checks.filter(({ ok }) => ok).length, 1);
  assert.ok(checks.every((check) => check.ok || check.reason === 'used'));
});

test('a store that fails counts nobody, so the call is refused as unavailable', async () => {
  const away = (): Promise<never> => Promise.reject(new Error('away'));
  const { call } = backend({ store: { take: away, get: away, set: away, setIfAbsent: away } });
  await refused(await call({ receipt, email: EMAIL, audience: ORIGIN }), 503, 'unavailable');
});

test('a store that fails at the note alone is a reason', async () => {
  const { ask } = backend({
    store: {
      take: () => Promise.resolve([{ allowed: true, remaining: 1, resetMs: 1 }]),
      get: () => Promise.resolve(null),
      set: () => Promise.resolve(),
      setIfAbsent: () => Promise.reject(new Error('away')),
    },
  });
  const check = await ask({ receipt, once: true });
  assert.ok(!check.ok && check.claims);
  assert.equal(check.reason, 'store_unavailable');
});

test('no answer has a CORS header, not even to an allowed page', async () => {
  const origin = { origin: ORIGIN };
  const { call: limited } = backend({ quotas: { receiptsPerClientPerMinute: 1 } });
  const answers = [
    await call({ receipt, email: EMAIL, audience: ORIGIN }, origin),
    await call('{', origin),
    await limited({}, origin),
    await limited({}, origin),
    await edge(new Request(`${ISSUER}/receipt`, { headers: origin })),
    await edge(new Request(`${ISSUER}/receipt`, { method: 'OPTIONS', headers: origin })),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 400, 429, 405, 405],
  );
  for (const { headers } of answers) {
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control-') || name === 'vary'),
      [],
    );
    assert.equal(headers.get('cache-control'), 'no-store');
  }
  assert.equal(answers.at(-1)?.headers.get('allow'), 'POST');
});

const right = { receipt, email: EMAIL, audience: ORIGIN };
const BAD: [string, unknown, RegExp][] = [
  ['no body', '', /not JSON/],
  ['a form', `receipt=${receipt}`, /not JSON/],
  ['null', 'null', /not a JSON object/],
  ['a list', '[]', /'receipt' is missing/],
  ['no receipt', { ...right, receipt: undefined }, /'receipt' is missing; if the form had none, send null/],
  ['no email', { ...right, email: undefined }, /'email' is missing/],
  ['no audience', { ...right, audience: undefined }, /'audience' takes the origin of your page.*ALLOWED_ORIGINS/],
  ['an empty audience', { ...right, audience: [] }, /'audience'/],
  ['another site', { ...right, audience: 'https://x.example' }, /'audience'/],
  ['another site beside one’s own', { ...right, audience: [ORIGIN, 'https://x.example'] }, /'audience'/],
  ['a policy that is a word', { ...right, policy: 'invalid' }, /'policy' is invalid: it takes an object/],
  ['a policy of words', { ...right, policy: { block: 'invalid' } }, /'policy' is invalid/],
  ['a misspelt word', { ...right, policy: { block: ['disposible'] } }, /'policy' is invalid: .* write 'disposable'\./],
  ['another policy', { ...right, policy: { deny: [] } }, /'policy' is invalid/],
  ['a word for once', { ...right, once: 'yes' }, /'once' takes true or false/],
];

for (const [name, body, detail] of BAD) {
  test(`${name}: a bad request, which says what would be right`, async () => {
    const said = await refused(await call(body), 400, 'bad_request');
    assert.match(said, detail);
    assert.match(said, /Send \{"receipt": "…", "email": "…", "audience"/);
    assert.ok(!said.includes(receipt));
  });
}

test('2048 bytes are taken and 2049 are not', async () => {
  const body = JSON.stringify(right);
  assert.equal((await call(body.padEnd(2048))).status, 200);
  await refused(await call(body.padEnd(2049)), 413, 'too_large');
});

test('a backend has so many receipts checked in a minute, and is told when to come again', async () => {
  const { call, clock } = backend({ quotas: { receiptsPerClientPerMinute: 5 } });
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await call(right)).status));
  assert.equal(statuses.filter((status) => status === 200).length, 5);
  assert.equal((await call(right, {}, '198.51.100.1')).status, 200);
  const response = await call(right);
  assert.equal(response.headers.get('retry-after'), '60');
  assert.match(await refused(response, 429, 'rate_limited'), /More than 5 receipts in a minute/);
  clock.now += 60_000;
  assert.equal((await call(right)).status, 200);
});

test('any body at all is answered 200, 400 or 413', async () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(receipt), fc.constant(ORIGIN));
  const anyBody = fc.record(
    {
      receipt: fc.oneof(anyText, fc.jsonValue()),
      email: fc.oneof(anyText, fc.emailAddress(), fc.jsonValue()),
      audience: fc.oneof(fc.constant(ORIGIN), fc.constant([ORIGIN]), fc.jsonValue()),
      policy: fc.oneof(fc.constant({}), fc.jsonValue()),
      once: fc.oneof(fc.boolean(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, fc.json(), anyBody), async (body) => {
      const { status } = await call(body);
      assert.ok([200, 400, 413].includes(status), String(status));
    }),
    RUNS,
  );
});

test('nothing of all this cost a check or was an internal error, and no line of the log names anybody', () => {
  assert.equal(upstream.urls.length, 2);
  assert.deepEqual(
    lines.filter(({ event }) => event === 'error'),
    [],
  );
  const logged = JSON.stringify(lines);
  for (const text of [receipt, EMAIL, CLIENT]) assert.ok(!logged.includes(text));
});
