/** Whoever makes tokens, or uses somebody else's: none is taken. */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey } from 'node:crypto';
import { test } from 'vitest';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { publicHalf } from '../../../src/receipt/key.js';
import type { Problem } from '../../../src/protocol/index.js';
import {
  checkOnce,
  fetchToken,
  forge,
  ISSUER,
  ORIGIN,
  receiptKey,
  SECRET,
  setUp,
  startUpstream,
  validate,
  type Caller,
} from '../support.js';
import { sample, whole } from '../../support/whole.js';
import { each, numbers, tally, wordOf } from './support.js';

const OTHER = 'https://other.example';
const upstream = await startUpstream();
// A call of the upstream that times out on a busy machine would be counted late.
const open = (over: Parameters<typeof setUp>[1] = {}) =>
  setUp(upstream.baseUrl, { origins: [ORIGIN, OTHER], timeoutMs: 60_000, ...over });
const { edge, clock } = open();
const real = await fetchToken(edge);
const [head = '', body = '', signature = ''] = real.split('.');
const header = decodeProtectedHeader(real);
const claims = decodeJwt(real);

/** Of what has to be issued or signed one by one. */
const MANY = whole ? 500 : 20;

/** Asserts that none of these tokens is taken, and that trying them costs nobody anything; says how many there were. */
const assertNone = async (what: string, all: readonly string[], caller?: Caller): Promise<void> => {
  const tokens = sample(all, 20);
  const before = upstream.urls.length;
  const { edge, clock: own } = open();
  own.now = clock.now;
  const words = tally(
    await each(tokens, async (token) => wordOf(await validate(edge, token, 'ada@example.com', caller))),
  );
  const accepted = words['200'] ?? 0;
  assert.deepEqual(
    Object.keys(words).filter((word) => !['401 bad_token', '401 token_expired'].includes(word)),
    [],
  );
  assert.equal(upstream.urls.length, before);
  // The real one is taken where they were not, and everything is left that it pays for.
  const control = await validate(edge, await fetchToken(edge, caller), 'control@example.com', caller);
  assert.equal(control.status, 200);
  assert.match(control.headers.get('ratelimit') ?? '', /"token";r=49;.*"minute";r=119;.*"day";r=999;/);
  console.log(`${tokens.length.toLocaleString('en')} ${what}: ${accepted} accepted`);
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The signature's bytes: its last character has bits that mean nothing. */
const meaning = (token: string): string => {
  const cut = token.lastIndexOf('.');
  return token.slice(0, cut) + Buffer.from(token.slice(cut + 1), 'base64url').toString('hex');
};

test('a real token with one character changed, left out or doubled', async () => {
  const changed = Array.from(real).flatMap((letter, at) => [
    ...[7, 23, 41].map((step) => {
      const other = LETTERS[(Math.max(0, LETTERS.indexOf(letter)) + step) % 64]!;
      return real.slice(0, at) + other + real.slice(at + 1);
    }),
    real.slice(0, at) + real.slice(at + 1),
    real.slice(0, at) + letter + real.slice(at),
    real.slice(0, at + 1),
  ]);
  await assertNone(
    'tokens with one character changed',
    changed.filter((token) => token !== '' && meaning(token) !== meaning(real)),
  );
});

/** Keys that anybody knows or could guess. */
const knownKeys = (): Buffer[] => {
  const publicJwk = { ...publicHalf(receiptKey) };
  const publicKey = createPublicKey({ key: publicJwk, format: 'jwk' });
  const texts = [
    '',
    ' ',
    '0',
    'null',
    'undefined',
    'secret',
    'your-256-bit-secret',
    SECRET,
    SECRET.slice(0, 32),
    ISSUER,
    ORIGIN,
    header.kid ?? '',
    receiptKey.kid,
    receiptKey.x,
    JSON.stringify(publicJwk),
    JSON.stringify({ keys: [publicJwk] }),
    'email-verify',
    'email-verify edge token',
    head,
    body,
    signature,
    publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    publicKey.export({ format: 'pem', type: 'spki' }).toString().trim(),
  ];
  const bytes = [
    publicKey.export({ format: 'der', type: 'spki' }),
    Buffer.from(receiptKey.x, 'base64url'),
    Buffer.from(receiptKey.kid, 'base64url'),
    Buffer.from(signature, 'base64url'),
    Buffer.alloc(32),
    Buffer.alloc(64, 0xff),
  ];
  return [...texts.map((text) => Buffer.from(text)), ...bytes];
};

const HEADERS: object[] = [
  {},
  { kid: receiptKey.kid },
  { kid: undefined },
  { kid: '' },
  { kid: null },
  { kid: ['x'] },
  { kid: { id: header.kid } },
  { kid: '__proto__' },
  { kid: '../../dev/null' },
  { typ: 'JWT' },
  { typ: 'email-verification+jwt' },
  { typ: undefined },
  { jwk: { kty: 'oct', k: 'AAAA' } },
  { jku: `${ISSUER}/jwks` },
  { x5u: ISSUER },
  { crit: ['exp'] },
  { b64: false, crit: ['b64'] },
  { alg: 'none', typ: undefined, kid: undefined },
  { zip: 'DEF' },
];
const RICHER: object[] = [{}, { checks: 1e6 }, { exp: 9_999_999_999 }, { aud: OTHER }, { client: 'x' }, { jti: 'x' }];

test('another algorithm, none, and every HMAC by a key that anybody knows', async () => {
  const algorithms = [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'HS256',
    'hs256',
    'HS384',
    'HS512',
    'RS256',
    'PS256',
    'ES256',
    'EdDSA',
    'Ed25519',
    'dir',
    null,
    256,
    ['HS256'],
    undefined,
  ];
  const unsigned = algorithms.flatMap((alg) =>
    HEADERS.flatMap((more) =>
      RICHER.map((richer) => forge({ ...header, alg, ...more }, { ...claims, ...richer }).slice(0, -1)),
    ),
  );
  // The real header and claims under the real signature are the real token.
  const bare = unsigned.flatMap((text) => [`${text}.`, `${text}.${signature}`, text]).filter((token) => token !== real);
  await assertNone('tokens of alg none, another alg or a changed header or claims', bare);

  const keys = knownKeys();
  const signed = keys.flatMap((key) =>
    ['HS256', 'HS384', 'HS512', 'none', 'EdDSA'].flatMap((alg) =>
      HEADERS.slice(0, 5).flatMap((more) =>
        RICHER.slice(0, 2).map((richer) => {
          const text = forge({ ...header, alg, ...more }, { ...claims, ...richer }).slice(0, -1);
          const hash = { HS384: 'sha384', HS512: 'sha512' }[alg] ?? 'sha256';
          return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
        }),
      ),
    ),
  );
  await assertNone(`tokens signed by ${keys.length} known keys, public ones among them`, signed);
});

test('tokens that somebody else was issued, here or elsewhere', async () => {
  const generous = open({ quotas: { tokensPerClientPerMinute: 10_000 } });
  const networks = numbers(MANY).map((i) => (i % 2 ? `198.18.${i >> 8}.${i & 255}` : `2001:db8:${i.toString(16)}::1`));
  await assertNone('tokens of other networks', await each(networks, (client) => fetchToken(generous.edge, { client })));
  await assertNone(
    'tokens of another origin',
    await each(numbers(MANY), () => fetchToken(generous.edge, { origin: OTHER })),
  );
  const elsewhere = open({ secret: `${SECRET}.`, quotas: { tokensPerClientPerMinute: 10_000 } });
  await assertNone(
    'tokens of an edge with another secret',
    await each(numbers(MANY), () => fetchToken(elsewhere.edge)),
  );
  const receipts = await each(numbers(40), async (i) => (await checkOnce(generous.edge, `r${i}@example.com`)).receipt);
  await assertNone('receipts in place of tokens', receipts);
});

test('tokens whose time is over, by a second or by years', async () => {
  const { edge, clock } = open({ quotas: { tokensPerClientPerMinute: 10_000 } });
  const tokens = await each(numbers(MANY), () => fetchToken(edge));
  const issued = Math.floor(clock.now / 1000) * 1000;
  const words = await each(
    tokens,
    async (token, i) => {
      clock.now = issued + 600_000 + i * i * 10_000;
      const answer = await validate(edge, token, 'ada@example.com');
      const { code } = (await answer.json()) as Problem;
      return `${answer.status} ${code}`;
    },
    1,
  );
  assert.deepEqual(tally(words), { '401 token_expired': MANY });
  console.log(`${MANY} expired tokens: 0 accepted`);
});

test('a token that is used again and again pays for its checks and for no more', async () => {
  const { edge, clock } = open({
    quotas: { checksPerToken: 7, tokensPerClientPerMinute: 10_000, checksPerClientPerMinute: 1e6 },
  });
  const tokens = await each(numbers(20), () => fetchToken(edge));
  const issued = clock.now;
  // Written with other bits at the signature's end, which mean nothing, it is no token: three of four texts here.
  const written = (token: string, i: number): string => {
    const last = LETTERS.indexOf(token.slice(-1));
    return token.slice(0, -1) + LETTERS[(last & 0b111100) | (i & 0b11)]!;
  };
  const words = await each(
    numbers(4000),
    async (i) => {
      clock.now = issued + Math.floor(i / 1000) * 150_000;
      const token = tokens[i % tokens.length]!;
      return wordOf(await validate(edge, written(token, i >> 5), 'ada@example.com'));
    },
    50,
  );
  assert.deepEqual(tally(words), { '200': 140, '429 token_spent': 884, '401 bad_token': 2976 });
  console.log('4,000 uses of 20 tokens that pay for 7 checks each: 140 granted');
});
