/** The names that are asked for to find catch-all domains. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { createRandomNames, shapeOf } from '../../../src/verifier/smtp/random-name.js';

describe('the shape of a local part', () => {
  for (const [local, shape] of [
    ['maria.lopez', 'aaaaa.aaaaa'],
    ['anna', 'aaaaaaaaaa'],
    ['j.doe', 'a.aaaaaaaaa'],
    ['anna-maria_b', 'aaaa-aaaaa_a'],
    ['peter.smith85', 'aaaaa.aaaaa00'],
    ['s1234567', 'aaaaaaaaaa0000000'],
    ['123456789', '0000000000000000'],
    ['anna.maria+news', 'aaaa.aaaaaa'],
    ['jürgen.müller', 'aaaaaa.aaaaaa'],
    ['"john doe"', 'aaaaaaaaaa'],
    ['averyveryverylonglocalpartofaperson', 'aaaaaaaaaaaaaaaaaaaa'],
    ['+', 'aaaaaaaaaa'],
  ] as const) {
    test(`is a person's: ${local} ${shape}`, () => {
      assert.equal(shapeOf(local), shape);
    });
  }

  test('has ten letters or sixteen digits, at most twenty signs, and no dot at an end or beside another', () => {
    const locals = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', '0', '1', '.', '-', '_', '+', '"', 'é') }),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(locals, (local) => {
        const shape = shapeOf(local);
        assert.match(shape, /^[a0](?:[a0]|[._-](?![._-])){8,18}[a0]$/);
        assert.ok(shape.split('a').length > 10 || /^[^a]+$/.test(shape), shape);
      }),
    );
  });
});

describe('a random name', () => {
  test('is the same for a domain and shape, whoever asks with the same secret', () => {
    const [one, two] = [createRandomNames('s'), createRandomNames('s')];
    assert.equal(one('anna.lopez', 'firm.org'), two('mary.smith', 'firm.org'));
    assert.match(one('anna.lopez', 'firm.org'), /^[a-z]{4}\.[a-z]{6}$/);
  });

  test('differs by domain, secret and shape', () => {
    const name = createRandomNames('s')('anna', 'firm.org');
    for (const other of [
      createRandomNames('s')('anna', 'firm.com'),
      createRandomNames('t')('anna', 'firm.org'),
      createRandomNames()('anna', 'firm.org'),
      createRandomNames('s')('anna.b', 'firm.org'),
    ])
      assert.notEqual(other, name);
  });
});
