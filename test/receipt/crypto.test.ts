/**
 * node:crypto and Web Crypto give the same hashes and signatures, so that an edge may run on either.
 * @see https://www.rfc-editor.org/rfc/rfc7515
 */
import assert from 'node:assert/strict';
import * as node from 'node:crypto';
import { test } from 'vitest';
import fc from 'fast-check';
import { compactVerify, importJWK } from 'jose';
import { runtimeCrypto } from '../../src/receipt/crypto/index.js';
import { nodeCrypto, type NodeCrypto } from '../../src/receipt/crypto/node.js';
import { webCrypto } from '../../src/receipt/crypto/web.js';
import { generateReceiptKey } from '../../src/edge/index.js';
import { publicHalf } from '../../src/receipt/key.js';

const onNode = nodeCrypto(node as unknown as NodeCrypto);
const HEADER = { typ: 'test+jwt', kid: 'ü' };

test('hashes are the same', () => {
  const key = node.randomBytes(32);
  const [one, other] = [onNode.keyedHash(key), webCrypto.keyedHash(key)];
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(one(text), other(text));
      assert.equal(onNode.sha256(text), webCrypto.sha256(text));
    }),
  );
});

test('an HS256 signature is the same, and that of RFC 7515', async () => {
  const key = new Uint8Array(node.randomBytes(32));
  const [one, other] = [await onNode.hmacSigner(key, HEADER), await webCrypto.hmacSigner(key, HEADER)];
  for (const payload of [{}, { aud: 'https://shop.example', checks: 50 }, { text: 'naïve ☃ 😀' }]) {
    const jws = await one(payload);
    assert.equal(jws, await other(payload));
    const { protectedHeader } = await compactVerify(jws, key, { algorithms: ['HS256'] });
    assert.deepEqual(protectedHeader, { alg: 'HS256', ...HEADER });
  }
});

for (const alg of ['EdDSA', 'ES256'] as const)
  test(`an ${alg} signature of either is accepted with the public key, and its header names the key`, async () => {
    const jwk = await generateReceiptKey(alg);
    const publicKey = await importJWK({ ...publicHalf(jwk) }, alg);
    const made = [];
    for (const { jwkSigner } of [onNode, webCrypto]) {
      const sign = await jwkSigner(jwk, alg, HEADER);
      const jws = await sign({ sub: 'naïve ☃' });
      const { payload, protectedHeader } = await compactVerify(jws, publicKey, { algorithms: [alg] });
      assert.deepEqual(JSON.parse(new TextDecoder().decode(payload)), { sub: 'naïve ☃' });
      assert.deepEqual(protectedHeader, { alg, ...HEADER });
      made.push(jws);
    }
    assert.equal(made[0] === made[1], alg === 'EdDSA', 'Ed25519 has one signature for a text, ECDSA another each time');
  });

test('on Node a signature is made synchronously, by node:crypto', async () => {
  const sign = await runtimeCrypto().jwkSigner(await generateReceiptKey(), 'EdDSA', HEADER);
  assert.equal(typeof sign({}), 'string');
});
