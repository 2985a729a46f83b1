/** @see https://www.rfc-editor.org/rfc/rfc8037#appendix-A */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { generateReceiptKey, receiptKeyFromSeed } from '../../src/edge/index.js';

test('a seed gives the key that RFC 8037 gives for it, and its thumbprint as the id', async () => {
  // RFC 8037, appendices A.1 and A.3.
  const seed = new Uint8Array(Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url'));
  assert.deepEqual(await receiptKeyFromSeed(seed), {
    kty: 'OKP',
    crv: 'Ed25519',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  });
});

test('a seed of another length is refused with the right one', async () => {
  await assert.rejects(receiptKeyFromSeed(new Uint8Array(31)), {
    name: 'RangeError',
    message: /31 bytes, but it takes 32/,
  });
});

test('two new keys are two keys', async () => {
  const [one, two] = await Promise.all([generateReceiptKey(), generateReceiptKey()]);
  assert.notEqual(one.d, two.d);
  assert.notEqual(one.kid, two.kid);
});
