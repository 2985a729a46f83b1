/** Whoever sends what no page would: each route says 4xx, and nothing of it comes back in a header or throws. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { altcha } from '../../../src/edge/index.js';
import { answerJson, checkOnce, fetchToken, ISSUER, ORIGIN, post, result, setUp, startUpstream } from '../support.js';
import { each, tally, wordOf } from './support.js';

const upstream = await startUpstream();
const quotas = { tokensPerClientPerMinute: 1e6, receiptsPerClientPerMinute: 1e6 };
const plain = setUp(upstream.baseUrl, { quotas });
const asking = setUp(upstream.baseUrl, { quotas, challenge: altcha() });
const token = await fetchToken(plain.edge);

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
const bodies: BodyInit[] = [
  ...[5, 50, 500, 1000].flatMap((depth) => [nested('[', ']', depth), nested('{"a":', '}', depth), '['.repeat(depth)]),
  ...[2049, 16_385, 1_000_000].flatMap((size) => [
    'x'.repeat(size),
    ' '.repeat(size),
    `{"token":"${'x'.repeat(size)}"}`,
  ]),
  ...[
    '7',
    'null',
    '"x"',
    'true',
    '[]',
    '{"challenge":7,"token":7,"email":7,"receipt":7}',
    '{"challenge":{},"token":{},"email":{}}',
    '{"challenge":null,"token":null}',
  ],
  ...[
    '\uFEFF{',
    '\0',
    '{}\0',
    '{"token":"a","token":"b"}',
    '{"__proto__":{"token":"x","email":"x","challenge":"x"}}',
    '{"constructor":{"prototype":{"token":"x"}},"email":"a@example.com"}',
  ],
  ...[
    '{"challenge":"\\ud800","token":"\\ud800","email":"\\udfff"}',
    '{"challenge":"\\u0000","token":"\\u0000\\r\\n","email":"a@example.com"}',
  ],
  ...[
    [0xff, 0xfe],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0x22, 0xe2, 0x82],
    [0xf4, 0x90, 0x80, 0x80],
  ].map((bytes) => new Uint8Array(bytes)),
];

for (const [name, { edge, lines }, path] of [
  ['/validate', plain, '/validate'],
  ['/receipt', plain, '/receipt'],
  ['/token, where a challenge is asked,', asking, '/token'],
] as const) {
  test(`oversized, deep, wrong-typed and broken bodies at ${name} are 4xx`, async () => {
    const words = tally(await each(bodies, async (body) => wordOf(await post(edge, path, body))));
    assert.ok(
      Object.keys(words).every((word) => word.startsWith('4')),
      JSON.stringify(words),
    );
    assert.deepEqual(
      lines.filter(({ event }) => event !== 'request'),
      [],
    );
    assert.equal(Reflect.get({}, 'token'), undefined);
    console.log(`${bodies.length} bodies at ${name}: ${JSON.stringify(words)}`);
  });
}

test('where no challenge is asked, POST /token reads no body: any is a token, and none is an error', async () => {
  const words = tally(await each(bodies, async (body) => wordOf(await post(plain.edge, '/token', body))));
  assert.deepEqual(words, { 200: bodies.length });
});

test('of a key that is there twice the last counts, and a byte order mark is skipped', async () => {
  const email = 'last@example.com';
  const body = `\uFEFF{"token":"x","email":"first@example.com","token":"${token}","email":"${email}"}`;
  const answer = await post(plain.edge, '/validate', body);
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as { email: string }).email, email);
});

test('nothing that a client or an upstream says comes back in a header', async () => {
  const evil = 'x\r\nset-cookie: a=b\r\n\r\n<script>\0';
  const telling = await startUpstream((email, response) => {
    answerJson(response, result(email, { did_you_mean: `${evil}@example.com`, sub_status: [evil] }));
  });
  const { edge, lines } = setUp(telling.baseUrl);
  const verdict = await checkOnce(edge, 'ada@example.com');
  assert.equal(verdict.did_you_mean, null);
  const values = [
    'https://evil.example',
    'null',
    `${ORIGIN}.evil.example`,
    `${ORIGIN}/`,
    `${ORIGIN}, https://evil.example`,
    ORIGIN.toUpperCase(),
    '%0d%0aset-cookie:a=b',
  ];
  const names = [
    'origin',
    'host',
    'x-forwarded-host',
    'access-control-request-headers',
    'content-type',
    'referer',
    'x-request-id',
  ];
  const allowed = [
    'access-control-allow-origin',
    'access-control-expose-headers',
    'vary',
    'content-type',
    'cache-control',
    'allow',
    'access-control-allow-methods',
    'access-control-allow-headers',
    'access-control-max-age',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
  ];
  let tried = 0;
  for (const path of ['/token', '/validate', '/receipt', '/healthz', '/.well-known/jwks.json', '/%0d%0aset-cookie:a=b'])
    for (const method of ['GET', 'POST', 'OPTIONS'])
      for (const name of names)
        for (const value of values) {
          const request = new Request(`${ISSUER}${path}`, { method, headers: { origin: ORIGIN, [name]: value } });
          const { headers, status } = await edge(request);
          tried += 1;
          assert.ok(status < 500);
          for (const [header, said] of headers) {
            assert.ok(allowed.includes(header), header);
            assert.ok(!/evil|cookie/i.test(said), said);
          }
          if (name === 'origin') assert.equal(headers.get('access-control-allow-origin'), null);
        }
  assert.deepEqual(
    lines.filter(({ event }) => event === 'error'),
    [],
  );
  console.log(`${tried} requests with made-up headers: none came back`);
});

test('a remembered verdict is read by no page that is not allowed', async () => {
  await checkOnce(plain.edge, 'remembered@example.com');
  const body = JSON.stringify({ token, email: 'remembered@example.com' });
  for (const origin of [
    null,
    'null',
    'https://evil.example',
    `${ORIGIN}:443`,
    `${ORIGIN}.evil.example`,
    'http://shop.example',
  ])
    assert.equal(await wordOf(await post(plain.edge, '/validate', body, { origin })), '403 origin_not_allowed');
});
