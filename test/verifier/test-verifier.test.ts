import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createTestVerifier, testResult } from '../../src/verifier/test-verifier.js';

const verifier = createTestVerifier();

test('checks lists without network, in their order, and without waiting', async () => {
  const emails = ['slow@a.de', 'invalid@b.de', 'no address', 'Anna@c.de'];
  const found: [string, string][] = [];
  for await (const { email, status } of verifier.verifyMany(emails)) found.push([email, status]);
  assert.deepEqual(found, [
    ['slow@a.de', 'unknown'],
    ['invalid@b.de', 'invalid'],
    ['no address', 'invalid'],
    ['Anna@c.de', 'valid'],
  ]);
  const indices: number[] = [];
  for await (const looked of verifier.lookUpMany(emails)) {
    assert.ok('result' in looked);
    indices.push(looked.index);
  }
  assert.deepEqual(indices, [0, 1, 2, 3]);
});

test('ends a slow check by its signal', async () => {
  const signal = AbortSignal.abort(new Error('gave up'));
  await assert.rejects(verifier.verify('slow@a.de', { timeoutMs: 60_000, signal }), /gave up/);
});

test('has the shape of a real result', () => {
  const { checked_at, ...rest } = testResult(' Typo+x@Bücher.de ');
  assert.match(checked_at, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(rest, {
    email: ' Typo+x@Bücher.de ',
    account: 'Typo+x',
    domain: 'xn--bcher-kva.de',
    mx_record: 'mx.xn--bcher-kva.de',
    did_you_mean: 'valid@xn--bcher-kva.de',
    status: 'risky',
    quality: 'caution',
    score: 0.75,
    sub_status: ['possible_typo'],
  });
});
