import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  assertProblem,
  fetchToken,
  ISSUER,
  ORIGIN,
  post,
  receiptKey,
  setUp,
  startUpstream,
  validate,
} from './support.js';

const upstream = await startUpstream();
const { edge, lines } = setUp(upstream.baseUrl);
const call = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  edge(new Request(`${ISSUER}${path}`, { method, headers }));

test('the page of an allowed origin can read its answers, and how long to wait', async () => {
  for (const response of [
    await post(edge, '/token', null),
    await validate(edge, await fetchToken(edge), 'a@example.com'),
  ]) {
    const { headers } = response;
    assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
    assert.equal(headers.get('access-control-expose-headers'), 'Retry-After, RateLimit, RateLimit-Policy');
    assert.equal(headers.get('vary'), 'Origin');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  }
});

const STRANGERS = [
  'https://evil.example',
  'http://shop.example',
  'https://shop.example:8443',
  'https://shop.example.evil.example',
  'https://sub.shop.example',
  'https://SHOP.example',
  'https://shop.example/',
  'https://shop.example, https://evil.example',
  'null',
  '*',
  '',
];

test('no other origin is allowed, however alike, and the refusal names the setting', async () => {
  for (const origin of [null, ...STRANGERS]) {
    for (const path of ['/token', '/validate']) {
      const { detail } = await assertProblem(await post(edge, path, '{}', { origin }), 403, 'origin_not_allowed', null);
      assert.match(detail, /ALLOWED_ORIGINS.*origins/);
    }
  }
});

test('the log names a refused origin, and nothing that only pretends to be one', async () => {
  const { edge, lines } = setUp(upstream.baseUrl);
  await post(edge, '/token', null, { origin: 'https://evil.example' });
  await post(edge, '/token', null, { origin: 'https://ada@example.com' });
  assert.deepEqual(
    lines.map((line) => line.event === 'request' && [line.status, line.code, line.origin]),
    [
      [403, 'origin_not_allowed', 'https://evil.example'],
      [403, 'origin_not_allowed', 'none'],
    ],
  );
});

test('each allowed origin is answered with itself alone', async () => {
  const { edge } = setUp(upstream.baseUrl, { origins: [ORIGIN, 'http://localhost:5173'] });
  for (const origin of [ORIGIN, 'http://localhost:5173']) {
    assert.equal((await post(edge, '/token', null, { origin })).headers.get('access-control-allow-origin'), origin);
  }
});

test('a preflight of an allowed origin is answered, one of another is not', async () => {
  const headers = {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  const response = await call('OPTIONS', '/validate', headers);
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), ORIGIN);
  assert.equal(response.headers.get('access-control-allow-methods'), 'POST, OPTIONS');
  assert.equal(response.headers.get('access-control-allow-headers'), 'Content-Type');
  assert.equal(response.headers.get('access-control-max-age'), '86400');
  assert.equal(response.headers.get('vary'), 'Origin');
  const stranger = await call('OPTIONS', '/validate', { ...headers, origin: 'https://evil.example' });
  await assertProblem(stranger, 403, 'origin_not_allowed', null);
});

test('the key set holds the public half of the key and nothing of the private one', async () => {
  const response = await call('GET', '/.well-known/jwks.json');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'public, max-age=600');
  const { x, kid } = receiptKey;
  const published = { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
  assert.deepEqual(await response.json(), { keys: [published] });
});

test('health is answered to anyone, and HEAD without a body', async () => {
  const response = await call('GET', '/healthz');
  assert.deepEqual([response.status, await response.json()], [200, { status: 'ok' }]);
  const head = await call('HEAD', '/healthz');
  assert.deepEqual([head.status, await head.text()], [200, '']);
});

test('an edge whose receipt key does not fit together says so at its health, not by ending the process', async () => {
  const { edge, lines } = setUp(upstream.baseUrl, { receiptKey: { ...receiptKey, d: 'A'.repeat(43) } });
  await assertProblem(await edge(new Request(`${ISSUER}/healthz`)), 500, 'internal_error', null);
  assert.equal(lines[0]?.event, 'error');
});

test('another method is refused with the ones that are taken', async () => {
  for (const [method, path, allow] of [
    ['GET', '/token', 'POST, OPTIONS'],
    ['PUT', '/validate', 'POST, OPTIONS'],
    ['POST', '/.well-known/jwks.json', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/healthz', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const response = await call(method, path, { origin: ORIGIN });
    assert.equal(response.headers.get('allow'), allow);
    await assertProblem(response, 405, 'method_not_allowed');
  }
});

test('any other path is not found, and the log does not quote it', async () => {
  for (const path of [
    '/',
    '/receipt/',
    '/token/',
    '/TOKEN',
    '/constructor',
    '/__proto__',
    '/ada@example.com?email=ada@example.com',
  ]) {
    await assertProblem(await call('POST', path, { origin: ORIGIN }), 404, 'not_found');
  }
  assert.ok(!JSON.stringify(lines).includes('ada'));
});

test('a request is one line: what was asked, what was answered, how long it took', async () => {
  const { edge, lines } = setUp(upstream.baseUrl);
  await validate(edge, await fetchToken(edge), 'ada@example.com');
  assert.deepEqual(lines, [
    { event: 'request', method: 'POST', route: '/token', status: 200, ms: 0 },
    { event: 'request', method: 'POST', route: '/validate', status: 200, ms: 0, verdict: 'valid', from: 'upstream' },
  ]);
});
