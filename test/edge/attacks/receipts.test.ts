/** Whoever makes receipts, or uses one for something else: none is accepted. */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey } from 'node:crypto';
import { test } from 'vitest';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { memoryStore } from '../../../src/edge/index.js';
import { publicHalf } from '../../../src/receipt/key.js';
import type { ReceiptExpectation } from '../../../src/receipt/index.js';
import { checkOnce, fetchToken, forge, ISSUER, ORIGIN, setUp, startUpstream } from '../support.js';
import { EMAIL, claimsAt, eddsa, es256, otherEddsa, otherEs256, reasonOf, signWith } from '../../receipt/support.js';
import { sample, whole } from '../../support/whole.js';
import { each, numbers, tally } from './support.js';
import { canonicalUrl } from '../../../src/util/url.js';

const keys = [publicHalf(eddsa), publicHalf(es256)];
const now = Date.now();
const genuine = [await signWith(eddsa, claimsAt(now)), await signWith(es256, claimsAt(now))];

/** Of what has to be signed one by one. */
const MANY = whole ? 600 : 24;

/** Asserts that none of these receipts is accepted, and that the genuine ones are; says how many there were. */
const assertNone = async (
  what: string,
  all: readonly string[],
  over: Partial<ReceiptExpectation> = {},
): Promise<void> => {
  const receipts = sample(all, 20);
  for (const receipt of genuine) assert.equal(await reasonOf(receipt, keys), 'ok');
  const reasons = tally(await each(receipts, (receipt) => reasonOf(receipt, keys, over)));
  assert.equal(reasons['ok'] ?? 0, 0, JSON.stringify(reasons));
  assert.ok(receipts.length > 0);
  console.log(`${receipts.length.toLocaleString('en')} ${what}: 0 accepted (${JSON.stringify(reasons)})`);
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const meaning = (receipt: string): string => {
  const cut = receipt.lastIndexOf('.');
  return receipt.slice(0, cut) + Buffer.from(receipt.slice(cut + 1), 'base64url').toString('hex');
};

test('a genuine receipt with one character changed, left out or doubled', async () => {
  const changed = genuine.flatMap((receipt) =>
    Array.from(receipt)
      .flatMap((letter, at) => [
        receipt.slice(0, at) + LETTERS[(Math.max(0, LETTERS.indexOf(letter)) + 23) % 64]! + receipt.slice(at + 1),
        receipt.slice(0, at) + receipt.slice(at + 1),
        receipt.slice(0, at) + letter + receipt.slice(at),
      ])
      .filter((text) => meaning(text) !== meaning(receipt)),
  );
  await assertNone('receipts with one character changed', changed);
});

const HEADERS: object[] = [
  {},
  { kid: es256.kid },
  { kid: otherEddsa.kid },
  { kid: undefined },
  { kid: '' },
  { kid: [eddsa.kid] },
  { kid: '__proto__' },
  { typ: 'JWT' },
  { typ: undefined },
  { typ: 'email-verify-token+jwt' },
  { jwk: publicHalf(otherEddsa) },
  { jku: 'https://evil.example/jwks.json' },
  { crit: ['exp'] },
  { b64: false, crit: ['b64'] },
];
const algorithms = [
  'none',
  'None',
  'NONE',
  '',
  'HS256',
  'HS512',
  'RS256',
  'ES256',
  'ES384',
  'ES256K',
  'EdDSA',
  'Ed25519',
  'eddsa',
  null,
  7,
  ['EdDSA'],
  undefined,
];
const CLAIMS: object[] = [
  {},
  { status: 'valid', quality: 'safe' },
  { exp: 9_999_999_999 },
  { aud: 'https://other.example' },
  { jti: 'x' },
  { sub: 'x' },
];

test('another algorithm, none, and public keys taken for secrets', async () => {
  const parts = genuine.map((receipt) => ({
    header: decodeProtectedHeader(receipt),
    claims: decodeJwt(receipt),
    signature: receipt.slice(receipt.lastIndexOf('.') + 1),
  }));
  const bare = parts.flatMap(({ header, claims, signature }, own) =>
    algorithms.flatMap((alg) =>
      HEADERS.flatMap((more) =>
        CLAIMS.flatMap((other) => {
          const text = forge({ ...header, alg, ...more }, { ...claims, ...other });
          return [text, text + signature, text + parts[1 - own]!.signature, `${text}${'A'.repeat(86)}`];
        }),
      ),
    ),
  );
  await assertNone(
    'receipts of alg none, another alg, or changed',
    bare.filter((text) => !genuine.includes(text)),
  );

  const known = [eddsa, es256].flatMap((key) => {
    const half = publicHalf(key);
    const publicKey = createPublicKey({ key: { ...half }, format: 'jwk' });
    return [
      Buffer.from(half.x, 'base64url'),
      publicKey.export({ format: 'der', type: 'spki' }),
      ...[half.x, half.kid, JSON.stringify(half), JSON.stringify({ keys: [half] }), ISSUER, ORIGIN, ''].map((text) =>
        Buffer.from(text),
      ),
      Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })),
    ];
  });
  const confused = known.flatMap((secret) =>
    ['HS256', 'HS512', 'EdDSA', 'ES256', 'none'].flatMap((alg) =>
      parts.flatMap(({ header, claims }) =>
        HEADERS.map((more) => {
          const text = forge({ ...header, alg, ...more }, claims).slice(0, -1);
          return `${text}.${createHmac(alg === 'HS512' ? 'sha512' : 'sha256', secret)
            .update(text)
            .digest('base64url')}`;
        }),
      ),
    ),
  );
  await assertNone('receipts signed by HMAC with a public key', confused);
});

test('keys of one’s own under the names of the real ones, and real keys under each other’s', async () => {
  const signers = [
    { key: otherEddsa, alg: 'EdDSA' },
    { key: otherEs256, alg: 'ES256' },
    { key: eddsa, alg: 'EdDSA' },
    { key: es256, alg: 'ES256' },
  ];
  const made = await each(
    signers.flatMap(({ key, alg }) =>
      [eddsa.kid, es256.kid, otherEddsa.kid, 'x']
        .filter((kid) => kid !== key.kid || key === otherEddsa)
        .flatMap((kid) => numbers(MANY / 6).map((n) => ({ key, alg, kid, n }))),
    ),
    async ({ key, alg, kid, n }) =>
      new SignJWT({ ...claimsAt(now, { jti: `${n}` }) })
        .setProtectedHeader({ alg, typ: 'email-verification+jwt', kid, jwk: publicHalf(key) })
        .sign(await importJWK({ ...key }, alg)),
  );
  await assertNone('receipts signed by another key than they name', made);
});

test('genuine receipts for another address, another site, another time', async () => {
  const receipts = await each(numbers(MANY), (i) => signWith(i % 2 ? eddsa : es256, claimsAt(now, { jti: `${i}` })));
  const half = receipts.length / 2;
  for (const [i, email] of [
    'bob@example.com',
    'ada@example.org',
    'ada@example.com.',
    'ADA@example.com',
    'ada+1@example.com',
    '"ada@"@example.com',
  ].entries())
    await assertNone(
      `receipts for another address than ${email}`,
      receipts.slice((i * half) / 6, ((i + 1) * half) / 6),
      { email },
    );
  await assertNone('receipts for another site', receipts.slice(half), {
    audience: ['https://shop.example:444', 'http://shop.example', 'https://shop.example.evil.example'],
  });
  const aged = await each(numbers(MANY), (i) => signWith(eddsa, claimsAt(now - 1_860_000 - i * i * 60_000)));
  await assertNone('expired receipts', aged);
  const early = await each(numbers(MANY / 2), (i) => signWith(eddsa, claimsAt(now + 120_000 + i * i * 60_000)));
  await assertNone('receipts of the future', early);
});

/** URLs of edges that are not ours, however much they look like it; none differs by slashes at its end alone. */
const OTHER_ISSUERS: unknown[] = [
  'https://other.example',
  `${ISSUER}/verify`,
  `${ISSUER}//verify`,
  `${ISSUER}/.`,
  `${ISSUER}/%2f`,
  `${ISSUER}\\`,
  `${ISSUER}?`,
  `${ISSUER}#`,
  `${ISSUER}/ `,
  ` ${ISSUER}`,
  `${ISSUER}\n`,
  `${ISSUER}.`,
  `${ISSUER}:443`,
  `${ISSUER}.evil.example`,
  'https://edge.example@evil.example',
  'https://evil.example/https://edge.example',
  'https://evil.example#https://edge.example',
  'https://user@edge.example',
  'https://EDGE.example',
  'http://edge.example',
  '//edge.example',
  'edge.example',
  ISSUER.slice(0, -1),
  '',
  '/',
  null,
  7,
  [ISSUER],
  { url: ISSUER },
  undefined,
];

test('genuine receipts of another edge that signs with the same keys', async () => {
  const foreign = await each(OTHER_ISSUERS, (iss) => signWith(eddsa, { ...claimsAt(now), iss }));
  const tryAll = async (receipts: readonly string[], over: (i: number) => Partial<ReceiptExpectation>) =>
    tally(await each(receipts, (receipt, i) => reasonOf(receipt, keys, over(i))));
  // Nothing but the issuer is wrong: those with a text are accepted where nobody asks for it.
  const texts = OTHER_ISSUERS.filter((iss) => typeof iss === 'string');
  assert.equal((await tryAll(foreign, () => ({})))['ok'], texts.length);
  for (const issuer of [ISSUER, `${ISSUER}/`]) {
    const reasons = await tryAll(foreign, () => ({ issuer }));
    assert.deepEqual(reasons, { issuer: texts.length, malformed: foreign.length - texts.length });
    assert.deepEqual(await tryAll(genuine, () => ({ issuer })), { ok: genuine.length });
  }
  // The other way round: ours at a backend that expects another edge.
  const ours = await each(texts, (_, i) => signWith(eddsa, claimsAt(now, { jti: `ours ${i}` })));
  const same = texts.filter((text) => canonicalUrl(text) === ISSUER).length;
  assert.deepEqual(await tryAll(ours, (i) => ({ issuer: texts[i]! })), { issuer: texts.length - same, ok: same });
  console.log(`${foreign.length} receipts of another edge with the same keys: 0 accepted`);
});

test('a receipt that is used again, in whatever way it is written', async () => {
  const once = memoryStore();
  const receipts = await each(numbers(100), (i) => signWith(eddsa, claimsAt(now, { jti: `once ${i}` })));
  const written = (receipt: string, i: number): string => {
    const last = LETTERS.indexOf(receipt.slice(-1));
    return receipt.slice(0, -1) + LETTERS[(last & 0b110000) | (i & 0b1111)]!;
  };
  const reasons = await each(
    numbers(3000),
    (i) => reasonOf(written(receipts[i % 100]!, Math.floor(i / 100)), keys, { once }),
    500,
  );
  // Of the sixteen spellings of a signature, one is right.
  assert.deepEqual(tally(reasons), { ok: 100, used: 100, malformed: 2800 });
  console.log('3,000 uses of 100 receipts that serve once, all spellings of a signature among them: 100 accepted');
});

test('an edge’s tokens, and what it signed for one page or one address, are no receipt for another', async () => {
  const other = 'https://other.example';
  const upstream = await startUpstream();
  const { edge } = setUp(upstream.baseUrl, {
    origins: [ORIGIN, other],
    receiptKey: [eddsa, es256],
    quotas: { tokensPerClientPerMinute: 10_000, checksPerClientPerMinute: 10_000 },
  });
  const tokens = await each(numbers(200), () => fetchToken(edge));
  await assertNone('tokens in place of receipts', tokens);
  const elsewhere = await each(numbers(100), async () => (await checkOnce(edge, EMAIL, { origin: other })).receipt);
  await assertNone('receipts that the edge made for another page', elsewhere);
  const another = await each(numbers(200), async (i) => (await checkOnce(edge, `p${i}@example.com`)).receipt);
  await assertNone('receipts that the edge made for another address', another);
});
