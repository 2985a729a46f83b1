import assert from 'node:assert/strict';
import { test } from 'vitest';
import { decodeProtectedHeader } from 'jose';
import { generateReceiptKey } from '../../src/edge/index.js';
import type { EdgeOptions } from '../../src/edge/index.js';
import { publicHalf } from '../../src/receipt/key.js';
import { parseReceiptKeys, readReceiptKeys, type ReceiptKeys } from '../../src/receipt/signing-keys.js';
import { assertProblem, checkOnce, setUp, startUpstream } from '../edge/support.js';
import { eddsa, EMAIL, es256, otherEddsa, otherEs256, reasonOf } from './support.js';

const upstream = await startUpstream();

/** A receipt that an edge with these keys signs, and what it publishes. */
const edgeWith = async (
  receiptKey: EdgeOptions['receiptKey'],
): Promise<{ receipt: string; keys: { kid: string }[] }> => {
  const { edge } = setUp(upstream.baseUrl, { receiptKey });
  const { receipt } = await checkOnce(edge, EMAIL);
  const response = await edge(new Request('https://edge.example/.well-known/jwks.json'));
  return { receipt, ...((await response.json()) as { keys: { kid: string }[] }) };
};

test('a receipt of the old key is accepted as long as the old key is published, and refused afterwards', async () => {
  for (const [old, next] of [
    [eddsa, otherEddsa],
    [eddsa, es256],
    [es256, eddsa],
  ] as const) {
    const before = await edgeWith(old);
    const during = await edgeWith([next, old]);
    const after = await edgeWith(next);
    assert.equal(await reasonOf(before.receipt, during.keys), 'ok');
    assert.equal(await reasonOf(during.receipt, during.keys), 'ok');
    assert.equal(await reasonOf(before.receipt, after.keys), 'key');
    assert.equal(await reasonOf(during.receipt, after.keys), 'ok');
  }
});

test('a key can be published before it signs: the first of the list signs', async () => {
  const early = await edgeWith([eddsa, es256]);
  assert.equal(decodeProtectedHeader(early.receipt).kid, eddsa.kid);
  assert.deepEqual(
    early.keys.map(({ kid }) => kid),
    [eddsa.kid, es256.kid],
  );
  assert.equal(await reasonOf((await edgeWith(es256)).receipt, early.keys), 'ok');
});

test('of a key that no longer signs the public half is enough, and no private half is published', async () => {
  const { keys } = await edgeWith([es256, publicHalf(eddsa), otherEddsa, otherEs256]);
  assert.equal(keys.length, 4);
  assert.ok(!JSON.stringify(keys).includes('"d"'));
});

const x = 'A'.repeat(43);
const WRONG: [string, unknown, RegExp][] = [
  [
    'nothing',
    undefined,
    /^it takes a private JWK for signing with Ed25519 or P-256, or a list of them; .*email-verify-server keys/,
  ],
  ['null', null, /^it takes a private JWK/],
  ['a text', JSON.stringify(eddsa), /^it takes a private JWK/],
  ['no keys', [], /^it takes 1 to 4 keys, the one that signs first, got 0/],
  ['five keys', Array(5).fill(eddsa), /got 5/],
  ['a key twice', [eddsa, eddsa], /^key 2 of 2: duplicate kid "[\w-]+": give each key its own kid/],
  [
    'two keys of one id',
    [es256, { ...eddsa, kid: es256.kid }],
    /^key 2 of 2: duplicate kid "[\w-]+": give each key its own kid/,
  ],
  ['null in a list', [eddsa, null], /^key 2 of 2: it takes a private JWK/],
  ['a public key', publicHalf(eddsa), /^its private half, d, is missing, and the first key signs/],
  ['a public key first', [publicHalf(es256), eddsa], /^key 1 of 2: its private half, d, is missing/],
  ['a private half cut short', { ...es256, d: 'AAAA' }, /^its private half, d, is broken/],
  [
    'a private half that is none, in a key that does not sign',
    [es256, { ...eddsa, d: 7 }],
    /^key 2 of 2: its private half/,
  ],
  ['no public half', { ...eddsa, x: undefined }, /^its public half is missing/],
  ['half a point', { ...es256, y: undefined }, /^its public half is missing/],
  ['no id', { ...eddsa, kid: undefined }, /^it takes a kid of 1 to 128 characters/],
  ['an empty id', { ...eddsa, kid: '' }, /^it takes a kid/],
  ['a long id', { ...eddsa, kid: 'k'.repeat(129) }, /^it takes a kid/],
  ['an RSA key', { kty: 'RSA', n: x, e: 'AQAB', d: x, kid: 'k' }, /and this is another kind/],
  ['a secret', { kty: 'oct', k: x, kid: 'k' }, /and this is another kind/],
  ['a P-384 key', { ...es256, crv: 'P-384' }, /and this is another kind/],
  ['an X25519 key', { ...eddsa, crv: 'X25519' }, /and this is another kind/],
  ['an Ed25519 key that calls itself P-256', { ...eddsa, crv: 'P-256' }, /and this is another kind/],
  ['a key for encryption', { ...es256, use: 'enc' }, /and this is another kind/],
  ['a key for another algorithm', { ...es256, alg: 'ES384' }, /and this is another kind/],
];

for (const [name, given, message] of WRONG) {
  test(`${name}: the edge does not start, says what would be right, and quotes no key`, () => {
    const read = readReceiptKeys(given);
    assert.ok(!read.ok);
    const problem = read.reason;
    assert.match(problem, message);
    for (const { d } of [eddsa, es256]) assert.ok(!problem.includes(d));
    assert.throws(() => setUp(upstream.baseUrl, { receiptKey: given as ReceiptKeys }), {
      name: 'TypeError',
      message: `createEdge: receiptKey: ${problem}`,
    });
  });
}

test('a setting that is no JSON is not quoted', () => {
  const broken = parseReceiptKeys(JSON.stringify(eddsa).slice(1));
  assert.ok(!broken.ok && !broken.reason.includes(eddsa.d));
  assert.match(broken.reason, /^it takes a JWK as JSON, or a JSON list of them/);
  assert.deepEqual(parseReceiptKeys(JSON.stringify(es256)), { ok: true, value: [es256] });
});

test('an edge whose key’s halves are of two keys says so at its health, before anybody has a receipt of it', async () => {
  for (const [one, other] of [
    [eddsa, otherEddsa],
    [es256, otherEs256],
  ] as const) {
    const { edge, lines } = setUp(upstream.baseUrl, { receiptKey: { ...one, d: other.d } });
    await assertProblem(await edge(new Request('https://edge.example/healthz')), 500, 'internal_error', null);
    assert.ok(lines.some(({ event }) => event === 'error'));
  }
});

test('a key is made for the algorithm that is asked for, and for no other', async () => {
  assert.deepEqual([eddsa.kty, es256.kty], ['OKP', 'EC']);
  assert.notEqual(es256.kid, otherEs256.kid);
  await assert.rejects(generateReceiptKey('ES384' as 'ES256'), {
    name: 'TypeError',
    message: "algorithm: 'ES384', but it takes EdDSA or ES256",
  });
});
