/**
 * @see https://www.rfc-editor.org/rfc/rfc7518#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc9864
 */
import assert from 'node:assert/strict';
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { test } from 'vitest';
import { decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type { ReceiptPrivateKey } from '../../src/edge/index.js';
import { checkOnce, forge, setUp, startUpstream } from '../edge/support.js';
import { claimsAt, EMAIL, eddsa, es256, otherEs256, reasonOf, signWith } from './support.js';

const upstream = await startUpstream();
const claims = claimsAt(Date.now());
const TYPE = 'email-verification+jwt';

const keysOf = async (receiptKey: ReceiptPrivateKey): Promise<{ keys: Record<string, string>[] }> => {
  const { edge } = setUp(upstream.baseUrl, { receiptKey });
  const response = await edge(new Request('https://edge.example/.well-known/jwks.json'));
  return (await response.json()) as { keys: Record<string, string>[] };
};

for (const [alg, receiptKey] of [
  ['EdDSA', eddsa],
  ['ES256', es256],
] as const) {
  test(`a receipt of an ${alg} key is accepted with the keys that the edge publishes`, async () => {
    const { receipt } = await checkOnce(setUp(upstream.baseUrl, { receiptKey }).edge, EMAIL);
    assert.deepEqual(decodeProtectedHeader(receipt), { alg, typ: TYPE, kid: receiptKey.kid });
    const { keys } = await keysOf(receiptKey);
    assert.equal(await reasonOf(receipt, keys), 'ok');
    assert.ok(!JSON.stringify(keys).includes(receiptKey.d));
    assert.deepEqual([keys[0]?.['alg'], keys[0]?.['use']], [alg, 'sig']);
  });
}

test('a published ES256 key has both coordinates and nothing private', async () => {
  assert.deepEqual(Object.keys((await keysOf(es256)).keys[0] ?? {}), ['kty', 'crv', 'x', 'y', 'kid', 'use', 'alg']);
});

test('a header cannot choose the algorithm: it is the one of the key, or the receipt is refused', async () => {
  const keys = [eddsa, es256];
  const signature = 'A'.repeat(86);
  const rows: Record<string, string> = {
    'ES256 with the id of an EdDSA key, unsigned': forge(
      { alg: 'ES256', typ: TYPE, kid: eddsa.kid },
      claims,
      signature,
    ),
    'EdDSA with the id of an ES256 key, unsigned': forge(
      { alg: 'EdDSA', typ: TYPE, kid: es256.kid },
      claims,
      signature,
    ),
    'an ES256 signature under the id of the EdDSA key': await signWith(es256, claims, { kid: eddsa.kid }),
    'an EdDSA signature under the id of the ES256 key': await signWith(eddsa, claims, { kid: es256.kid }),
    'the fully-specified name of EdDSA (RFC 9864), which no receipt has': forge(
      { alg: 'Ed25519', typ: TYPE, kid: eddsa.kid },
      claims,
      signature,
    ),
    ES384: forge({ alg: 'ES384', typ: TYPE, kid: es256.kid }, claims, signature),
    ES256K: forge({ alg: 'ES256K', typ: TYPE, kid: es256.kid }, claims, signature),
    'HMAC with the coordinates of the ES256 key': (() => {
      const unsigned = forge({ alg: 'HS256', typ: TYPE, kid: es256.kid }, claims).slice(0, -1);
      return `${unsigned}.${createHmac('sha256', Buffer.from(es256.x, 'base64url')).update(unsigned).digest('base64url')}`;
    })(),
  };
  for (const [name, receipt] of Object.entries(rows)) assert.equal(await reasonOf(receipt, keys), 'algorithm', name);
});

test('a key of the right kind that did not sign it is a wrong signature', async () => {
  assert.equal(await reasonOf(await signWith(otherEs256, claims, { kid: es256.kid }), [eddsa, es256]), 'signature');
  const [head = '', body = ''] = (await signWith(es256, claims)).split('.');
  for (const signature of ['', 'A'.repeat(86), 'A'.repeat(43), 'A'.repeat(128)]) {
    assert.equal(
      await reasonOf(`${head}.${body}.${signature}`, [es256]),
      'signature',
      `${signature.length} characters`,
    );
  }
});

test('an ES256 signature in DER, as OpenSSL makes it, is none of a JWS (RFC 7518, section 3.4)', async () => {
  const receipt = await signWith(es256, claims);
  const signed = receipt.slice(0, receipt.lastIndexOf('.'));
  const der = createSign('sha256')
    .update(signed)
    .sign({ key: { ...es256 }, format: 'jwk' }, 'base64url');
  assert.equal(await reasonOf(`${signed}.${der}`, [es256]), 'signature');
});

test('keys of other kinds are no keys, even when they signed it', async () => {
  const kid = 'other';
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const secp256k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ed448 = generateKeyPairSync('ed448');
  const x25519 = generateKeyPairSync('x25519');
  const es384 = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES384', typ: TYPE, kid })
    .sign(p384.privateKey);
  const rs256 = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: TYPE, kid })
    .sign(rsa.privateKey);
  for (const [receipt, key] of [
    [es384, p384.publicKey],
    [rs256, rsa.publicKey],
  ] as const) {
    assert.equal(await reasonOf(receipt, [{ ...key.export({ format: 'jwk' }), kid }]), 'algorithm');
  }
  const secret = { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url') };
  const kinds = [p384, secp256k1, rsa, ed448, x25519].map(({ publicKey }) => publicKey.export({ format: 'jwk' }));
  for (const key of [
    secret,
    ...kinds,
    {},
    { kty: 'EC' },
    { kty: 'OKP', crv: 'P-256' },
    { kty: 'EC', crv: 'Ed25519' },
  ]) {
    for (const alg of ['EdDSA', 'ES256']) {
      const receipt = forge({ alg, typ: TYPE, kid }, claims, 'A'.repeat(86));
      assert.equal(await reasonOf(receipt, [{ ...key, kid }]), 'key', `${alg} with ${JSON.stringify(key)}`);
    }
  }
});

test('a key that is broken, or is said to be for something else, is none', async () => {
  const receipt = await signWith(es256, claims);
  assert.ok(es256.kty === 'EC');
  for (const over of [
    { y: es256.x },
    { y: 'A'.repeat(43) },
    { y: undefined },
    { x: 'AAAA' },
    { x: 7 },
    { use: 'enc' },
    { alg: 'ES384' },
    { alg: 'EdDSA' },
    { alg: 'ECDH-ES' },
  ]) {
    assert.equal(await reasonOf(receipt, [{ ...es256, ...over }]), 'key', JSON.stringify(over));
  }
  assert.equal(await reasonOf(receipt, [{ ...es256, use: 'sig', alg: 'ES256', key_ops: ['sign'], ext: false }]), 'ok');
});

test('a receipt is accepted by another JOSE library’s way with the published key', async () => {
  // node:crypto alone: what a backend in another language does.
  const { receipt } = await checkOnce(setUp(upstream.baseUrl, { receiptKey: es256 }).edge, EMAIL);
  const { keys } = await keysOf(es256);
  const key = (await importJWK(keys[0] ?? {}, 'ES256')) as CryptoKey;
  const [head = '', body = '', signature = ''] = receipt.split('.');
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const bytes = Buffer.from(signature, 'base64url');
  assert.ok(await crypto.subtle.verify(algorithm, key, bytes, Buffer.from(`${head}.${body}`)));
});
