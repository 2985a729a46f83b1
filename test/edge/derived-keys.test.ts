/**
 * @see https://www.rfc-editor.org/rfc/rfc5869#appendix-A
 * @see https://www.rfc-editor.org/rfc/rfc2104
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'vitest';
import { deriveKeys, type EdgeKeys } from '../../src/edge/derived-keys.js';

const keysOf = (fill: number): Promise<EdgeKeys> => deriveKeys(new Uint8Array(32).fill(fill));

test('a secret gives a key for each use, and what one makes is worth nothing to another', async () => {
  const { token, client, challenge, address } = await keysOf(1);
  const signed = await crypto.subtle.sign('HMAC', token, new TextEncoder().encode('text'));
  const hashes = [Buffer.from(signed).toString('base64url'), client('text'), challenge, address('text')];
  assert.equal(new Set(hashes).size, 4);
});

test('the same secret gives the same keys, in every process; another gives others', async () => {
  const [one, again, other] = [await keysOf(1), await keysOf(1), await keysOf(2)];
  assert.deepEqual(
    [again.id, again.challenge, again.client('192.0.2.7')],
    [one.id, one.challenge, one.client('192.0.2.7')],
  );
  assert.notEqual(one.client('192.0.2.7'), other.client('192.0.2.7'));
  assert.notEqual(one.id, other.id);
});

test('a keyed hash is HMAC-SHA-256 (RFC 2104) of the text in UTF-8, by a key of HKDF (RFC 5869)', async () => {
  const { hkdfSync } = await import('node:crypto');
  const secret = new Uint8Array(32).fill(1);
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'email-verify edge address', 32));
  const { address } = await keysOf(1);
  for (const text of ['', 'ada@example.com', 'ü@例え.jp', 'x'.repeat(1000)]) {
    assert.equal(address(text), createHmac('sha256', key).update(text).digest('base64url'), text);
  }
});
