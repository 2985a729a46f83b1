import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys, keyedHash } from '../../src/edge/keys.js';

test('a secret gives three keys, and what one makes is worth nothing to another', async () => {
  const { token, client, address } = await deriveKeys(new Uint8Array(32).fill(1));
  const hashes = await Promise.all([token, client, address].map((key) => keyedHash(key, 'text')));
  assert.equal(new Set(hashes).size, 3);
});

test('the same secret gives the same keys, in every process; another gives others', async () => {
  const hash = async (fill: number): Promise<string> => {
    const { client } = await deriveKeys(new Uint8Array(32).fill(fill));
    return keyedHash(client, '192.0.2.7');
  };
  assert.equal(await hash(1), await hash(1));
  assert.notEqual(await hash(1), await hash(2));
});
